// RYTHM cards by kind, and the exchange that a choice of them is.
import { expect, it } from 'vitest';
import { cardsOf, countsOf, exchangeOf } from './beats.ts';
import { pay, TAKE } from './scene.fixtures.ts';

it('are counted by kind', () => {
  expect(cardsOf([0, 1, 0, 2])).toEqual([1, 3, 3]);
  expect(countsOf([1, 3, 3])).toEqual({ whole: 0, half: 1, quarter: 0, eighth: 2 });
});

it('pay only as the moves say', () => {
  const moves = [TAKE, pay(0, 0, 1, 0), pay(0, 0, 0, 2)];
  expect(exchangeOf(moves, countsOf([3, 3]))).toBe(moves[2]);
  expect(exchangeOf(moves, countsOf([2, 3]))).toBeUndefined();
});
