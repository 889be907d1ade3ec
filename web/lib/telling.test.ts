// The page tells no event before the board has shown it, and waits for no board too long.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Telling } from './telling.svelte.ts';
import type { Playing } from './scene.ts';

const message = (told: number, awaited: number[] = []) => ({ told, awaited }) as unknown as Playing;
let telling: Telling;
let hidden = false;

beforeEach(() => {
  vi.useFakeTimers();
  hidden = false;
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden);
  telling = new Telling();
});
afterEach(() => {
  telling.close();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

it('waits for a board that says how far it is, event by event', () => {
  const [before, after] = [message(2), message(4)];
  telling.hear(before);
  telling.shown(1);
  telling.hear(after);
  expect([telling.upTo, telling.settled]).toEqual([1, before]);
  telling.shown(2);
  expect([telling.upTo, telling.settled]).toEqual([2, before]);
  telling.shown(3);
  expect([telling.upTo, telling.settled]).toEqual([3, after]);
});

it('does not wait for a board that never says anything', () => {
  telling.hear(message(2));
  const after = message(4);
  telling.hear(after);
  expect([telling.upTo, telling.settled]).toEqual([3, after]);
});

it('settles on a message without events as soon as those before it are told', () => {
  telling.hear(message(2));
  telling.shown(1);
  const quiet = message(2, [1]);
  telling.hear(quiet);
  expect(telling.settled).toBe(quiet);
  telling.hear(message(3));
  const later = message(3, [0]);
  telling.hear(later);
  expect(telling.settled).toBe(quiet);
  telling.shown(2);
  expect(telling.settled).toBe(later);
});

it('holds nothing back longer than eight seconds after it arrived', () => {
  telling.hear(message(1));
  telling.shown(0);
  telling.hear(message(2));
  vi.advanceTimersByTime(5_000);
  telling.hear(message(3));
  vi.advanceTimersByTime(2_999);
  expect(telling.upTo).toBe(0);
  vi.advanceTimersByTime(1);
  expect(telling.upTo).toBe(1);
  vi.advanceTimersByTime(5_000);
  expect(telling.upTo).toBe(2);
});

it('holds nothing back while nobody looks', () => {
  telling.hear(message(1));
  telling.shown(0);
  telling.hear(message(2));
  hidden = true;
  document.dispatchEvent(new Event('visibilitychange'));
  expect(telling.upTo).toBe(1);
  telling.hear(message(5));
  expect(telling.upTo).toBe(4);
});

it('never takes back what was told', () => {
  telling.hear(message(5));
  telling.shown(2);
  expect(telling.upTo).toBe(4);
});

it('tells everything when there is no board to wait for', () => {
  telling.hear(message(1));
  telling.shown(0);
  telling.hear(message(3));
  telling.tellAll();
  expect(telling.upTo).toBe(2);
});

it('waits for the end as long as the board gives signs that somebody reads', () => {
  telling.hear(message(1));
  telling.shown(0);
  const end = { ...message(2), result: {} } as Playing;
  telling.hear(end);
  vi.advanceTimersByTime(250_000);
  telling.shown(0);
  vi.advanceTimersByTime(250_000);
  expect(telling.upTo).toBe(0);
  vi.advanceTimersByTime(51_000);
  expect(telling.settled).toBe(end);
});
