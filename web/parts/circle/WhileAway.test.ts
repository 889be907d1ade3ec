// Coming back to a table: three lines, once, and not where nobody should read them.
import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { SeatFace } from '../../board/board.ts';
import type { Eyes } from '../../lib/table.svelte.ts';
import WhileAway from './WhileAway.svelte';

const news = [0, 1, 2, 3, 4].map((id) => ({ id, event: { type: `E${id}`, seat: 1 }, stoodIn: id === 3 }));
const around = {
  mine: [0],
  faces: [{ name: 'Ana' }, { name: 'Bob' }] as SeatFace[],
  say: (key: string) => key,
  hidden: false,
};
const eyes = { table: 'x', seat: 0, news } as unknown as Eyes;
const lines = () => [...document.querySelectorAll('p')].map((one) => one.textContent);

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it('says in three lines what happened since, marks the stand-in’s, and can be sent away', async () => {
  render(WhileAway, { eyes, told: 1, ...around });
  expect(lines()).toEqual([]);
  cleanup();
  vi.advanceTimersByTime(120_000);
  render(WhileAway, { eyes, told: 5, ...around });
  await vi.advanceTimersByTimeAsync(1);
  expect(lines()).toEqual(['event.E2', 'event.E3 news.stand_in', 'event.E4']);
  expect(screen.getByRole('status').textContent).toContain('back.title');
  await fireEvent.click(screen.getByRole('button', { name: 'close' }));
  expect(lines()).toEqual([]);
});

it('says nothing while somebody else may look', async () => {
  render(WhileAway, { eyes, told: 1, ...around });
  cleanup();
  vi.advanceTimersByTime(120_000);
  render(WhileAway, { eyes, told: 5, ...around, hidden: true });
  await vi.advanceTimersByTimeAsync(1);
  expect(lines()).toEqual([]);
});
