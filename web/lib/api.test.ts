// A request that nobody has judged is made again; a refusal is said once.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Refusal, sit } from './api.ts';

let asked = 0;
let answers: Response[] = [];
const refused = (key: string, status: number) =>
  new Response(JSON.stringify({ key, details: {} }), { status });
const sitDown = () => sit('t', { name: 'Ana', symbol: 'moon', seat: null, another: false });

beforeEach(() => {
  vi.useFakeTimers();
  [asked, answers] = [0, []];
  vi.stubGlobal('fetch', async () => {
    asked++;
    return answers.shift() ?? refused('come_again', 503);
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('asks again while a table moves from one server to another', async () => {
  answers = [refused('come_again', 503), refused('come_again', 503), new Response('{"seat": 2}')];
  const sitting = sitDown();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await sitting).toEqual({ seat: 2 });
});

it('says so when that takes too long', async () => {
  const sitting = expect(sitDown()).rejects.toEqual(new Refusal('come_again'));
  await vi.advanceTimersByTimeAsync(10_000);
  await sitting;
});

it('does not ask again for what was refused', async () => {
  answers = [refused('name_taken', 400)];
  await expect(sitDown()).rejects.toEqual(new Refusal('name_taken'));
  expect(asked).toBe(1);
});
