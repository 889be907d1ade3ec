// What the stave shows, read from the view, which says what may follow and what is wrong with the rest.
import { given } from '$web/lib/given.ts';
import type { BoardProps } from '$web/board/board.ts';
import type { components } from '$web/generated/wire.ts';

type Schemas = components['schemas'];
export type View = Schemas['RythmAndPlayView'];
export type Move = Schemas['RythmAndPlayMove'];
export type Event = Schemas['RythmAndPlayEvent'];
export type Pay = Schemas['RythmAndPlayPay'];
export type Payment = Schemas['RythmAndPlayPayment'];
export type Score = View['scores'][number];
export type Tonality = View['tonality'];
export type Props = BoardProps<View, Move, Event>;

export const TOP = 7; // the highest note
export const [SHARP, FLAT] = [8, 9];
export const CARDS = [1, 2, 3, 4, 5, 6, 7, SHARP, FLAT];

export const isNote = (card: number): boolean => card <= TOP;
export const sideOf = (card: number): Tonality => (card === SHARP ? 'sharp' : 'flat');

/** The notes that may follow, from the lowest to the highest; null: none can. */
export function reach({ fits }: Pick<View, 'fits'>): [number, number] | null {
  const notes = fits.filter(isNote);
  return notes.length ? [Math.min(...notes), Math.max(...notes)] : null;
}

/** Why a card does not fit the stave, as its key; null: it does. */
export function misfit(
  { fits, no_note, no_change }: Pick<View, 'fits' | 'no_note' | 'no_change'>,
  card: number,
) {
  if (fits.includes(card)) return null;
  return isNote(card) ? no_note : no_change;
}

/** The move that lays this card on the stave, if there is one now. */
export const layOf = (moves: readonly Move[], card: number): Move | undefined =>
  moves.find((move) => move.type === 'Compose' && move.card === card);

/** The move that lays this card face up. */
export const discardOf = (moves: readonly Move[], card: number): Move | undefined =>
  moves.find((move) => move.type === 'Discard' && move.card === card);

export const moveOf = (moves: readonly Move[], type: Move['type']): Move | undefined =>
  moves.find((move) => move.type === type);

/** Nobody has continued my stave: I go on with it, or pick it up. */
export const mustAnswer = (moves: readonly Move[]): boolean => moveOf(moves, 'PickUp') !== undefined;

/** A hand as it was drawn: the newest cards last, what came before the news in front. */
export function asDrawn(hand: readonly number[], draws: readonly (readonly number[])[]): number[] {
  const rest = [...hand];
  const ordered: number[] = [];
  for (const drawn of draws.toReversed()) ordered.unshift(...drawn.filter((card) => remove(rest, card)));
  return [...rest, ...ordered];
}

function remove(cards: number[], card: number): boolean {
  const place = cards.indexOf(card);
  if (place >= 0) cards.splice(place, 1);
  return place >= 0;
}

/** Which places of a hand hold the cards that have just come: the last ones of each kind. */
export function arrivals(hand: readonly number[], came: readonly number[]): Set<number> {
  const rest = [...came];
  const places = hand.map((_, place) => place).toReversed();
  return new Set(places.filter((place) => remove(rest, given(hand[place]))));
}
