// Moments of the game to look at: each phase, few and many seats, short and long bridges.
import { calm, english, faces as people, inOrder, type Still } from '$web/board/board.fixtures.ts';
import type { SeatFace } from '$web/board/board.ts';
import type { Event, Move, Props, View } from './scene.ts';
import own from './texts.en.json';

const NAMES = ['Ana', 'Wolfgang Amadeus von Hohenstein', 'Bob', 'Marie-Antoinette', 'Zoë'];
const NUMBERS = [1, 2, 3, 4] as const;

/** Bob is a bot, and Zoë is away. */
export const faces = (count: number): SeatFace[] =>
  people(count, NAMES).map((face, seat) => ({ ...face, bot: seat === 2, here: seat !== 4 }));

export const t = english(own, NAMES);

export type Moment = Still<Props>;

function moment(pawns: View['pawns'], changes: Partial<View>, more: Partial<Moment> = {}): Moment {
  const view: View = {
    seat: 0,
    options: { planks: 9, reveal: 'doubter', podium_fall: 'owner' },
    pawns,
    roller: 0,
    turn: 7,
    phase: 'announce',
    awaited: 0,
    die: null,
    number: null,
    arrivals: Math.max(0, ...pawns.flatMap(({ podium }) => podium)),
    opened: null,
    ...changes,
  };
  return {
    view,
    moves: view.awaited === view.seat ? movesOf(view) : [],
    seat: view.seat,
    seats: faces(pawns.length),
    ...calm,
    awaited: view.awaited === null ? [] : [view.awaited],
    ...more,
  };
}

function movesOf({ phase, turn, pawns, awaited }: View): Move[] {
  if (phase === 'announce') return NUMBERS.map((number) => ({ type: 'Announce', number, turn }));
  if (phase === 'answer')
    return [
      { type: 'Believe', turn },
      { type: 'Doubt', turn },
    ];
  return (pawns[awaited ?? 0]?.podium ?? []).map((step) => ({ type: 'Drop', step, turn }));
}

export const pawn = (plank: number, reserve: number, podium: number[] = [], fallen = 0) => ({
  plank,
  reserve,
  podium,
  fallen,
});

export const told = inOrder<Event>;

const middle = [
  pawn(4, 4, [1], 1),
  pawn(7, 3, [3], 2),
  pawn(2, 5, [], 1),
  pawn(4, 2, [2, 5], 2),
  pawn(9, 5, [], 1),
];
const opened = { roller: 3, doubter: 4, number: 3, truth: false, die: null };

export const moments: Record<string, Moment> = {
  start5: moment(
    Array.from({ length: 5 }, () => pawn(1, 6)),
    { die: 3 },
  ),
  announce: moment(middle, { die: 0, opened }),
  announceOther: moment(middle, { roller: 1, awaited: 1, opened: { ...opened, truth: true, die: 3 } }),
  answer: moment(
    middle,
    { roller: 4, number: 3, phase: 'answer' },
    {
      news: told([
        { type: 'Announced', seat: 4, number: 3, plank: 9, across: false },
        { type: 'Believed', seat: 1, roller: 4 },
      ]),
      refused: null,
    },
  ),
  asked: moment([pawn(11, 4, [1], 1), pawn(5, 6)], { phase: 'answer', number: 2, die: 2, awaited: 1 }),
  refused: moment(
    [pawn(3, 5, [1]), pawn(5, 6)],
    { phase: 'answer', number: 4, roller: 1 },
    {
      refused: 'That was for a turn that is over.',
    },
  ),
  drop: moment([pawn(0, 0, [2, 3], 5), pawn(8, 2, [1, 4], 2), pawn(3, 4, [], 2)], {
    phase: 'drop',
    roller: 1,
    opened: { roller: 1, doubter: 0, number: 4, truth: true, die: 4 },
  }),
  over: moment(
    [pawn(10, 2, [1, 4], 2), pawn(6, 3, [2], 2), pawn(1, 1, [3, 5], 3)],
    { phase: 'over', awaited: null, opened: { roller: 0, doubter: 1, number: 4, truth: true, die: 4 } },
    { result: { winners: [0], scores: [5, 2, 8], reason: 'third_pawn', teams: [] } },
  ),
  points: moment(
    [pawn(0, 0, [1], 6), pawn(0, 0, [2, 3], 5)],
    { phase: 'over', awaited: null },
    { result: { winners: [1], scores: [1, 5], reason: 'points', teams: [] } },
  ),
  short: moment([pawn(6, 6), pawn(1, 6)], {
    options: { planks: 6, reveal: 'doubter', podium_fall: 'highest' },
    die: 4,
  }),
  long: moment(
    middle.map((one) => ({ ...one, plank: one.plank + 3 })),
    {
      options: { planks: 12, reveal: 'doubter', podium_fall: 'highest' },
      roller: 3,
      number: 2,
      phase: 'answer',
    },
  ),
};
