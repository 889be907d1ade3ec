// What travels when something happens, from where to where on the board, and what is heard of it.
import { melodyOf } from './labels.ts';
import type { Event } from './scene.ts';

/** A place on the board, by its data-anchor. */
export type Anchor =
  | 'hand'
  | 'stave'
  | 'stave:last'
  | 'play'
  | 'rythm'
  | 'discard'
  | `stave:${number}`
  | `seat:${number}`
  | `captured:${number}`;

export interface Flight {
  from: Anchor;
  to: Anchor;
  what: 'play' | 'rythm' | number; // a back, or the face of a PLAY card
  after: number; // ms
}

export const BEAT = 180; // ms between two notes of a melody
const FLOCK = 70; // ms between two cards of a handful
export const FLIGHT = 480; // ms that a card is on its way
const [LONGEST, HURRIED] = [1500, 700]; // ms that a stave may take to leave, and where nobody waits for it

/** The ms between two cards of a stave that leaves. */
export const tempo = (cards: number, hurried = false): number =>
  Math.min(BEAT, ((hurried ? HURRIED : LONGEST) - FLIGHT) / Math.max(1, cards - 1));

export function flights(event: Event, me: number | null, hurried = false): Flight[] {
  const home = (seat: number): Anchor => (seat === me ? 'hand' : `seat:${seat}`);
  const some = (count: number, one: Omit<Flight, 'after'>) =>
    Array.from({ length: count }, (_, index) => ({ ...one, after: index * FLOCK }));
  switch (event.type) {
    case 'Composed':
      return some(1, { from: home(event.seat), to: 'stave:last', what: event.card });
    case 'Took':
      return some(1, { from: 'rythm', to: home(event.seat), what: 'rythm' });
    case 'Exchanged': {
      const paid = event.whole + event.half + event.quarter + event.eighth;
      return [
        ...some(paid, { from: home(event.seat), to: 'discard', what: 'rythm' }),
        ...some(event.cards, { from: 'play', to: home(event.seat), what: 'play' }),
      ];
    }
    case 'Discarded':
      return some(1, { from: home(event.seat), to: `seat:${event.seat}`, what: event.card });
    case 'PickedUp':
      return event.cards.map((what, index) => ({
        from: `stave:${index}`,
        to: `captured:${event.seat}`,
        what,
        after: index * tempo(event.cards.length, hurried),
      }));
    default:
      return [];
  }
}

/** What is heard at once; a stave that is picked up sings by itself. */
export function soundOf(event: Event): string | undefined {
  if (event.type === 'Composed') return melodyOf([event.card]);
  if (event.type === 'Took' || event.type === 'Exchanged') return 'paper';
  if (event.type === 'Discarded') return 'wood';
  if (event.type === 'ToneSet') return 'bell';
  return event.type === 'Passed' ? 'tap' : undefined;
}
