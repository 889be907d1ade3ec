// A puzzle for tests of the page: two moves to find, one of the others in between, and one after.
import type { PuzzleInfo } from './wire.ts';

const grab = (sticks: number) => ({ type: 'Grab', sticks });
const frame = (sticks: number, ...events: object[]) => ({
  view: { sticks },
  events: events as never[],
  awaited: [0],
  result: null,
});
const took = (seat: number, sticks: number) => ({ type: 'Grabbed', seat, sticks });

/** Fifteen sticks: three, and after the answer three again. */
export const nim = (): PuzzleInfo => ({
  name: 'nim',
  seats: 2,
  seat: 0,
  frames: [
    frame(15),
    frame(12, took(0, 3)),
    frame(11, took(1, 1)),
    frame(8, took(0, 3)),
    frame(6, took(1, 2)),
  ],
  turns: [
    { at: 0, moves: [grab(1), grab(2), grab(3)] as never[], best: 2, odds: [10, 0, 90] },
    { at: 2, moves: [grab(1), grab(2), grab(3)] as never[], best: 2, odds: [10, 10, 90] },
  ],
  why: [],
});
