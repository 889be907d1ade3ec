// From place to place with the arrows: around the centre, and outwards or inwards.
import { given } from '$web/lib/given.ts';
import { angleOf, distance, type Point } from './geometry.ts';

export type Way = 'clockwise' | 'back' | 'out' | 'in';
export const WAYS: Readonly<Record<string, Way>> = {
  ArrowRight: 'clockwise',
  ArrowLeft: 'back',
  ArrowUp: 'out',
  ArrowDown: 'in',
  PageDown: 'clockwise',
  PageUp: 'back',
  '.': 'clockwise',
  ',': 'back',
};

const CENTRE = { x: 0, y: 0 };
const NEAR = 1e-6; // coordinates are not exact
const far = (at: Point): number => distance(at, CENTRE);

/** By angle from the top, then from the inside to the outside: every place once. */
export function around(places: readonly Point[]): number[] {
  const round = (value: number) => Math.round(value * 1e4);
  const key = (at: Point) => [far(at) < 1 ? 0 : round(angleOf(at)), round(far(at))] as const;
  const keys = places.map(key);
  return places
    .map((_, index) => index)
    .sort((a, b) => given(keys[a])[0] - given(keys[b])[0] || given(keys[a])[1] - given(keys[b])[1]);
}

/** The place that an arrow leads to. */
export function step(places: readonly Point[], from: number, way: Way): number {
  if (way === 'clockwise' || way === 'back') {
    const order = around(places);
    const at = order.indexOf(from) + (way === 'clockwise' ? 1 : -1);
    return given(order.at(at % order.length));
  }
  return radially(places, from, way === 'out' ? 1 : -1);
}

/** The nearest place that lies further out (or in), rather ahead than aside. */
function radially(places: readonly Point[], from: number, sign: 1 | -1): number {
  const here = given(places[from]);
  let [best, least] = [from, Infinity];
  places.forEach((place, index) => {
    const ahead = sign * (far(place) - far(here));
    if (ahead < NEAR) return;
    const cost = distance(place, here) ** 2 / ahead;
    if (cost < least) [best, least] = [index, cost];
  });
  return best;
}
