// The arrows lead everywhere.
import { expect, it } from 'vitest';
import { angleOf, distance, placesOf } from './geometry.ts';
import { shapeOf } from './shape.ts';
import { around, step, type Way } from './navigate.ts';
import { PIECES } from './scene.ts';

const centres = (piece: (typeof PIECES)[number]) => placesOf(piece).map((spaces) => shapeOf(spaces).centre);

it.each(PIECES)('goes around through every place of the %s and comes back', (piece) => {
  const places = centres(piece);
  const seen = new Set<number>();
  let at = around(places)[0]!;
  for (let steps = 0; steps < places.length; steps++) {
    seen.add(at);
    const next = step(places, at, 'clockwise');
    expect(step(places, next, 'back')).toBe(at);
    at = next;
  }
  expect(seen.size).toBe(places.length);
  expect(at).toBe(around(places)[0]);
});

it('goes clockwise from the top', () => {
  const places = centres('wedge');
  const angles = around(places).map((at) => Math.round(angleOf(places[at]!) * 1e4));
  expect(angles).toEqual(angles.toSorted((a, b) => a - b));
});

it.each(['out', 'in'] as Way[])('goes further %s, and stops at the end', (way) => {
  const places = centres('hook');
  const far = (at: number) => distance(places[at]!, { x: 0, y: 0 });
  for (let from = 0; from < places.length; from++) {
    const to = step(places, from, way);
    if (to === from) continue;
    expect(way === 'out' ? far(to) > far(from) : far(to) < far(from)).toBe(true);
  }
  let at = 0;
  for (let steps = 0; steps < 60; steps++) at = step(places, at, way);
  expect(step(places, at, way)).toBe(at);
});

it('stays where it is when there is one place only', () => {
  const here = [{ x: 5, y: 5 }];
  expect((['clockwise', 'back', 'out', 'in'] as Way[]).map((way) => step(here, 0, way))).toEqual([
    0, 0, 0, 0,
  ]);
});
