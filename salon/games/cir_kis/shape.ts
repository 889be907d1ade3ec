// Pieces on the window: their outline, where a symbol has room in them, what they touch.
import { given } from '$web/lib/given.ts';
import {
  distance,
  FIGURES,
  innerPath,
  isInside,
  middle,
  outline,
  pathOf,
  SIDE,
  SPACES,
  tipOf,
  type Point,
} from './geometry.ts';

function toEdge(at: Point, a: Point, b: Point): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const along = ((at.x - a.x) * dx + (at.y - a.y) * dy) / (dx * dx + dy * dy);
  const near = Math.min(Math.max(along, 0), 1);
  return distance(at, { x: a.x + near * dx, y: a.y + near * dy });
}

const TIPS = Object.keys(FIGURES)
  .filter((name) => name !== 'centre_ring')
  .map(tipOf);
const BADGE = SIDE * 0.45; // what it needs there

function room(at: Point, points: readonly Point[]): number {
  if (!isInside(at, points)) return 0;
  const edges = points.map((a, i) => toEdge(at, a, given(points[(i + 1) % points.length])));
  return Math.min(...edges, ...TIPS.map((tip) => distance(at, tip) - BADGE));
}

const GRID = 14; // how finely a shape is searched

/** The point of a shape that has the most room around it: for a symbol. */
function roomiest(points: readonly Point[]): Point & { room: number } {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const [wide, high] = [Math.max(...xs) - left, Math.max(...ys) - top];
  let best = { ...middle(points), room: 0 };
  for (let i = 1; i < GRID * GRID; i++) {
    const at = { x: left + ((i % GRID) / GRID) * wide, y: top + (Math.floor(i / GRID) / GRID) * high };
    const here = room(at, points);
    if (here > best.room) best = { ...at, room: here };
  }
  return best;
}

/** A set of spaces as it is drawn. */
export interface Shape {
  path: string;
  inner: string;
  centre: Point;
  seal: Point & { room: number }; // where a symbol has room
  near: ReadonlySet<number>; // these spaces and all that touch them, in an edge or a point
}

/** How large a symbol may be where there is so much room. */
export const sealSize = (room: number): number => Math.min(room * 1.25, 30);

const AROUND = new Map<number, number[]>(); // by corner: the spaces there
SPACES.forEach(({ corners }, space) => {
  for (const corner of corners) AROUND.set(corner, [...(AROUND.get(corner) ?? []), space]);
});
const nearOf = (spaces: readonly number[]): ReadonlySet<number> =>
  new Set(
    spaces.flatMap((space) => given(SPACES[space]).corners.flatMap((corner) => given(AROUND.get(corner)))),
  );

const SHAPES = new Map<string, Shape>();

export function shapeOf(spaces: readonly number[]): Shape {
  const name = spaces.join();
  let shape = SHAPES.get(name);
  if (!shape) {
    const points = outline(spaces);
    const centre = middle(spaces.map((space) => middle(given(SPACES[space]).points)));
    const [path, inner, seal, near] = [pathOf(points), innerPath(spaces), roomiest(points), nearOf(spaces)];
    shape = { centre, path, inner, seal, near };
    SHAPES.set(name, shape);
  }
  return shape;
}

/** Whether two sets of spaces meet in an edge or a point. */
export const isTouching = (some: readonly number[], others: readonly number[]): boolean =>
  others.some((space) => shapeOf(some).near.has(space));
