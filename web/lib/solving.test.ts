// Solving: a wrong try costs something and leaves the position, a right one goes on.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { nim } from './puzzle.fixtures.ts';
import type { Mark } from './puzzles.ts';
import { PACE, Solving } from './solving.svelte.ts';
import type { Tagged } from './wire.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const grab = (sticks: number): Tagged => ({ type: 'Grab', sticks });
const sticks = (solving: Solving) => (solving.frame.view as unknown as { sticks: number }).sticks;

function begun(before?: Mark) {
  const marks: Mark[] = [];
  const solving = new Solving(nim(), (mark) => void marks.push(mark), before);
  return { solving, marks };
}

it('says what a wrong try gives away, and lets one try again', () => {
  const { solving } = begun();
  expect(solving.try(grab(1))).toEqual({ right: false, best: 90, odds: 10 });
  expect(solving.try(grab(2))).toEqual({ right: false, best: 90, odds: 0 });
  expect([sticks(solving), solving.tries, solving.end]).toEqual([15, 2, null]);
  expect(solving.moves).toHaveLength(3);
});

it('shows the answer of the others and asks for the next move, until all are found', () => {
  const { solving, marks } = begun();
  expect(solving.try(grab(3))).toEqual({ right: true });
  expect([sticks(solving), solving.moves]).toEqual([12, []]);
  vi.advanceTimersByTime(PACE);
  expect([sticks(solving), solving.turn, solving.moves.length]).toEqual([11, 1, 3]);
  expect(solving.fresh.map(({ id, event }) => [id, event.seat])).toEqual([[1, 1]]);
  solving.try(grab(3));
  expect([sticks(solving), solving.end, solving.goesOn]).toEqual([8, 'solved', true]);
  solving.follow();
  expect([solving.going, solving.shown]).toEqual([true, true]);
  vi.advanceTimersByTime(PACE);
  expect([sticks(solving), solving.goesOn]).toEqual([6, false]);
  expect(marks.at(-1)).toEqual({ puzzle: 'nim', tries: 0, hints: 0, end: 'solved', first: 2 });
});

it('remembers the first choice, whatever comes after it', () => {
  const { solving } = begun();
  solving.try(grab(2));
  solving.try(grab(3));
  vi.advanceTimersByTime(PACE);
  solving.try(grab(1));
  expect(solving.first).toBe(1);
});

it('plays the solution to whoever gives up, who has chosen nothing', () => {
  const { solving, marks } = begun();
  solving.giveUp();
  expect(solving.shown).toBe(false);
  vi.advanceTimersByTime(9 * PACE);
  expect([sticks(solving), solving.end, solving.shown]).toEqual([8, 'shown', true]);
  expect(marks.at(-1)?.first).toBe(null);
});

it('moves nothing any more when its page is left', () => {
  const { solving } = begun();
  solving.close();
  solving.try(grab(3));
  vi.advanceTimersByTime(9 * PACE);
  expect(sticks(solving)).toBe(15);
});

it('stands at its end for whoever comes back', () => {
  const { solving } = begun({ puzzle: 'nim', tries: 1, hints: 0, end: 'solved', first: 0 });
  expect([sticks(solving), solving.moves, solving.tries]).toEqual([8, [], 1]);
});
