// Somebody at a puzzle: which move is to be found, what was tried, and how far the board has come.
import type { Told } from '../board/board.ts';
import { given } from './given.ts';
import type { Mark } from './puzzles.ts';
import type { PuzzleInfo, Tagged } from './wire.ts';

export const PACE = 900; // ms for a move of the others
const LAST_HINT = 2; // first what, then where

/** What is said of a try. */
export type Verdict = { right: true } | { right: false; best: number; odds: number }; // in percent

export class Solving {
  at = $state(0); // the frame that is shown
  turn = $state(0); // the move to find
  tries = $state(0);
  hints = $state(0);
  hinted = $state(0); // for this move
  end = $state<Mark['end']>(null);
  first = $state<number | null>(null);
  going = $state(false); // the board shows what happens
  shown = $state(false); // the solution, to whoever found it or gave up
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(
    readonly puzzle: PuzzleInfo,
    readonly changed: (mark: Mark) => void = () => undefined,
    before?: Mark,
  ) {
    if (!before) return;
    ({ tries: this.tries, hints: this.hints, first: this.first, end: this.end } = before);
    if (this.end) this.#finish();
    else this.hinted = Math.min(this.hints, LAST_HINT); // what was said is said again
  }

  get #now() {
    return given(this.puzzle.turns[this.turn]);
  }
  get frame() {
    return given(this.puzzle.frames[this.at]);
  }
  /** What may be chosen now. */
  get moves(): Tagged[] {
    return this.end || this.going ? [] : (this.#now.moves as Tagged[]);
  }
  get best(): Tagged {
    return given(this.#now.moves[this.#now.best]) as Tagged;
  }
  get mark(): Mark {
    const { tries, hints, end, first } = this;
    return { puzzle: this.puzzle.name, tries, hints, end, first };
  }
  /** The frame in which the last move has been found. */
  get solution(): number {
    return given(this.puzzle.turns.at(-1)).at + 1;
  }
  /** Whether there is something to show after the solution. */
  get goesOn(): boolean {
    return this.end !== null && this.at < this.puzzle.frames.length - 1;
  }

  /** The events of the first frames, numbered. */
  news(frames: number): Told<Tagged>[] {
    return this.puzzle.frames
      .slice(0, frames + 1)
      .flatMap(({ events }) => events as Tagged[])
      .map((event, id) => ({ id, event }));
  }
  get fresh(): Told<Tagged>[] {
    return this.at ? this.news(this.at).slice(this.news(this.at - 1).length) : [];
  }

  try(move: Tagged): Verdict {
    const written = JSON.stringify(move);
    const choice = this.#now.moves.findIndex((one) => JSON.stringify(one) === written);
    if (this.first === null && this.turn === 0 && !this.tries) this.first = choice;
    if (choice !== this.#now.best) this.tries += 1;
    this.changed(this.mark);
    if (choice === this.#now.best) return this.#goOn();
    const { odds, best } = this.#now;
    return { right: false, best: odds[best] ?? 0, odds: odds[choice] ?? 0 };
  }

  hint(): void {
    this.hints += 1;
    this.hinted = Math.min(this.hinted + 1, LAST_HINT);
    this.changed(this.mark);
  }

  giveUp(): void {
    this.end = 'shown';
    this.changed(this.mark);
    this.#play(this.solution);
  }

  /** Shows what follows the solution. */
  follow(): void {
    this.#play(this.puzzle.frames.length - 1);
  }

  look(frame: number): void {
    clearTimeout(this.#timer);
    [this.at, this.going] = [frame, false];
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#closed = true;
  }

  /** A move was found: to the next one, or to the end. */
  #goOn(): Verdict {
    const next = this.puzzle.turns[this.turn + 1];
    this.hinted = 0;
    if (next) this.turn += 1;
    else this.end = 'solved';
    this.changed(this.mark);
    this.#play(next?.at ?? this.solution, true);
    return { right: true };
  }

  #play(to: number, atOnce = false): void {
    clearTimeout(this.#timer);
    this.going = this.at < to;
    this.shown ||= this.end !== null && this.at >= this.solution;
    if (!this.going || this.#closed) return;
    const step = () => {
      this.at += 1;
      this.#play(to);
    };
    if (atOnce) step();
    else this.#timer = setTimeout(step, PACE);
  }

  #finish(): void {
    this.turn = this.puzzle.turns.length - 1;
    this.at = this.solution;
    this.shown = true;
  }
}
