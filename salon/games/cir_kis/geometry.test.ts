// The drawing keeps the promises of the tiling.
import { expect, it } from 'vitest';
import {
  angleOf,
  distance,
  FIGURES,
  middle,
  outline,
  placesOf,
  RADIUS,
  SIDE,
  spaceAt,
  SPACES,
  tipOf,
  type Point,
} from './geometry.ts';
import { isTouching, shapeOf } from './shape.ts';
import { PIECES } from './scene.ts';
import { FLAT } from './flat.ts';

const area = (points: readonly Point[]): number =>
  Math.abs(
    points.reduce(
      (all, { x, y }, i) =>
        all + x * points[(i + 1) % points.length]!.y - y * points[(i + 1) % points.length]!.x,
      0,
    ),
  ) / 2;
const places = PIECES.flatMap((piece) => placesOf(piece).map((spaces) => ({ piece, spaces })));

it('has 90 kites, 65 darts and 10 slivers', () => {
  const count = (kind: string) => SPACES.filter((space) => space.kind === kind).length;
  expect([SPACES.length, count('kite'), count('dart'), count('sliver')]).toEqual([165, 90, 65, 10]);
});

it('draws the whole window as a decagon with a corner at the top', () => {
  const rim = outline(SPACES.map((_, space) => space));
  expect(rim).toHaveLength(30);
  const far = rim.filter((one) => Math.abs(distance(one, { x: 0, y: 0 }) - RADIUS) < 1e-6);
  expect(far).toHaveLength(10);
  expect(far.some(({ x, y }) => Math.abs(x) < 1e-6 && y < 0)).toBe(true);
});

it('cancels the edges inside a piece', () => {
  expect(places).toHaveLength(500);
  for (const { spaces } of places) {
    const parts = spaces.map((space) => area(SPACES[space]!.points)).reduce((a, b) => a + b);
    expect(area(outline(spaces))).toBeCloseTo(parts, 3);
  }
  expect(outline(placesOf('kite')[0]!)).toHaveLength(6); // the notch of its dart is gone
});

it('puts the first circle and star in the north and the others clockwise', () => {
  const degrees = (name: string) => Math.round((angleOf(tipOf(name)) * 180) / Math.PI) % 360;
  expect([1, 2, 3, 4, 5].map((n) => degrees(`circle_${n}`))).toEqual([0, 72, 144, 216, 288]);
  expect([6, 7, 8, 9, 10].map((n) => degrees(`circle_${n}`))).toEqual([36, 108, 180, 252, 324]);
  expect([1, 2, 3, 4, 5].map((n) => degrees(`star_${n}`))).toEqual([0, 72, 144, 216, 288]);
  expect(distance(tipOf('star_0'), { x: 0, y: 0 })).toBeCloseTo(0);
});

it('finds the space under a point', () => {
  SPACES.forEach(({ points }, space) => expect(spaceAt(middle(points))).toBe(space));
  expect(spaceAt({ x: RADIUS, y: RADIUS })).toBeUndefined();
});

it('leaves room for a symbol in every piece, away from where figures say how they stand', () => {
  const tips = Object.keys(FIGURES)
    .filter((name) => name !== 'centre_ring')
    .map(tipOf);
  for (const { spaces } of places) {
    const { seal } = shapeOf(spaces);
    expect(spaces).toContain(spaceAt(seal));
    expect(seal.room).toBeGreaterThan(SIDE / 8);
    for (const tip of tips) expect(distance(seal, tip)).toBeGreaterThan(SIDE * 0.4);
  }
});

it('knows what touches in an edge or a point', () => {
  expect([isTouching([0], [1]), isTouching([0], [2]), isTouching([0], [160])]).toEqual([true, true, false]);
});

it('lays the shapes of the tray flat, without changing their size', () => {
  for (const piece of PIECES) {
    const { wide, high } = FLAT[piece];
    expect(wide).toBeGreaterThanOrEqual(high - 0.1);
  }
});
