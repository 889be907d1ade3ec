// The link of a circle leads to where the others are.
import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { inCircle, SilentSocket } from '../lib/circle.fixtures.ts';
import { leaveCircle } from '../lib/circle.svelte.ts';
import Landing from './Landing.svelte';

beforeEach(() => {
  history.replaceState(null, '', '/c/c');
  vi.stubGlobal('WebSocket', SilentSocket);
});
afterEach(() => {
  cleanup();
  leaveCircle();
  vi.unstubAllGlobals();
});

it('leads to the table where everybody is', async () => {
  inCircle({ now: { where: 'table', table: 'x', game: 'nim', tables: [] } });
  render(Landing, { id: 'c' });
  await vi.waitFor(() => expect(location.pathname).toBe('/t/x'));
});

it('leads into the room when nobody is anywhere', async () => {
  inCircle();
  render(Landing, { id: 'c' });
  await vi.waitFor(() => expect(location.pathname).toBe('/c/c/room'));
});

it('leads nowhere when it is closed, and says why', async () => {
  inCircle().refused = { key: 'circle_locked', details: {} };
  render(Landing, { id: 'c' });
  await screen.findByText('illegal.circle_locked');
  expect(location.pathname).toBe('/c/c');
});
