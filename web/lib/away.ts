// What happened at a table while somebody was away from it: not for a blink, and only what is news to them.
import type { SeatFace, Told } from '../board/board.ts';
import { recall, remember } from './memory.ts';
import type { Tagged } from './wire.ts';

export const AWAY = 60_000; // ms, after which it is worth telling
const SOON = 10_000; // ms in which the news of a return have to come
const MOST_LOOKS = 24; // that are remembered
const LINES = 3;
const MARK = '\u0001'; // nobody is called so

/** What somebody had been told at a table when they looked last. */
interface LastLook {
  told: number;
  at: number; // ms since 1970
}

const lastLook = (key: string): LastLook | undefined => recall<Record<string, LastLook>>('looks', {})[key];

function rememberLook(key: string, look: LastLook): void {
  const { [key]: _, ...others } = recall<Record<string, LastLook>>('looks', {});
  remember('looks', Object.fromEntries([...Object.entries(others), [key, look]].slice(-MOST_LOOKS)));
}

/** The eyes of one seat at one table, from one look to the next. */
export class Away {
  private since: LastLook | null = null; // until what was missed is known
  private back = 0; // when somebody came back
  private here = false;

  constructor(private readonly key: string) {
    if (!document.hidden) this.comeBack();
  }

  /** Somebody goes, having been told so much; what a hidden page hears after that, they do not. */
  leave(told: number): void {
    if (!this.here) return;
    this.here = false;
    this.since = null;
    rememberLook(this.key, { told, at: Date.now() });
  }

  comeBack(): void {
    this.here = true;
    const last = lastLook(this.key);
    this.back = Date.now();
    this.since = last && this.back - last.at > AWAY ? last : null;
  }

  /** What was missed, told once; of what comes later nothing was missed. */
  missed(told: number, news: readonly Told<Tagged>[]): Told<Tagged>[] {
    const since = this.since;
    if (!since || told <= since.told) {
      if (Date.now() - this.back > SOON) this.since = null;
      return [];
    }
    this.since = null;
    return Date.now() - this.back > SOON ? [] : news.filter(({ id }) => id >= since.told);
  }
}

/** The three sentences that matter most: what was done for me, what names me, what came last. */
export function highlights(
  missed: readonly Told<Tagged>[],
  mine: readonly number[],
  words: (one: Told<Tagged>, faces: readonly SeatFace[]) => string,
  faces: readonly SeatFace[],
): string[] {
  const marked = faces.map((face, seat) =>
    mine.includes(seat) ? { ...face, name: MARK, former: [] } : face,
  );
  const weight = (one: Told<Tagged>) =>
    one.stoodIn && mine.includes(Number(one.event.seat)) ? 2 : Number(words(one, marked).includes(MARK));
  return missed
    .filter((one) => words(one, faces))
    .map((one) => ({ one, weight: weight(one) }))
    .toSorted((a, b) => b.weight - a.weight || b.one.id - a.one.id)
    .slice(0, LINES)
    .toSorted((a, b) => a.one.id - b.one.id)
    .map(({ one }) => words(one, faces));
}
