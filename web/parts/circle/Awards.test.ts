// Laurels come one after the other, at once for who taps or wants no movement, and never twice.
import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { award } from '../../lib/album.fixtures.ts';
import Awards from './Awards.svelte';

const names = ['Ana', 'Bob'];
const awards = ['a', 'b', 'c'].map((kind) => ({ game: 'unheard_of', names, award: award(kind, 0) }));
const shown = () => screen.queryAllByRole('listitem').length;
let tables = 0;
const show = (id = `table ${(tables += 1)}`) => render(Awards, { id, awards });
const calm = (matches: boolean) => vi.stubGlobal('matchMedia', () => ({ matches }));

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', async () => new Response('{}'));
  calm(false);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('tells one after the other', async () => {
  show();
  const seen: number[] = [];
  for (const pause of [100, 1_200, 1_200]) {
    await vi.advanceTimersByTimeAsync(pause);
    seen.push(shown());
  }
  expect(seen).toEqual([1, 2, 3]);
  expect(screen.queryByRole('button')).toBeNull();
});

it('tells all at once to who taps', async () => {
  show();
  await vi.advanceTimersByTimeAsync(100);
  await fireEvent.click(screen.getByRole('button'));
  expect(shown()).toBe(3);
});

it('tells all at once to who wants no movement', async () => {
  calm(true);
  show();
  await vi.advanceTimersByTimeAsync(100);
  expect(shown()).toBe(3);
});

it('puts each into a polite region when it is told, and none a second time', async () => {
  show('again');
  const region = screen.getByRole('list');
  expect([region.getAttribute('aria-live'), shown()]).toEqual(['polite', 0]);
  await vi.advanceTimersByTimeAsync(4_000);
  cleanup();
  show('again');
  await vi.advanceTimersByTimeAsync(1);
  expect(shown()).toBe(3);
});
