// From lie to lie through a finished table, and who lied how often.
import { afterEach, expect, it, vi } from 'vitest';
import * as api from './api.ts';
import { sumKey, Truths } from './truths.svelte.ts';

const truth = (step: number, seat: number, hid: boolean, found = false) => ({
  ...{ step, seat, hid, found },
  kind: hid ? 'bluff' : 'honest',
  details: {},
});
const told = [truth(2, 0, true), truth(5, 1, false), truth(8, 0, true, true), truth(11, 1, true)];

afterEach(() => void vi.restoreAllMocks());

async function truths() {
  vi.spyOn(api, 'truths').mockResolvedValue({ truths: told });
  const found = new Truths('x');
  await vi.waitFor(() => expect(found.all).toHaveLength(4));
  return found;
}

it('leads from lie to lie, past what was honest', async () => {
  const found = await truths();
  expect([0, 2, 8, 11].map((step) => found.next(step))).toEqual([2, 8, 11, null]);
  expect([2, 8, 12].map((step) => found.previous(step))).toEqual([null, 2, 11]);
});

it('says of a step what the last move was, and nothing of what comes later', async () => {
  const found = await truths();
  expect([1, 2, 7, 99].map((step) => found.at(step)?.step ?? null)).toEqual([null, 2, 5, 11]);
});

it('counts for each seat how often it lied, and how often that did not come out', async () => {
  expect((await truths()).sums(3)).toEqual([
    { seat: 0, n: 2, unseen: 1 },
    { seat: 1, n: 1, unseen: 1 },
    { seat: 2, n: 0, unseen: 0 },
  ]);
});

it('says it otherwise of whoever never lied, and of whoever was always caught', () => {
  const keys = [0, 1, 2].map((n) => sumKey({ seat: 0, n, unseen: n && n - 1 }));
  expect(keys).toEqual(['truth.sum.none', 'truth.sum.caught', 'truth.sum']);
});

it('leaves a replay as it is where there are none', async () => {
  vi.spyOn(api, 'truths').mockRejectedValue(new api.Refusal('offline'));
  const found = new Truths('x');
  await Promise.resolve();
  expect([found.at(3), found.next(0)]).toEqual([null, null]);
});
