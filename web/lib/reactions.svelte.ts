// Six small signs that somebody may give at the table; seen for two seconds, kept nowhere.
import type { Circle, Seen } from './circle.svelte.ts';
import { settings } from './settings.svelte.ts';
import type { Reaction, SeatInfo } from './wire.ts';

/** In the order in which they are offered; one that is missing or unknown does not compile. */
const OFFERED = { laugh: 0, clap: 1, heart: 2, wow: 3, sorry: 4, think: 5 };
export const REACTIONS = Object.keys(OFFERED satisfies Record<Reaction, number>) as readonly Reaction[];

const PAUSE = 1_000; // ms between two of one person
let last = -Infinity;

/** Whether it was given: nobody gives two in one breath. */
export function react(circle: Circle, reaction: Reaction): boolean {
  if (performance.now() - last < PAUSE) return false;
  last = performance.now();
  circle.react(reaction);
  return true;
}

type Sitter = Pick<SeatInfo, 'holder' | 'name'>;

/** What whoever sits there shows just now; nothing, to who does not want to see any. */
export function reactionAt(circle: Circle | null, seat: Sitter): Seen | null {
  if (!circle || !settings.reactions || seat.holder !== 'player') return null;
  return circle.seen.findLast(({ person }) => circle.person(person)?.name === seat.name) ?? null;
}

/** The same for anybody of the circle, by number. */
export const reactionOf = (circle: Circle, number: number): Seen | null =>
  (settings.reactions ? circle.seen.findLast(({ person }) => person === number) : null) ?? null;

/** What those show who have no seat here. */
export function reactionsBeside(circle: Circle | null, seats: readonly Sitter[]): Seen[] {
  if (!circle || !settings.reactions) return [];
  const seated = new Set(seats.map(({ name }) => name));
  return circle.seen.filter(({ person }) => !seated.has(circle.person(person)?.name ?? ''));
}
