// What people of the house say on sitting down: to who saw them come, and for a moment.
import type { SeatInfo } from '../lib/wire.ts';
import { castWords, chosenBy } from './cast.svelte.ts';

const SHOWN = 7_000; // ms
const MOST = 2; // of several who come at once

export class Greetings {
  lines = $state.raw<Readonly<Record<number, string>>>({}); // by seat
  private before: readonly (string | null)[] | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly table: string) {}

  /** Who sits there now. Whom the first message finds there has said hello before. */
  see(seats: readonly SeatInfo[]): void {
    const there = this.before;
    this.before = seats.map(({ character }) => character);
    if (!there) return;
    const came = seats.flatMap(({ character }, seat) =>
      character && !there.includes(character) ? [[seat, this.lineOf(character)] as const] : [],
    );
    if (came.length) this.say(Object.fromEntries(came.slice(0, MOST)));
  }

  close(): void {
    clearTimeout(this.timer);
  }

  private lineOf(character: string): string {
    return castWords(`cast.${character}.sits.${chosenBy(this.table + character, [1, 2])}`);
  }

  private say(lines: Record<number, string>): void {
    this.close();
    this.lines = lines;
    this.timer = setTimeout(() => (this.lines = {}), SHOWN);
  }
}
