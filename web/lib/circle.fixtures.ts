// A circle for tests of the page.
import { enterCircle, type Circle } from './circle.svelte.ts';
import type { CircleSections, Person } from './wire.ts';

export const member = (number: number, name: string, more: Partial<Person> = {}): Person => ({
  number,
  name,
  symbol: 'moon',
  here: true,
  host: false,
  watches: false,
  mine: false,
  beside: null,
  ...more,
});

export const sections = (more: Partial<CircleSections> = {}): CircleSections => ({
  circle: {
    id: 'c',
    name: '',
    code: 'ABCD',
    locked: false,
    sound: false,
    opened: 0,
    finished: 0,
    may_take_over: false,
  },
  people: [],
  now: { where: 'room', table: null, game: null, tables: [] },
  wishes: {},
  teams: [],
  claims: [],
  ...more,
});

/** A connection on which nobody says anything. */
export class SilentSocket {
  send(): void {
    return;
  }
  close(): void {
    return;
  }
}

/** The circle 'c', which this page is in; needs a WebSocket that tests have faked. */
export function inCircle(more: Partial<CircleSections> = {}): Circle {
  const circle = enterCircle('c');
  circle.sections = sections(more);
  return circle;
}
