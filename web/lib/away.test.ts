// Coming back: what was missed, told once, and three sentences of it.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { SeatFace, Told } from '../board/board.ts';
import { Away, AWAY, highlights } from './away.ts';
import type { Tagged } from './wire.ts';

const event = (id: number, seat: number, stoodIn = false): Told<Tagged> => ({
  id,
  event: { type: 'Did', seat },
  stoodIn,
});
const news = [event(0, 0), event(1, 1), event(2, 1), event(3, 0)];

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

function gone(ms: number): Away {
  new Away('x 0').leave(2);
  vi.advanceTimersByTime(ms);
  return new Away('x 0');
}

it('tells what was missed, once', () => {
  const away = gone(AWAY + 1);
  expect(away.missed(4, news).map(({ id }) => id)).toEqual([2, 3]);
  expect(away.missed(5, [...news, event(4, 1)])).toEqual([]);
});

it('tells nothing after a blink, of the first look, or of another seat', () => {
  expect(gone(AWAY - 1).missed(4, news)).toEqual([]);
  expect(new Away('x 1').missed(4, news)).toEqual([]);
  expect(new Away('y 0').missed(4, news)).toEqual([]);
});

it('waits for the news of a page that slept, but not for those of the game that goes on', () => {
  const away = gone(AWAY + 1);
  expect(away.missed(2, news.slice(0, 2))).toEqual([]);
  vi.advanceTimersByTime(2_000);
  expect(away.missed(3, news.slice(0, 3)).map(({ id }) => id)).toEqual([2]);
  const late = gone(AWAY + 1);
  vi.advanceTimersByTime(60_000);
  expect(late.missed(4, news)).toEqual([]);
});

it('is away again while the page stays open', () => {
  const away = new Away('x 0');
  away.leave(1);
  vi.advanceTimersByTime(AWAY + 1);
  away.comeBack();
  expect(away.missed(4, news).map(({ id }) => id)).toEqual([1, 2, 3]);
});

it('does not count what a hidden page heard as heard', () => {
  const away = new Away('x 0');
  away.leave(1);
  away.leave(3); // the hidden page is closed
  vi.advanceTimersByTime(AWAY + 1);
  expect(new Away('x 0').missed(4, news).map(({ id }) => id)).toEqual([1, 2, 3]);
});

it('prefers what a stand-in did for me and what names me, in the order of happening', () => {
  const faces = ['Ana', 'Bob'].map((name) => ({ name }) as SeatFace);
  const words = ({ event, id }: Told<Tagged>, faces: readonly SeatFace[]) =>
    id === 9 ? '' : `${faces[Number(event.seat)]!.name} ${id}`;
  const missed = [event(1, 0, true), event(2, 1, true), event(3, 0), event(4, 1), event(5, 1), event(9, 0)];
  expect(highlights(missed, [0], words, faces)).toEqual(['Ana 1', 'Ana 3', 'Bob 5']);
  expect(highlights(missed.slice(3), [], words, faces)).toEqual(['Bob 4', 'Bob 5']);
});
