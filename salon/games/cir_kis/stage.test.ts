// A finished window stays until it has been seen, and the page hears when a scene is over.
import { cleanup, fireEvent, screen } from '@testing-library/svelte';
import { show as draw } from '$web/board/board.fixtures.ts';
import { tick } from 'svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import Board from './Board.svelte';
import { look, moment, t, told, type Moment } from './scene.fixtures.ts';
import { reckon, type Event } from './scene.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const done = [
  { figure: 'circle_1', seat: 0, dominant: 0, points: [10, 0] },
  { figure: 'star_0', seat: 1, dominant: 0, points: [10, 5] },
];
const ended: Event = { type: 'RoundOver', round: 1, reason: 'forty', scores: [30, 5] };
const began: Event = { type: 'Began', seat: 1, round: 2 };
const over = (changes: Partial<Moment> = {}): Moment =>
  moment(
    look([[1, 'hook', 0, 6]], {
      ...{ match: true, phase: 'between', ended: 'forty', turn: 1, done },
      ...{ scores: [30, 5], totals: [20, 40] },
    }),
    [],
    { news: told([ended]), ...changes },
  );
const next = (changes: Partial<Moment> = {}): Moment =>
  moment(look([], { match: true, round: 2, turn: 1, totals: [50, 45] }), [], {
    ...{ fresh: told([began], 2), news: told([ended, began]) },
    ...changes,
  });
const glass = () => document.querySelectorAll('.piece').length;
const live = { table: 'T' };

it('keeps a finished window when somebody is quick to begin the next round', async () => {
  const { again, shown } = draw(Board, over(), t, live);
  vi.advanceTimersByTime(1000);
  await again(next());
  expect(glass()).toBe(1);
  expect(screen.getByText('Bob begins round 2.')).toBeTruthy();
  expect(shown).toHaveBeenLastCalledWith(1); // the page too stays behind
  vi.advanceTimersByTime(5900);
  await tick();
  expect(glass()).toBe(1); // a slow page has had its time too
  vi.advanceTimersByTime(200);
  await tick();
  expect(glass()).toBe(0);
  expect(shown).toHaveBeenLastCalledWith(2);
});

it('goes on at once for who has seen enough', async () => {
  const { again } = draw(Board, over(), t, live);
  await again(next());
  await fireEvent.click(screen.getByRole('button', { name: 'Next round' }));
  expect(glass()).toBe(0);
});

it('holds up neither who begins the round nor who has had time to look', async () => {
  const mine = told([{ ...began, seat: 0 }], 2);
  const first = draw(Board, over(), t, live);
  await first.again(next({ fresh: mine, news: mine }));
  expect(glass()).toBe(0);
  cleanup();
  const second = draw(Board, over(), t, live);
  vi.advanceTimersByTime(6500);
  await second.again(next());
  expect(glass()).toBe(0);
});

it('holds up no replay', async () => {
  const { again } = draw(Board, over(), t);
  await again(next());
  expect(glass()).toBe(0);
});

it('says that the scene is over only when the last picture stands', async () => {
  const playing = moment(look([[1, 'hook', 0, 6]]), [], { news: [] });
  const { again, shown } = draw(Board, playing, t, live);
  expect(shown).toHaveBeenLastCalledWith(-1);
  await again(over({ fresh: told([ended]) }));
  expect(shown).toHaveBeenLastCalledWith(-1);
  vi.advanceTimersByTime(1600);
  expect(shown).toHaveBeenLastCalledWith(1);
});

it('says where the points came from, and in a match how much there is in all', async () => {
  vi.useRealTimers();
  const { all } = draw(Board, over(), t, live);
  await screen.findByRole('list', { name: 'How the points came about' });
  const rows = all('.reckoning li').map((row) => row.textContent!.replace(/\s+/g, ' ').trim());
  expect(rows).toEqual([
    'Ana most of 2 figures: 20 · last piece: 10 +30 In all: 50 of 100.50/100',
    'Bob 1 figure finished: 5 +5 In all: 45 of 100.45/100',
  ]);
});

it('counts the points of a team once', () => {
  const points = { done, scores: [30, 5] };
  expect(reckon(points, [0, 1])).toEqual({
    most: { n: 2, points: 20 },
    gaps: { n: 1, points: 5 },
    last: 10,
  });
});
