// RYTHM cards: what they are worth, and what a choice of them would pay.
import type { Move } from './scene.ts';

export const KINDS = ['whole', 'half', 'quarter', 'eighth'] as const;
export const VALUES = [8, 4, 2, 1]; // half beats
export const COPIES = [2, 4, 8, 16];
const MOST = 8; // half beats that one exchange takes

export const halfBeats = (counts: readonly number[]): number =>
  counts.reduce((sum, count, kind) => sum + count * VALUES[kind]!, 0);

/** Half points or half beats as people write them: 4½, −½, 0. */
export function halves(count: number): string {
  const whole = Math.floor(Math.abs(count) / 2);
  const half = count % 2 === 0 ? '' : '½';
  return `${count < 0 ? '−' : ''}${whole || !half ? whole : ''}${half}`;
}

/** The kinds of a hand, card by card. */
export const cardsOf = (counts: readonly number[]): number[] =>
  counts.flatMap((count, kind) => Array<number>(count).fill(kind));

/** How many of each kind. */
export const countsOf = (kinds: readonly number[]): number[] =>
  KINDS.map((_, kind) => kinds.filter((one) => one === kind).length);

/** The legal exchange that pays with exactly these. */
export const exchangeOf = (moves: readonly Move[], counts: readonly number[]): Move | undefined =>
  moves.find((move) => move.type === 'Exchange' && KINDS.every((kind, index) => move[kind] === counts[index]));

/** What is to be said of a choice: how many cards it brings, or what is wrong with it. */
export type Offer = 'none' | 'half' | 'much' | 'short' | 'fair';

export function offerOf(counts: readonly number[], stack: number): Offer {
  const paid = halfBeats(counts);
  if (paid === 0) return 'none';
  if (paid % 2) return 'half';
  if (paid > MOST) return 'much';
  return paid / 2 > stack ? 'short' : 'fair';
}

/** RYTHM cards that neither lie in the discard nor in a hand I see. */
export const unseen = (discard: readonly number[], hands: readonly (readonly number[])[]): number[] =>
  COPIES.map((all, kind) => hands.reduce((left, hand) => left - (hand[kind] ?? 0), all - discard[kind]!));
