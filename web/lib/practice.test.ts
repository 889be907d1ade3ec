import { beforeEach, expect, it, vi } from 'vitest';
import * as api from './api.ts';
import { practise, startsNow } from './practice.ts';
import type { GameInfo } from './wire.ts';

vi.mock('./api.ts', () => ({
  newTable: vi.fn(() => Promise.resolve({ id: 'x' })),
  sit: vi.fn(() => Promise.resolve({ seat: 0 })),
  fill: vi.fn(() => Promise.resolve(null)),
}));

const game = { name: 'bluff', seats: [2, 3, 4], bots: ['novice', 'sly'] } as unknown as GameInfo;

beforeEach(() => {
  vi.clearAllMocks();
  localStorage.clear();
});

it('seats me and two of the gentlest bots, without asking anything', async () => {
  expect(await practise(game, { planks: 6 }, 'Guest')).toBe('x');
  expect(api.newTable).toHaveBeenCalledWith(
    expect.objectContaining({ game: 'bluff', seats: 3, options: { planks: 6 }, onlookers: false }),
  );
  expect(api.sit).toHaveBeenCalledWith('x', expect.objectContaining({ name: 'Guest', symbol: 'moon' }));
  expect(api.fill).toHaveBeenCalledWith('x', 'novice');
});

it('calls me what I was called before', async () => {
  localStorage.setItem('salon.name', '"Nora"');
  await practise(game, {}, 'Guest');
  expect(api.sit).toHaveBeenCalledWith('x', expect.objectContaining({ name: 'Nora' }));
});

it('takes as few seats as the game allows where it is not for three', async () => {
  await practise({ ...game, seats: [4, 5] } as unknown as GameInfo, {}, 'Guest');
  expect(api.newTable).toHaveBeenCalledWith(expect.objectContaining({ seats: 4 }));
});

it('starts when I am there, once', async () => {
  const table = await practise(game, {}, 'Guest');
  expect([startsNow('another'), startsNow(table), startsNow(table)]).toEqual([false, true, false]);
});
