// Puzzles by their days, with and without a network.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { nim } from './puzzle.fixtures.ts';
import * as puzzles from './puzzles.ts';
import { recall } from './memory.ts';

const NOON = Date.parse('2026-01-21T12:00:00Z');
let sent: [string, unknown][] = [];
let online = true;

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers({ now: NOON, toFake: ['Date'] });
  [sent, online] = [[], true];
  const kept = new Map<string, Response>();
  const cache = {
    match: async (path: string) => kept.get(path)?.clone(),
    put: async (path: string, answer: Response) => void kept.set(path, answer),
  };
  vi.stubGlobal('caches', { open: async () => cache });
  vi.stubGlobal('fetch', answer);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Ten puzzles, four at a time, as the server has them. */
async function answer(path: string, asked?: { method?: string; body?: string }): Promise<Response> {
  if (!online) throw new TypeError('no network');
  if (asked?.method === 'POST') sent.push([path, JSON.parse(asked.body ?? '')]);
  const part = Number(/part=(\d+)/.exec(path)?.[1]);
  const some = [0, 1, 2, 3].map((at) => ({ ...nim(), name: `${part * 4 + at}` }));
  return Response.json({ first: '2026-01-05', count: 10, size: 4, puzzles: some });
}
const name = async (game: string, day: string) => (await puzzles.puzzleOf(game, day)).puzzle.name;

it('has a puzzle for each day from the first one on, and begins anew after the last', async () => {
  const days = ['2026-01-05', '2026-01-11', '2026-01-14', '2026-01-15'];
  expect(await Promise.all(days.map((day) => name('a', day)))).toEqual(['0', '6', '9', '0']);
  await expect(name('a', '2026-01-04')).rejects.toThrow('no_puzzle');
  await expect(name('a', '2026-01-22')).rejects.toThrow('not_yet');
});

it('takes the day of UTC, wherever one is', () => {
  expect(puzzles.today(Date.parse('2026-03-01T00:30:00+02:00'))).toBe('2026-02-28');
  expect(['2026-02-28', '2026-02-30', '20260228', ''].map(puzzles.isDay)).toEqual([
    true,
    false,
    false,
    false,
  ]);
  expect(['2026-01-05', '2026-01-11'].map(puzzles.level)).toEqual([1, 7]);
});

it('has without a network what was fetched with one', async () => {
  await name('b', '2026-01-21');
  vi.resetModules();
  const again = await import('./puzzles.ts');
  online = false;
  expect((await again.puzzleOf('b', '2026-01-21')).puzzle.name).toBe('6');
  await expect(again.puzzleOf('b', '2026-01-14')).rejects.toThrow('offline');
});

it('knows what is in an album, though it was told on the way with something else', async () => {
  const choice = { game: 'e', day: '2026-01-21', puzzle: 'p', choice: 2 };
  const page = { ...choice, circle: 'ring', helped: true };
  const both = await Promise.all([puzzles.owe(choice), puzzles.owe(page)]);
  expect([both, puzzles.isKept(page)]).toEqual([['told', 'told'], true]);
  expect(puzzles.isKept({ ...page, circle: 'other' })).toBe(false);
  const told = { game: 'e', day: '2026-01-21', puzzle: 'p', helped: true };
  expect(sent.at(-1)).toEqual(['/api/circles/ring/puzzle', told]);
});

it('keeps what is solved solved, whatever another window tries later', () => {
  const solved = { puzzle: 'p', tries: 1, hints: 0, end: 'solved', first: 2 } as const;
  puzzles.mark('d', '2026-01-21', solved);
  puzzles.mark('d', '2026-01-21', { ...solved, tries: 2, end: null });
  expect(puzzles.marksOf('d')).toEqual({ '2026-01-21': solved });
});

it('does not take what was solved for another puzzle of that day', () => {
  const solved = { puzzle: 'old', tries: 0, hints: 0, end: 'solved', first: 2 } as const;
  puzzles.mark('d', '2026-01-21', solved);
  expect(puzzles.markOf('d', '2026-01-21', 'new')).toBe(undefined);
  puzzles.mark('d', '2026-01-21', { ...solved, puzzle: 'new', end: null });
  expect(puzzles.markOf('d', '2026-01-21', 'new')?.end).toBe(null);
});

it('tells at once, and before anything else, what a device without a memory cannot keep', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  let answered = 0;
  vi.stubGlobal('fetch', async (path: string, asked?: { method?: string; body?: string }) => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    answered += 1;
    return answer(path, asked);
  });
  const told = puzzles.owe({ game: 'f', day: '2026-01-21', puzzle: 'p', choice: 0 });
  await puzzles.pay();
  expect(answered).toBe(1);
  expect(await told).toBe('told');
  vi.restoreAllMocks();
});

it('holds nothing up for a day that has not come', async () => {
  online = false;
  for (const day of ['2026-01-25', '2026-01-21'])
    await puzzles.owe({ game: 'g', day, puzzle: 'p', choice: 0 });
  online = true;
  await puzzles.pay();
  expect(sent.map(([, body]) => (body as { day: string }).day)).toEqual(['2026-01-21']);
});

it('says how it was solved, hints too', () => {
  const say = (key: string, args: object = {}) => [key, ...Object.values(args)].join(' ');
  const ends = [0, 1].flatMap((tries) => [0, 2].map((hints) => ({ tries, hints })));
  expect(ends.map((one) => puzzles.endOf({ ...one, end: 'solved', first: 0 }, say))).toEqual([
    'puzzle.solved.at_once',
    'puzzle.solved.hints',
    'puzzle.solved 2',
    'puzzle.solved.late_hints 2',
  ]);
});

it('tells the server what was chosen as soon as there is a connection, once', async () => {
  const choice = { game: 'c', day: '2026-01-21', puzzle: 'p', choice: 2 };
  online = false;
  await puzzles.owe(choice);
  await puzzles.owe({ ...choice, circle: 'ring' });
  expect([sent, puzzles.owesAnything()]).toEqual([[], true]);
  online = true;
  await puzzles.pay();
  await puzzles.pay();
  expect(sent.map(([path]) => path)).toEqual([
    '/api/games/c/votes',
    '/api/games/c/votes',
    '/api/circles/ring/puzzle',
  ]);
  expect(recall('puzzles.owed', null)).toEqual([]);
});
