// The frame around the window, on which the points climb: where its tracks run.
import { RADIUS, type Point } from './geometry.ts';

export const INNER = RADIUS * 1.018;
export const TRACK = RADIUS * 1.06;
export const OUTER = RADIUS * 1.1;
export const HALF = RADIUS * 1.125; // half of what is drawn: its height,
export const HALF_WIDE = RADIUS * 1.075; // and its width
const SIDES = 10;
const GAP = 0.022; // between two tracks, as a part of the whole

const corner = (number: number, radius: number): Point => {
  const angle = (number * 2 * Math.PI) / SIDES;
  return { x: radius * Math.sin(angle), y: -radius * Math.cos(angle) };
};

export const decagon = (radius: number): Point[] =>
  Array.from({ length: SIDES }, (_, number) => corner(number, radius));

/** A part of the way around, clockwise from the top. */
export function onRim(part: number, radius = TRACK): Point {
  const way = ((part % 1) + 1) % 1;
  const number = Math.floor(way * SIDES);
  const [a, b, rest] = [corner(number, radius), corner(number + 1, radius), way * SIDES - number];
  return { x: a.x + rest * (b.x - a.x), y: a.y + rest * (b.y - a.y) };
}

/** A stretch of the frame, around its corners. */
export function stretch(from: number, to: number, radius = TRACK): string {
  const points = [onRim(from, radius)];
  for (let number = Math.floor(from * SIDES) + 1; number < to * SIDES; number++)
    points.push(corner(number, radius));
  points.push(onRim(to, radius));
  return `M${points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}`;
}

/** Whose points climb where: mine at the bottom, the next to the left. */
export function track(number: number, count: number, mine: number): { from: number; to: number } {
  const centre = 0.5 + (number - mine) / count;
  const half = 0.5 / count - GAP;
  return { from: centre - half, to: centre + half };
}

/** Where a count of points stands on a track. */
export const peg = ({ from, to }: { from: number; to: number }, points: number, goal: number): number =>
  from + (Math.min(points, goal) / goal) * (to - from);
