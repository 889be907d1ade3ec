// Lover and belle stand where the rules put them, and hearts fill from both ends.
import { expect, it } from 'vitest';
import { look } from './scene.fixtures.ts';
import { heartsOf, meetingAt, rungAt, rungs, stepAt, storeys } from './tower.ts';

const { tower } = look();

it('hangs every ribbon in the middle of its floor', () => {
  for (const { number, top, height } of storeys(tower))
    expect(rungAt(tower, number * tower.squares)).toBeCloseTo(top + height / 2);
});

it('lets the belle go down with every step, also with the first', () => {
  for (const { squares, floors } of [tower, { squares: 3, floors: 5 }, { squares: 4, floors: 6 }]) {
    const built = { ...tower, squares, floors };
    const heights = [0, ...rungs(built)].map((stairs) => stepAt(built, stairs).y);
    expect(heights).toEqual([...heights].sort((one, other) => one - other));
    expect(new Set(heights).size).toBe(heights.length);
  }
});

it('puts the belle on the floor of her last step', () => {
  const floorAt = (stairs: number) => {
    const { y } = stepAt(tower, stairs);
    return storeys(tower).find(({ top, height }) => y >= top && y < top + height)?.number;
  };
  expect([1, 3, 4, 13, 21].map(floorAt)).toEqual([7, 7, 6, 3, 1]);
});

it('lets those who have met stand on his floor', () => {
  expect(meetingAt(tower, 3)).toBe(rungAt(tower, 9));
});

it('fills left halves from below and right halves from above', () => {
  const hearts = heartsOf({ ...tower, hearts: 21 }, { ladder: 2, stairs: 20 });
  expect(hearts.filter(({ left }) => left).map(({ number }) => number)).toEqual([1, 2]);
  expect(hearts.filter(({ right }) => !right).map(({ number }) => number)).toEqual([1]);
  expect(hearts.filter(({ left, right }) => left && right)).toHaveLength(1);
});
