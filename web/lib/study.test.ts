// What a decision was worth, in words, and the way from mistake to mistake.
import { afterEach, expect, it, vi } from 'vitest';
import * as api from './api.ts';
import { decision, study } from './study.fixtures.ts';
import { best, cost, Lab, percent, told } from './study.svelte.ts';

const say = (key: string, args: Record<string, unknown> = {}) =>
  [key, ...Object.entries(args).map(([name, value]) => `${name}=${String(value)}`)].join(' ');

afterEach(() => void vi.restoreAllMocks());

async function lab() {
  vi.spyOn(api, 'study').mockResolvedValue({ study });
  const found = new Lab('x');
  await vi.waitFor(() => expect(found.busy).toBe(false));
  return found;
}

it('leads from mistake to mistake, past what cost nothing', async () => {
  const found = await lab();
  expect([0, 3, 5].map((step) => found.next(step))).toEqual([3, 5, null]);
  expect([3, 5, 9].map((step) => found.previous(step))).toEqual([null, 3, 5]);
  expect(found.dearest.map(({ step }) => step)).toEqual([5, 3]);
});

it('says what was done, what best play does as often as it does it, and what it cost', () => {
  const one = decision({ step: 3, cost: 0.04 });
  expect(told(one, say)).toBe('study.bluff.true seat=0 number=3 die=0');
  expect(best('unheard_of', one, say)).toBe('study.best mix=move.Say n=1 (75%), move.Say n=3 (25%)');
  expect([one, decision({ cost: 0.0001 })].map((each) => cost(each, say))).toEqual([
    'study.cost cost=4%',
    'study.cost.none',
  ]);
});

it('writes a tenth of a percent where it is little', () => {
  expect([0.004, 0.0412, 0.333, 1, 0].map((part) => percent(part))).toEqual([
    '0.4%',
    '4.1%',
    '33%',
    '100%',
    '0%',
  ]);
  expect(percent(-0.2, 'exceptZero')).toBe('−20%');
});

it('leaves a table as it is where nobody can study it, and knows why', async () => {
  vi.spyOn(api, 'study').mockRejectedValue(new api.Refusal('offline'));
  const found = new Lab('x');
  await vi.waitFor(() => expect(found.busy).toBe(false));
  expect([found.study, found.at(3), found.early]).toEqual([null, null, false]);
  expect(found.problem).toEqual(new api.Refusal('offline'));
});

it('can be asked for again once the table is over', async () => {
  const answer = vi.spyOn(api, 'study').mockRejectedValueOnce(new api.Refusal('not_over'));
  const found = new Lab('x');
  await vi.waitFor(() => expect(found.early).toBe(true));
  answer.mockResolvedValue({ study });
  await found.ask();
  expect([found.study, found.early]).toEqual([study, false]);
});
