// On stage: stories with most hands first, line by line, and the beginnings at last.
import { expect, it } from 'vitest';
import { stories, type Chain, type Letter } from './scene.ts';
import { sheetsOf, Unfolding } from './unfolding.svelte.ts';

const chain = (letter: Letter, ...seats: number[]): Chain => ({
  letter,
  lines: seats.map((seat) => ({ seat, words: `${letter} by ${seat}`, at: 0 })),
  faded: false,
});

const told = stories([
  chain('A1', 0),
  chain('B1', 0, 0, 0),
  chain('C1', 0, 1, 2),
  chain('D1', 2),
  chain('A2', 1, 2),
]);

it('begins with the stories of most hands, and lays those only begun on the last sheet', () => {
  expect(sheetsOf(told).map(({ chains }) => chains.map(({ letter }) => letter))).toEqual([
    ['C1'],
    ['A2'],
    ['B1'],
    ['A1', 'D1'],
  ]);
});

it('shows a line after the other, then the next sheet, and says when it is over', () => {
  const unfolding = new Unfolding(sheetsOf(told), () => false);
  expect([unfolding.shown, unfolding.whole]).toEqual([0, false]);
  unfolding.more();
  expect(unfolding.shown).toBe(1);
  unfolding.forward();
  expect([unfolding.at, unfolding.shown, unfolding.whole]).toEqual([0, 3, true]);
  unfolding.forward();
  expect([unfolding.at, unfolding.shown]).toEqual([1, 0]);
  unfolding.back();
  expect(unfolding.at).toBe(0);
  for (let tap = 0; tap < 7; tap++) unfolding.forward();
  expect([unfolding.at, unfolding.last, unfolding.whole]).toEqual([3, true, true]);
  expect(unfolding.forward()).toBe(false);
});

it('shows whole sheets to who wants no motion', () => {
  const unfolding = new Unfolding(sheetsOf(told), () => true);
  expect(unfolding.whole).toBe(true);
  unfolding.forward();
  expect([unfolding.at, unfolding.whole]).toEqual([1, true]);
});
