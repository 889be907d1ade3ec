// Where the glass lies: the integers of board.json as points of a drawing, worked out once.
import { given } from '$web/lib/given.ts';
import board from './board.json';
import type { Piece } from './scene.ts';

export interface Point {
  x: number;
  y: number;
}
type Edge = readonly [number, number]; // corners

export const SIDE = 50; // the short edge of a tile
export const RADIUS = (2 * SIDE * (1 + Math.sqrt(5)) ** 3) / 8; // of the decagon
const UP = 108; // the direction that is drawn upwards, in degrees

/** a + bz + cz² + dz³ with z = e^{iπ/5}, turned until UP is up. */
function point(corner: readonly number[]): Point {
  let [x, y] = [0, 0];
  corner.forEach((count, power) => {
    const angle = ((36 * power + 90 - UP) * Math.PI) / 180;
    x += count * Math.cos(angle);
    y -= count * Math.sin(angle);
  });
  return { x: x * SIDE, y: y * SIDE };
}

export interface Space {
  kind: 'kite' | 'dart' | 'sliver';
  corners: readonly number[];
  points: readonly Point[];
}

const CORNERS = board.corners.map(point);
export const SPACES: readonly Space[] = board.spaces.map(([kind, ...corners]) => ({
  kind: kind as Space['kind'],
  corners: corners as number[],
  points: (corners as number[]).map((corner) => given(CORNERS[corner])),
}));

/** Circles, stars and the Centre Ring by name. */
export const FIGURES: Readonly<Record<string, readonly number[]>> = board.figures;
const FIGURE_OF = new Map(
  Object.entries(FIGURES).flatMap(([name, spaces]) => spaces.map((space) => [space, name])),
);
export const figureOf = (space: number): string | undefined => FIGURE_OF.get(space);

// Outlines

const edgesOf = ({ corners }: Space): Edge[] =>
  corners.map((corner, index) => [corner, given(corners[(index + 1) % corners.length])]);
const same = ([a, b]: Edge): string => (a < b ? `${a} ${b}` : `${b} ${a}`);

/** The edges that only one of these spaces has. */
function outerEdges(spaces: readonly number[]): Edge[] {
  const edges = spaces.flatMap((space) => edgesOf(given(SPACES[space])));
  const count = new Map<string, number>();
  for (const edge of edges) count.set(same(edge), (count.get(same(edge)) ?? 0) + 1);
  return edges.filter((edge) => count.get(same(edge)) === 1);
}

/** The corners around some connected spaces, in order; what is inside is left out. */
export function outline(spaces: readonly number[]): Point[] {
  const left = outerEdges(spaces);
  const [start, second] = given(left.shift());
  const walk = [start, second];
  while (left.length) {
    const at = given(walk.at(-1));
    const next = left.findIndex((edge) => edge.includes(at));
    if (next < 0) break; // the rest lies around a hole
    const [a, b] = given(left.splice(next, 1)[0]);
    walk.push(a === at ? b : a);
  }
  return walk.slice(0, -1).map((corner) => given(CORNERS[corner]));
}

const written = (value: number): string => value.toFixed(1).replace(/\.0$/, '');
export const pathOf = (points: readonly Point[]): string =>
  `M${points.map(({ x, y }) => `${written(x)} ${written(y)}`).join('L')}z`;

/** The lead lines inside a piece. */
export function innerPath(spaces: readonly number[]): string {
  const outer = new Set(outerEdges(spaces).map(same));
  const inner = new Map(
    spaces.flatMap((space) => edgesOf(given(SPACES[space]))).map((edge) => [same(edge), edge]),
  );
  const line = ([a, b]: Edge) => [a, b].map((corner) => given(CORNERS[corner]));
  const lines = [...inner].filter(([name]) => !outer.has(name)).map(([, edge]) => line(edge));
  return lines
    .map(
      ([a, b]) =>
        `M${written(given(a).x)} ${written(given(a).y)}L${written(given(b).x)} ${written(given(b).y)}`,
    )
    .join('');
}

// Where something lies

export function middle(points: readonly Point[]): Point {
  const sum = points.reduce((all, { x, y }) => ({ x: all.x + x, y: all.y + y }), { x: 0, y: 0 });
  return { x: sum.x / points.length, y: sum.y / points.length };
}

/** Around the centre, clockwise from the top, from 0 to 2π. */
export const angleOf = ({ x, y }: Point): number => (Math.atan2(x, -y) + 2 * Math.PI) % (2 * Math.PI);

export const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

export function isInside({ x, y }: Point, points: readonly Point[]): boolean {
  let inside = false;
  points.forEach((a, index) => {
    const b = given(points[(index + 1) % points.length]);
    if (a.y > y !== b.y > y && x < a.x + ((y - a.y) / (b.y - a.y)) * (b.x - a.x)) inside = !inside;
  });
  return inside;
}

/** The space at a point of the drawing; undefined: outside the window. */
export function spaceAt(at: Point): number | undefined {
  const found = SPACES.findIndex(({ points }) => isInside(at, points));
  return found < 0 ? undefined : found;
}

/** Where the tips of a figure meet: there it says how it stands. */
export const tipOf = (name: string): Point => {
  const [first] = given(FIGURES[name]);
  return given(SPACES[given(first)]?.points[0]);
};

/** The same; the Centre Ring has no tips. */
export const centreOf = (name: string): Point =>
  name === 'centre_ring' ? { x: 0, y: 1.75 * SIDE } : tipOf(name);

export const placesOf = (piece: Piece): readonly (readonly number[])[] => board.placements[piece];
