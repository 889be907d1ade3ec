// Lover and belle stand where the rules put them, and hearts fill from both ends.
import { expect, it } from 'vitest';
import { look } from './scene.fixtures.ts';
import { haveMet, heartsOf, meetingAt, rungAt, stepAt, storeys } from './tower.ts';

const { tower } = look();
const met = (ladder: number, stairs: number) => haveMet({ ladder, stairs }, tower);

it('hangs every ribbon in the middle of its floor', () => {
  for (const { number, top, height } of storeys(tower))
    expect(rungAt(tower, number * tower.squares)).toBeCloseTo(top + height / 2);
});

it('puts the belle on the floor of her last step, and before it on the balcony', () => {
  const floorAt = (stairs: number) => {
    const { y } = stepAt(tower, stairs);
    return storeys(tower).find(({ top, height }) => y >= top && y < top + height)?.number;
  };
  expect([0, 1, 3, 4, 13, 21].map(floorAt)).toEqual([7, 7, 7, 6, 3, 1]);
});

it('lets them meet as in the examples of the rules', () => {
  expect([met(9, 2), met(9, 12), met(10, 13), met(9, 16), met(2, 21), met(21, 0)]).toEqual([
    false,
    false,
    true,
    true,
    false,
    true,
  ]);
  expect(meetingAt(tower, 10)).toBe(rungAt(tower, 9));
});

it('fills left halves from below and right halves from above', () => {
  const hearts = heartsOf({ ...tower, hearts: 21 }, { ladder: 2, stairs: 20 });
  expect(hearts.filter(({ left }) => left).map(({ number }) => number)).toEqual([1, 2]);
  expect(hearts.filter(({ right }) => !right).map(({ number }) => number)).toEqual([1]);
  expect(hearts.filter(({ left, right }) => left && right)).toHaveLength(1);
});
