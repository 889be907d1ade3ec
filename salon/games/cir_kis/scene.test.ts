// Figures, points and words, read from the view.
import { expect, it } from 'vitest';
import {
  adviceSentence,
  allFollow,
  closedSentence,
  figureSentence,
  leaderSentence,
  placeSentences,
} from './describe.ts';
import { lately, promptOf } from './prompt.ts';
import { onRim, peg, TRACK, track } from './rim.ts';
import { look, moment, place, placed, prospect, t, told } from './scene.fixtures.ts';
import { placesOf } from './geometry.ts';
import { chances, figures, PIECES, sideScore } from './scene.ts';

// Circle 1 north is 26, 37, 38, 57, 58.
const open = look([
  [1, 'big_slice', 37, 57, 26],
  [0, 'wedge', 38],
]);
const full = look([
  [1, 'big_slice', 37, 57, 26],
  [0, 'wedge', 38],
  [0, 'wedge', 58],
]);
const board = (view = open) => ({ view, seat: 0, t });
const circle = (view = open) => figures(view).find(({ name }) => name === 'circle_1')!;

it('counts segments by player and says who leads', () => {
  expect(circle()).toMatchObject({ counts: [1, 3], filled: 4, leaders: [1], done: undefined });
  expect(figureSentence(circle(), t)).toBe('Circle 1 north: 4 of 5 filled (Ana: 1, Bob: 3). Bob leads.');
  const level = look([
    [0, 'wedge', 38],
    [1, 'wedge', 58],
  ]);
  expect(figureSentence(circle(level), t)).toContain('Ana and Bob are level.');
});

it('tells what a full figure brought', () => {
  const done = [{ figure: 'circle_1', seat: 0, dominant: 1, points: [5, 10] }];
  expect(circle(open).done).toBeUndefined();
  expect(figureSentence(circle({ ...full, done }), t)).toBe(
    'Circle 1 north: full (Ana: 2, Bob: 3). 5 points for Ana. 10 points for Bob.',
  );
});

it('shows the Centre Ring as a figure only where it counts', () => {
  expect([figures(open).length, figures({ ...open, centre_ring: true }).length]).toEqual([16, 17]);
});

it('describes a place by its figures and by what it brings', () => {
  const gain = prospect(0, { points: [5, 10], figures: ['circle_1'], free: 'enclosed' });
  const places = chances({
    moves: [place('wedge', 58), place('arrow', 66)],
    view: { ...open, prospects: [gain] },
  });
  const [there, aside] = placeSentences(places, board(), figures(open));
  expect(there).toBe(
    [
      'Wedge: Circle 1 north, north-west side (2 of 5 yours, Bob: 3). Touches the north Star.',
      'Touches the Leader. Completes Circle 1 north. 5 points for you. 10 points for Bob. Then a free turn.',
    ].join(' '),
  );
  expect(aside).toBe(
    'Arrow: between the figures in the north-east. Touches Circle 2 east, Circle 6 north-east.',
  );
});

it('says of no place that it touches the Leader when all do', () => {
  const places = chances({ moves: [place('wedge', 58), place('wedge', 37)], view: open });
  expect(allFollow(places, open)).toBe(true);
  expect(placeSentences(places, board(), figures(open)).join()).not.toContain('Leader');
  expect(allFollow(places, look())).toBe(false);
});

it('says why a piece can go nowhere', () => {
  const why = (view = open, moves = [place('wedge', 58)]) =>
    closedSentence('sliver', { ...moment(view, moves), t });
  expect(why()).toBe('Sliver: no place where it would touch the Leader.');
  expect(why({ ...open, phase: 'free' })).toContain('beside another piece');
  expect(why(look())).toContain('at the centre');
  expect(why(look([[0, 'sliver', 110]]))).toContain('none left');
  expect(why(open, [])).toBeNull();
});

it('says whose piece master would have laid elsewhere', () => {
  const advice = { move: place('wedge', 58), same: false };
  expect(adviceSentence(advice, board())).toBe(
    'Instead of Ana’s piece, Master would have laid a Wedge: Circle 1 north.',
  );
});

it('tells where the Leader lies', () => {
  expect(leaderSentence(board())).toBe('Leader: Ana’s Wedge, Circle 1 north.');
  expect(leaderSentence(board(look()))).toBe('Nothing is laid yet.');
});

it('asks in one line', () => {
  const ask = (view = open, moves = [place('wedge', 58)], more = {}) =>
    promptOf({ ...moment(view, moves, more), t });
  expect(ask(look())).toContain('first piece');
  expect(ask()).toContain('touches the Leader');
  expect(ask({ ...open, phase: 'free' })).toContain('Free turn');
  expect(ask({ ...open, phase: 'between' }, [{ type: 'Begin' }])).toBe('Begin round 2.');
  expect(ask({ ...open, turn: 1 }, [], { awaited: [1] })).toBe('Bob is to move…');
  const result = { winners: [1], scores: [40, 40], reason: 'forty', teams: [] };
  const over = look([], { tie: 'unplayed' });
  expect(ask(over, [], { result })).toMatch(/Bob wins! Equal points: more pieces left decided/);
});

it('says what the last piece led to', () => {
  const news = told([{ type: 'Passed', seat: 0 }, placed(0, 'wedge', 58), { type: 'Passed', seat: 1 }]);
  expect(lately({ ...moment(open, [], { news }), t })).toBe('Bob cannot follow the Leader and passes.');
});

it('keeps what points there were until it is my turn again, or a new round', () => {
  const full = {
    type: 'Completed',
    seat: 0,
    figure: 'star_1',
    dominant: 0,
    dominant_points: 10,
    finisher_points: 0,
  } as const;
  const news = told([
    placed(0, 'wedge', 58),
    full,
    placed(1, 'hook', 1, 7),
    { type: 'FreeTurn', seat: 1, why: 'sliver' },
    placed(1, 'arrow', 2),
  ]);
  const said = (more: Parameters<typeof moment>[2], moves = [] as ReturnType<typeof place>[]) =>
    lately({ ...moment(open, moves, more), t });
  expect(said({ news })).toBe('Ana completes the north Star and has most of it: 10 points.');
  expect(said({ news }, [place('wedge', 5)])).toBe('');
  expect(said({ news, seat: null })).toBe('');
  expect(
    said({ news: told([...news.map(({ event }) => event), { type: 'Began', seat: 1, round: 2 }]) }),
  ).toBe('');
  expect(
    said({ news: told([...news.map(({ event }) => event), placed(0, 'kite', 9), placed(1, 'arrow', 3)]) }),
  ).toBe('');
});

it('adds up what partners have', () => {
  const sides = [
    [0, 2],
    [1, 3],
  ];
  expect(sides.map((side) => sideScore([10, 5, 20, 0], side))).toEqual([30, 5]);
});

it('lets my points climb at the bottom of the frame', () => {
  const mine = track(2, 4, 2);
  const { x, y } = onRim((mine.from + mine.to) / 2);
  expect([Math.round(x), Math.round(y)]).toEqual([0, Math.round(TRACK)]);
  expect(peg(mine, 0, 40)).toBe(mine.from);
  expect(peg(mine, 55, 40)).toBe(mine.to);
  expect(onRim((track(3, 4, 2).from + track(3, 4, 2).to) / 2).x).toBeLessThan(0); // the next sits to the left
});

it('describes no two places alike, and numbers hardly any', () => {
  const view = look();
  const said = PIECES.flatMap((piece) => {
    const moves = placesOf(piece).map((spaces) => place(piece, ...spaces));
    return placeSentences(chances({ moves, view }), board(view), figures(view));
  });
  expect(new Set(said).size).toBe(said.length);
  expect(said.filter((one) => one.includes('alike')).length).toBeLessThan(0.04 * said.length);
}, 30_000); // on a busy machine
