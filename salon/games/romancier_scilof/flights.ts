// Which envelopes travel when something happens, from where to where on the board.
import type { Event } from './scene.ts';

/** A place on the board, by its data-anchor: a hand, a pigeon-hole, one of its two slots, the basket. */
export type Anchor = 'hand' | 'basket' | `hole:${number}` | `in:${number}` | `out:${number}`;

export interface Flight {
  from: Anchor;
  to: Anchor;
  seat: number; // whose envelope
}

export function flights(event: Event, me: number | null): Flight[] {
  const home = (seat: number): Anchor => (seat === me ? 'hand' : `hole:${seat}`);
  switch (event.type) {
    case 'Posted':
      return [{ from: home(event.seat), to: office(event.seat, event.to, me), seat: event.seat }];
    case 'Answered':
      return [
        { from: home(event.seat), to: home(event.to), seat: event.seat },
        { from: office(event.to, event.seat, me), to: home(event.seat), seat: event.to },
      ];
    case 'Refused':
      return [{ from: office(event.to, event.seat, me), to: home(event.to), seat: event.to }];
    case 'Recalled':
      return [{ from: office(event.seat, event.to, me), to: home(event.seat), seat: event.seat }];
    case 'Discarded':
      return [{ from: home(event.seat), to: 'basket', seat: event.seat }];
    case 'Drew':
      return me === null ? [] : [{ from: 'basket', to: 'hand', seat: me }];
    default:
      return [];
  }
}

/** Where mail lies in the office: in the slot that is drawn for it, or with its addressee. */
function office(sender: number, to: number, me: number | null): Anchor {
  if (sender === me) return `out:${to}`;
  return to === me ? `in:${sender}` : `hole:${to}`;
}

const SOUNDS: Partial<Record<Event['type'], string>> = {
  Posted: 'paper',
  Answered: 'paper',
  Refused: 'tap',
  Discarded: 'paper',
  Closed: 'bell',
  Paused: 'wood',
  Merged: 'bell',
  Invited: 'paper',
};

/** What is heard of it. */
export const soundOf = (event: Event): string | undefined => SOUNDS[event.type];

/** Whom one says bonjour to: those who are at this counter now and were not before. */
export const newcomers = (before: readonly number[], now: readonly number[], me: number | null): number[] =>
  before.length === 0 ? [] : now.filter((seat) => seat !== me && !before.includes(seat));
