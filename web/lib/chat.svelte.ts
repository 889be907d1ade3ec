// What was said in a circle and this person has not read; how far they have, the browser remembers.
import type { Circle } from './circle.svelte.ts';
import { recall, remember } from './memory.ts';
import { settings } from './settings.svelte.ts';
import type { ChatLine } from './wire.ts';

const MOST_CIRCLES = 12;

let read = $state.raw(recall<Record<string, number>>('read', {})); // the last line, by circle

/** Lines that others said since. */
const unread = (circle: Circle): ChatLine[] =>
  circle.lines.filter(({ number, person }) => number > (read[circle.id] ?? 0) && !isMine(circle, person));

export const isMine = (circle: Circle, person: number): boolean => circle.person(person)?.mine ?? false;

/** Who has muted the chat is told of nothing. */
export const hasNews = (circle: Circle | null): boolean =>
  circle !== null && !settings.muted && unread(circle).length > 0;

export function haveRead(circle: Circle): void {
  const last = circle.lines.at(-1)?.number;
  if (last === undefined || last <= (read[circle.id] ?? 0)) return;
  const { [circle.id]: _, ...others } = read;
  read = { ...Object.fromEntries(Object.entries(others).slice(1 - MOST_CIRCLES)), [circle.id]: last };
  remember('read', read);
}

/** From now on, or from when the circle is known: what others say, or what anybody says, each line once. */
export class Hearing {
  private last: number | null = null;

  constructor(
    private readonly circle: Circle,
    private readonly anybody = false,
  ) {
    this.fresh();
  }

  fresh(): ChatLine[] {
    if (!this.circle.sections) return [];
    const { last } = this;
    const found = this.circle.lines.filter(({ number }) => number > (last ?? 0));
    this.last = found.at(-1)?.number ?? last ?? 0;
    if (last === null) return [];
    return this.anybody ? found : found.filter(({ person }) => !isMine(this.circle, person));
  }
}
