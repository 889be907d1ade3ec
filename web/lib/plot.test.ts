// Where chances lie in the drawing, and which step a finger means.
import { expect, it } from 'vitest';
import { apart, oddsAt, stepAt, x, y, type Frame } from './plot.ts';

const frame: Frame = { width: 120, height: 60, left: 10, right: 10, top: 5, bottom: 5, steps: 10 };
const forecasts = [
  { step: 0, odds: [0.5, 0.5] },
  { step: 4, odds: [0.9, 0.1] },
  { step: 10, odds: [0, 1] },
];

it('finds the step that was drawn there, and the nearest end beyond', () => {
  expect([0, 3, 10].map((step) => stepAt(frame, x(frame, step)))).toEqual([0, 3, 10]);
  expect([-50, 500].map((at) => stepAt(frame, at))).toEqual([0, 10]);
});

it('draws a sure victory at the top and none at the foot', () => {
  expect([y(frame, 1), y(frame, 0)]).toEqual([5, 55]);
});

it('never says chances that nobody forecast: between two, those of the first hold', () => {
  expect([0, 2, 4, 7, 12].map((step) => oddsAt(forecasts, 0, step))).toEqual([0.5, 0.5, 0.9, 0.9, 0]);
});

it('keeps the names of lines apart that end together, within the frame', () => {
  expect(apart([50, 50, 5], 20, 0, 55)).toEqual([35, 55, 5]);
});
