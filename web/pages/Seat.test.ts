// A device link moves a seat when the button is pressed, and not before.
import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { rememberTable } from '../lib/memory.ts';
import Seat from './Seat.svelte';

const asked: [string, unknown][] = [];
let answer: Response;

beforeEach(() => {
  asked.length = 0;
  localStorage.clear();
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit) => {
    asked.push([url, JSON.parse(String(body))]);
    return answer;
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('waits for the button, which has the focus, and goes to the table', async () => {
  answer = new Response('{"id": "abc"}');
  render(Seat, { token: 'a.b.c' });
  const button = screen.getByRole('button', { name: 'device.here.go' });
  expect(document.activeElement).toBe(button);
  expect(asked).toEqual([]);
  await fireEvent.click(button);
  expect(asked).toEqual([['/api/tables/b/seats', { token: 'a.b.c' }]]);
  await vi.waitFor(() => expect(location.pathname).toBe('/t/abc'));
});

it('says so when this browser already has a seat', () => {
  render(Seat, { token: 'a.b.c' });
  expect(screen.queryByText('device.here.else')).toBeNull();
  cleanup();
  rememberTable({ id: 'x', game: 'unheard_of', seats: [1], at: 0, over: false });
  render(Seat, { token: 'a.b.c' });
  expect(screen.getByText('device.here.else')).toBeDefined();
});

it('shows the way home when the link is old', async () => {
  answer = new Response('{"key": "old_link", "details": {}}', { status: 410 });
  render(Seat, { token: 'a.b.c' });
  await fireEvent.click(screen.getByRole('button'));
  expect(await screen.findByText('illegal.old_link')).toBeDefined();
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'home' }));
  expect(screen.queryByRole('button')).toBeNull();
});
