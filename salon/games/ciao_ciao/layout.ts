// Where everything stands: the bridge, the banks and the podium, fitted into any rectangle.
import { given } from '$web/lib/given.ts';
import type { Token } from './scene.ts';

export interface Point {
  x: number;
  y: number;
}

export interface Place extends Point {
  scale: number; // things far away are smaller
}

export interface Plank extends Place {
  corners: [Point, Point, Point, Point]; // near left, near right, far right, far left
}

export interface Step extends Point {
  width: number;
  height: number; // y is the tread
}

/** A speech bubble: where its tail points from, and to which side it opens. */
export interface Bubble extends Point {
  side: 1 | -1;
  size: number;
}

export interface Layout {
  width: number;
  height: number;
  unit: number; // the height of a pawn that stands near
  wide: boolean;
  shore: number; // y where the far bank meets the water
  planks: Plank[];
  far: Place; // the end of the bridge on the far bank
  steps: Step[];
  stump: Place; // where the cup stands
  lair: Place; // where something lives
  axis: Point; // along a plank, of length 1
  breadth: number; // of the bridge, near
}

const FAR = 0.72; // the scale at the far bank
const ROOMY = 500; // px of the frame: on less, the bridge never lies across

export function layOut(width: number, height: number, planks: number, steps: number, frame = width): Layout {
  const wide = frame >= ROOMY && width > height * 1.1;
  const unit = Math.max(22, Math.min(height / 9.4, width / (wide ? 13 : 8.6), 64));
  const shore = unit * 2.65;
  const tilt = wide ? 0.16 : 0.03;
  const axis = { x: Math.cos(tilt), y: Math.sin(tilt) };
  const breadth = Math.min(unit * 5.4, width * (wide ? 0.3 : 0.58));
  const from = { x: width * (wide ? 0.235 : 0.47), y: height - unit * (wide ? 0.75 : 0.55) };
  const to = { x: width * (wide ? 0.68 : 0.5), y: shore + unit * 0.12 };
  const bend = wide ? width * 0.06 : width * 0.12;
  const near = { x: from.x + bend, y: mix(from.y, to.y, 0.3) };
  const away = { x: to.x - bend * 1.1, y: mix(from.y, to.y, 0.66) };
  const at = (t: number): Place => ({ ...curve(from, near, away, to, t), scale: mix(1, FAR, t) });
  const edge = (t: number, side: number, lift = 0): Point => {
    const { x, y, scale } = at(t);
    const reach = (side * breadth * scale) / 2;
    return { x: x + axis.x * reach, y: y + axis.y * reach + lift };
  };
  const ends = spread(planks);
  return {
    width,
    height,
    unit,
    wide,
    shore,
    axis,
    breadth,
    planks: ends.slice(0, -1).map((start, index) => {
      const end = ends[index + 1] ?? 1;
      const gap = (end - start) * 0.1;
      const [t0, t1] = [start + gap, end - gap];
      const askew = Math.sin(index * 2.3) * unit * 0.035; // no two planks are nailed alike
      return {
        ...at(mix(t0, t1, 0.42)),
        corners: [edge(t0, -1, askew), edge(t0, 1), edge(t1, 1), edge(t1, -1, askew)],
      };
    }),
    far: { x: to.x, y: shore - unit * 0.14, scale: FAR },
    steps: staircase(width, unit, shore, steps, wide),
    stump: wide
      ? { x: width * 0.7, y: height - unit * 0.55, scale: 1.35 }
      : { x: width - unit * 0.95, y: height - unit * 0.6, scale: 1 },
    lair: wide
      ? { x: width * 0.82, y: height * 0.72, scale: 1.5 }
      : { x: width - unit * 1.12, y: mix(shore, height, 0.33), scale: 0.95 },
  };
}

/** Where a pawn stands; every seat has its own lane on the bridge. */
export function placeOf(layout: Layout, token: Token, lanes: number, champion = false): Place {
  const { unit, planks, steps, far } = layout;
  if (token.sinking) return waterAt(layout, token);
  if (token.step > 0) {
    const { x, y, width } = given(steps[Math.min(token.step, steps.length) - 1]);
    return { x: x + width / 2, y: y + unit * 0.04, scale: Math.min(FAR, (width / unit) * 1.25) };
  }
  const here = planks[token.plank - 1] ?? far;
  if (champion && here === far) return { ...far, y: far.y + unit * 0.3, scale: 1.15 };
  const room = Math.min(layout.breadth * 0.68, unit * 1.5 * (lanes - 1)) * here.scale;
  const lane = lanes > 1 ? (token.seat / (lanes - 1) - 0.5) * room + layout.breadth * 0.065 * here.scale : 0;
  return { x: here.x + lane * layout.axis.x, y: here.y + lane * layout.axis.y, scale: here.scale };
}

/** Where a pawn meets the water: beside the bridge, on the side where the cup and the beast are not. */
export function waterAt(layout: Layout, { plank, step }: Pick<Token, 'plank' | 'step'>): Place {
  const { planks, unit, shore, breadth, axis } = layout;
  const from = given(planks[step > 0 ? planks.length - 1 : Math.min(plank, planks.length) - 1]);
  const side = layout.wide ? 1 : -1;
  const reach = side * ((breadth * from.scale) / 2 + unit * (layout.wide ? 0.9 : 0.55));
  const y = from.y + axis.y * reach + unit * 0.3;
  return { x: from.x + axis.x * reach, y: Math.max(y, shore + unit * 0.5), scale: from.scale };
}

const head = (unit: number, { x, y, scale }: Place) => ({
  x,
  y: y - 0.775 * Math.max(unit, 32) * scale,
  reach: 0.34 * Math.max(unit, 32) * scale,
});

/** A bubble beside a pawn, on the side where it hides no other pawn's symbol and no number. */
export function bubbleAt(layout: Layout, place: Place, others: Place[]): Bubble {
  const { unit, width, steps, stump } = layout;
  const size = Math.max(unit, 36) / 48;
  const obstacles = [
    ...others.map((other) => head(unit, other)),
    ...steps.map(({ x, y, width }) => ({ x: x + width / 2, y: y + unit * 0.3, reach: unit * 0.3 })),
    { x: stump.x, y: stump.y - unit * 0.5, reach: unit * 0.5 },
  ];
  const first = place.x < width * 0.6 ? 1 : -1;
  const choices = [0, 0.55, 0.9, 1.3].flatMap((low) =>
    [first, -first].map((side): Bubble => ({
      x: place.x + side * unit * 0.35 * place.scale,
      y: place.y - unit * (0.8 - low) * place.scale,
      side: side > 0 ? 1 : -1,
      size,
    })),
  );
  const hidden = (bubble: Bubble) => {
    const [x, y] = [bubble.x + bubble.side * 29 * size, bubble.y - 28 * size];
    const outside = x < 29 * size || x > width - 29 * size || y < 22 * size ? 9 : 0;
    const over = obstacles.filter(
      (it) =>
        Math.hypot(Math.max(0, Math.abs(it.x - x) - 26 * size), Math.max(0, Math.abs(it.y - y) - 19 * size)) <
        it.reach,
    );
    return outside + over.length;
  };
  return choices.reduce((best, other) => (hidden(other) < hidden(best) ? other : best));
}

/** The steps rise from left to right, as wide as there is room for. */
function staircase(width: number, unit: number, shore: number, count: number, wide: boolean): Step[] {
  const all = Math.min(width * (wide ? 0.6 : 0.95), count * unit * 1.05);
  const left = wide ? Math.min(width * 0.68 - all / 2, width * 0.985 - all) : (width - all) / 2;
  return Array.from({ length: count }, (_, index) => {
    const height = unit * (0.5 + (0.95 * (index + 1)) / count);
    return { x: left + (all / count) * index, y: shore - unit * 0.32 - height, width: all / count, height };
  });
}

/** Where planks begin along the bridge: those far away are shorter. */
function spread(planks: number): number[] {
  const lengths = Array.from({ length: planks }, (_, index) => mix(1, FAR, index / planks));
  const whole = lengths.reduce((sum, length) => sum + length, 0);
  let sum = 0;
  return [0, ...lengths.map((length) => (sum += length) / whole)];
}

function curve(a: Point, b: Point, c: Point, d: Point, t: number): Point {
  const s = 1 - t;
  const by = (axis: 'x' | 'y') =>
    s * s * s * a[axis] + 3 * s * s * t * b[axis] + 3 * s * t * t * c[axis] + t * t * t * d[axis];
  return { x: by('x'), y: by('y') };
}

export function mix(from: number, to: number, t: number): number {
  return from + (to - from) * t;
}

/** Numbers that look random and are the same every time: reeds do not jump about. */
export function* scatter(seed: number): Generator<number, never> {
  for (let state = seed; ;) {
    state = (state * 16807) % 2147483647;
    yield state / 2147483647;
  }
}
