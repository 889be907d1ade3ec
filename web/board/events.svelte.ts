// The events that this part of a board has not shown yet, each once, also when a replay goes back.
import { untrack } from 'svelte';
import type { Told } from './board.ts';

interface Telling<Event> {
  readonly fresh: readonly Told<Event>[];
  readonly news: readonly Told<Event>[];
}

/** Counts from what was told when the board was made. */
export class Cursor<Event> {
  last: number; // the id of the newest event; -1: none

  constructor(private readonly board: () => Telling<Event>) {
    this.last = untrack(() => this.#newest());
  }

  /** What came since the last time. */
  take(): Told<Event>[] {
    const unseen = this.board().fresh.filter(({ id }) => id > this.last);
    this.last = this.#newest();
    return unseen;
  }

  #newest(): number {
    const { fresh, news } = this.board();
    return Math.max(fresh.at(-1)?.id ?? -1, news.at(-1)?.id ?? -1);
  }
}

/** Shows what comes, after it is drawn. To be called while a component is made. */
export function onEvents<Event>(board: () => Telling<Event>, show: (unseen: Told<Event>[]) => void): void {
  const cursor = new Cursor(board);
  $effect(() => {
    const unseen = cursor.take();
    if (unseen.length) untrack(() => show(unseen));
  });
}
