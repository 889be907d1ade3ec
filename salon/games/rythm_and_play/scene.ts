// What the stave shows: cards, direction, and why a card cannot be laid, read from the view.
import type { BoardProps } from '$web/board/board.ts';
import type { components } from '$web/generated/wire.ts';

type Schemas = components['schemas'];
export type View = Schemas['RythmAndPlayView'];
export type Move = Schemas['RythmAndPlayMove'];
export type Event = Schemas['RythmAndPlayEvent'];
export type Score = Schemas['RythmAndPlayScore'];
export type Tonality = View['tonality'];
export type Props = BoardProps<View, Move, Event>;

export const TOP = 7; // the highest note
export const [SHARP, FLAT] = [8, 9];
export const CARDS = [1, 2, 3, 4, 5, 6, 7, SHARP, FLAT];
export const COPIES = 6; // of each PLAY card
export const LIMIT = 7; // cards in hand

export const isNote = (card: number): boolean => card <= TOP;
export const sideOf = (card: number): Tonality => (card === SHARP ? 'sharp' : 'flat');

/** The note that the next one is measured by; undefined: the stave is empty. */
export const lastNote = (stave: readonly number[]): number | undefined => stave.findLast(isNote);

/** From the lowest to the highest note that may follow; null: none can. */
export function reach({ stave, tonality }: Pick<View, 'stave' | 'tonality'>): [number, number] | null {
  const note = lastNote(stave);
  if (note === undefined) return [1, TOP];
  if (tonality === 'sharp') return note < TOP ? [note + 1, TOP] : null;
  return note > 1 ? [1, note - 1] : null;
}

/** No card at all can follow: a change has pointed beyond the last note. */
export const isBlocked = (view: Pick<View, 'stave' | 'tonality'>): boolean =>
  view.stave.length > 0 && !isNote(view.stave.at(-1)!) && reach(view) === null;

export type Why = { key: 'first' | 'change' } | { key: 'higher' | 'lower'; note: number };

/** Why a card does not fit the stave; null: it does. */
export function misfit(view: Pick<View, 'stave' | 'tonality'>, card: number): Why | null {
  const { stave, tonality } = view;
  if (!isNote(card)) {
    if (stave.length === 0) return { key: 'first' };
    return isNote(stave.at(-1)!) ? null : { key: 'change' };
  }
  const [lowest, highest] = reach(view) ?? [0, 0];
  if (card >= lowest && card <= highest) return null;
  return { key: tonality === 'sharp' ? 'higher' : 'lower', note: lastNote(stave)! };
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

/** PLAY cards above the limit. */
export const surplus = ({ play, rythm }: View): number =>
  Math.max(0, play.length + rythm.reduce((sum, count) => sum + count, 0) - LIMIT);

/** What became of the cards of one kind, as far as I can see. */
export interface Trace {
  card: number;
  captured: number;
  elsewhere: number; // on the stave, face up, in my hand
  unseen: number;
}

export function traces(view: View): Trace[] {
  const seen = [...view.stave, ...view.play, ...view.hands.flatMap((hand) => hand.face_up)];
  const count = (cards: readonly number[], card: number) => cards.filter((one) => one === card).length;
  return CARDS.map((card) => {
    const [captured, elsewhere] = [count(view.captured, card), count(seen, card)];
    return { card, captured, elsewhere, unseen: COPIES - captured - elsewhere };
  });
}

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
  return new Set(places.filter((place) => remove(rest, hand[place]!)));
}
