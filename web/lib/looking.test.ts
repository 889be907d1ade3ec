// Who looks at a page: not who has it open.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Looking } from './looking.svelte.ts';

let looking: Looking;
const hide = (hidden: boolean) => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden);
  document.dispatchEvent(new Event('visibilitychange'));
};

beforeEach(() => {
  vi.useFakeTimers();
  looking = new Looking();
});
afterEach(() => {
  looking.close();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

it('a page that is seen is looked at, and a hidden one is not', () => {
  expect(looking.now).toBe(true);
  hide(true);
  expect(looking.now).toBe(false);
  hide(false);
  expect(looking.now).toBe(true);
});

it('nobody looks where nobody did anything for five minutes, until somebody does', () => {
  vi.advanceTimersByTime(4 * 60_000);
  dispatchEvent(new Event('keydown'));
  vi.advanceTimersByTime(4 * 60_000);
  expect(looking.now).toBe(true);
  vi.advanceTimersByTime(2 * 60_000);
  expect(looking.now).toBe(false);
  dispatchEvent(new Event('pointerdown'));
  expect(looking.now).toBe(true);
});
