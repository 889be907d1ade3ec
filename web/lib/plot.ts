// The chances to win along a table, as a drawing: where each lies, and what lies near a finger.
import type { Decision, Forecast } from './wire.ts';

export interface Frame {
  width: number;
  height: number;
  left: number; // room for the scale
  right: number; // for whom a line belongs to
  top: number;
  bottom: number;
  steps: number;
}

export const x = (frame: Frame, step: number): number =>
  frame.left + ((frame.width - frame.left - frame.right) * step) / Math.max(frame.steps, 1);

export const y = (frame: Frame, odds: number): number =>
  frame.height - frame.bottom - (frame.height - frame.top - frame.bottom) * odds;

/** The step under a finger. */
export function stepAt(frame: Frame, at: number): number {
  const part = (at - frame.left) / (frame.width - frame.left - frame.right);
  return Math.round(Math.min(Math.max(part, 0), 1) * frame.steps);
}

/** What a seat's chances were after so many steps: what was forecast last holds until the next. */
export function oddsAt(forecasts: readonly Forecast[], seat: number, step: number): number {
  const last = forecasts.findLast((one) => one.step <= step) ?? forecasts[0];
  return last?.odds[seat] ?? 0;
}

export const line = (frame: Frame, forecasts: readonly Forecast[], seat: number): string =>
  forecasts
    .map(({ step, odds }) => `${x(frame, step).toFixed(1)},${y(frame, odds[seat] ?? 0).toFixed(1)}`)
    .join(' ');

/** Signs for what was done, by kind: told apart by their shape. */
const SHAPES = ['M0-6.500 6.500 0 0 6.500-6.500 0z', 'M0-6.500 6.500 5-6.500 5z', 'M-5-5h10v10h-10z'];
export const shape = (kinds: readonly string[], kind: string): string =>
  SHAPES[kinds.indexOf(kind) % SHAPES.length] ?? '';

export const kindsOf = (decisions: readonly Decision[]): string[] => [
  ...new Set(decisions.map(({ kind }) => kind)),
];

/** Lines that end at the same height keep their names apart. */
export function apart(ends: readonly number[], room: number, least: number, most: number): number[] {
  const order = ends.map((_, i) => i).sort((a, b) => (ends[a] ?? 0) - (ends[b] ?? 0));
  const found = [...ends];
  let free = least;
  for (const i of order) {
    found[i] = Math.max(found[i] ?? 0, free);
    free = (found[i] ?? 0) + room;
  }
  let bound = most;
  for (const i of order.reverse()) {
    found[i] = Math.min(found[i] ?? 0, bound);
    bound = (found[i] ?? 0) - room;
  }
  return found;
}
