// Beats and half points, as people write them and as the rules count them.
import { describe, expect, it } from 'vitest';
import { cardsOf, countsOf, exchangeOf, halfBeats, halves, offerOf, unseen } from './beats.ts';
import { pay, TAKE } from './scene.fixtures.ts';

describe('halves', () => {
  it('are written as people write them', () => {
    expect([0, 1, 2, 9, -1, -7, -6].map(halves)).toEqual(['0', '½', '1', '4½', '−½', '−3½', '−3']);
  });
});

describe('beats', () => {
  it('are counted by kind', () => {
    expect(halfBeats([1, 1, 1, 1])).toBe(15);
    expect(cardsOf([0, 1, 0, 2])).toEqual([1, 3, 3]);
    expect(countsOf([1, 3, 3])).toEqual([0, 1, 0, 2]);
  });

  it('pay only as the moves say', () => {
    const moves = [TAKE, pay(0, 0, 1, 0), pay(0, 0, 0, 2)];
    expect(exchangeOf(moves, [0, 0, 0, 2])).toBe(moves[2]);
    expect(exchangeOf(moves, [0, 0, 1, 1])).toBeUndefined();
  });

  it('say what they would bring', () => {
    const offers = [[0, 0, 0, 0], [0, 0, 1, 1], [1, 0, 1, 0], [0, 1, 1, 0]].map((counts) => offerOf(counts, 20));
    expect(offers).toEqual(['none', 'half', 'much', 'fair']);
    expect(offerOf([0, 1, 1, 0], 2)).toBe('short');
  });

  it('are unseen until paid, or in a hand I see', () => {
    expect(unseen([0, 1, 0, 4], [[1, 0, 0, 2]])).toEqual([1, 3, 8, 10]);
    expect(unseen([0, 0, 0, 0], [[]])).toEqual([2, 4, 8, 16]);
  });
});
