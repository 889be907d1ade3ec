// The first page shows the games that the server has, whichever they are.
import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, expect, it, vi } from 'vitest';
import { coverOf, folders } from '../lib/games.ts';
import PlainCover from '../lib/PlainCover.svelte';
import Home from './Home.svelte';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const shown = () =>
  screen
    .getAllByRole('link')
    .map((link) => link.getAttribute('href')!)
    .filter((path) => path.startsWith('/new/'));

it('shows what the server has, and nothing else', async () => {
  const has = [folders[1]!, 'unheard_of'];
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(has.map((name) => ({ name })))));
  render(Home);
  expect(await screen.findByText('unheard_of')).toBeDefined();
  expect(shown()).toEqual(has.map((name) => `/new/${name}`));
});

it('shows what it knows itself when nobody answers', async () => {
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('offline')));
  render(Home);
  await vi.waitFor(() => expect(shown()).not.toEqual([]));
  expect(shown()).toEqual(folders.map((name) => `/new/${name}`));
  expect(screen.queryByText('title')).toBeNull();
  expect(screen.queryByText('tagline')).toBeNull();
});

it('has a plain cover for a game without one', () => {
  expect(coverOf('unheard_of')).toBe(PlainCover);
  expect(folders.some((game) => coverOf(game) !== PlainCover)).toBe(true);
});
