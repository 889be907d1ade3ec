// Figures, points and words, read from the view.
import { expect, it } from 'vitest';
import { figureSentence, leaderSentence, placeSentence } from './describe.ts';
import { lately, promptOf } from './prompt.ts';
import { onRim, peg, TRACK, track } from './rim.ts';
import { look, moment, place, prospect, t, told } from './scene.fixtures.ts';
import { placesOf } from './geometry.ts';
import { chances, figures, PIECES, sidesOf, sideScore } from './scene.ts';

// Circle 1 north is 26, 37, 38, 57, 58.
const open = look([[1, 'big_slice', 37, 57, 26], [0, 'wedge', 38]]);
const full = look([[1, 'big_slice', 37, 57, 26], [0, 'wedge', 38], [0, 'wedge', 58]]);
const board = (view = open) => ({ view, seat: 0, t });
const circle = (view = open) => figures(view).find(({ name }) => name === 'circle_1')!;

it('counts segments by player and says who leads', () => {
  expect(circle()).toMatchObject({ counts: [1, 3], filled: 4, leaders: [1], done: undefined });
  expect(figureSentence(circle(), t)).toBe('Circle 1 north: 4 of 5 filled (Ana 1, Bob 3). Bob leads.');
  const level = look([[0, 'wedge', 38], [1, 'wedge', 58]]);
  expect(figureSentence(circle(level), t)).toContain('Ana and Bob are level.');
});

it('tells what a full figure brought', () => {
  const done = [{ figure: 'circle_1', seat: 0, dominant: 1, points: [5, 10] }];
  expect(circle(open).done).toBeUndefined();
  expect(figureSentence(circle({ ...full, done }), t)).toBe('Circle 1 north: full (Ana 2, Bob 3). 5 points for Ana. 10 points for Bob.');
});

it('shows the Centre Ring as a figure only where it counts', () => {
  expect([figures(open).length, figures({ ...open, centre_ring: true }).length]).toEqual([16, 17]);
});

it('describes a place by its figures and by what it brings', () => {
  const gain = prospect(0, { points: [5, 10], figures: ['circle_1'], free: 'enclosed' });
  const [chance] = chances({ moves: [place('wedge', 58)], view: { ...open, prospects: [gain] } });
  expect(placeSentence(chance!, board(), figures(open))).toBe(
    'Wedge: Circle 1 north, north-west side (2 of 5 yours). Touches Star north. Touches the Leader. Completes Circle 1 north. 5 points for you. 10 points for Bob. Then a free turn.',
  );
  const [aside] = chances({ moves: [place('arrow', 66)], view: open });
  expect(placeSentence(aside!, board(), figures(open))).toMatch(/^Arrow: between the figures in the north-east\. Touches Circle 2 east, Circle 6 north-east\./);
});

it('tells where the Leader lies', () => {
  expect(leaderSentence(board())).toBe('Leader: Ana’s Wedge, Circle 1 north.');
  expect(leaderSentence(board(look()))).toBe('Nothing is laid yet.');
});

it('asks in one line', () => {
  const ask = (view = open, moves = [place('wedge', 58)], more = {}) => promptOf({ ...moment(view, moves, more), t });
  expect(ask(look())).toContain('first piece');
  expect(ask()).toContain('touches the Leader');
  expect(ask({ ...open, phase: 'free' })).toContain('Free turn');
  expect(ask({ ...open, phase: 'between' }, [{ type: 'Begin' }])).toBe('Begin round 2.');
  expect(ask({ ...open, turn: 1 }, [], { awaited: [1] })).toBe('Bob is to move…');
  const result = { winners: [1], scores: [40, 40], reason: 'forty' };
  const news = told([{ type: 'Ended', winners: [1], reason: 'forty', tie: 'unplayed' }]);
  expect(ask(open, [], { result, news })).toMatch(/Bob wins! The points were equal/);
});

it('says what the last piece led to', () => {
  const news = told([
    { type: 'Passed', seat: 0 },
    { type: 'Placed', seat: 0, piece: 'wedge', spaces: [58], on: 'figure', figures: ['circle_1'] },
    { type: 'Passed', seat: 1 },
  ]);
  expect(lately({ ...moment(open, [], { news }), t })).toBe('Bob cannot follow the Leader and passes.');
});

it('adds up what partners have', () => {
  const four = { teams: true, left: [[], [], [], []] };
  expect(sidesOf(four).map((side) => sideScore([10, 5, 20, 0], side))).toEqual([30, 5]);
});

it('lets my points climb at the bottom of the frame', () => {
  const mine = track(2, 4, 2);
  const { x, y } = onRim((mine.from + mine.to) / 2);
  expect([Math.round(x), Math.round(y)]).toEqual([0, Math.round(TRACK)]);
  expect(peg(mine, 0, 40)).toBe(mine.from);
  expect(peg(mine, 55, 40)).toBe(mine.to);
  expect(onRim((track(3, 4, 2).from + track(3, 4, 2).to) / 2).x).toBeLessThan(0); // the next sits to the left
});

it('describes hardly two places of a piece alike', () => {
  const view = look();
  const said = PIECES.flatMap((piece) => {
    const moves = placesOf(piece).map((spaces) => place(piece, ...spaces));
    return chances({ moves, view }).map((chance) => placeSentence(chance, board(view), figures(view)));
  });
  expect(new Set(said).size).toBeGreaterThan(0.98 * said.length);
});
