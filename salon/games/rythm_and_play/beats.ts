// RYTHM cards: the kinds of a hand, and the exchange that a choice of them is.
import type { Move } from './scene.ts';

export const KINDS = ['whole', 'half', 'quarter', 'eighth'] as const;
export type Counts = Record<(typeof KINDS)[number], number>;

/** The kinds of a hand, card by card. */
export const cardsOf = (counts: readonly number[]): number[] =>
  counts.flatMap((count, kind) => Array<number>(count).fill(kind));

/** How many of each kind. */
export function countsOf(kinds: readonly number[]): Counts {
  const of = (kind: number) => kinds.filter((one) => one === kind).length;
  return { whole: of(0), half: of(1), quarter: of(2), eighth: of(3) };
}

/** The legal exchange that pays with exactly these. */
export const exchangeOf = (moves: readonly Move[], counts: Counts): Move | undefined =>
  moves.find((move) => move.type === 'Exchange' && KINDS.every((kind) => move[kind] === counts[kind]));
