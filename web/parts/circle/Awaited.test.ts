// In the room: at which tables somebody waits for me.
import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, expect, it, vi } from 'vitest';
import { person } from '../../lib/scene.fixtures.ts';
import Awaited from './Awaited.svelte';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'setAppBadge');
});

it('leads to the tables where it is my turn, and counts them on the icon', async () => {
  const setAppBadge = vi.fn(async () => undefined);
  Object.defineProperty(navigator, 'setAppBadge', { configurable: true, value: setAppBadge });
  const seats = [person('Ana', true), person('Bob')];
  vi.stubGlobal('fetch', async (url: string) =>
    Response.json({ seats, awaited: [url.endsWith('/mine') ? 0 : 1] }),
  );
  const tables = ['mine', 'bobs'].map((id) => ({ id, game: 'unheard_of', started: true }));
  render(Awaited, { tables: [...tables, { id: 'young', game: 'unheard_of', started: false }] });
  const links = await screen.findAllByRole('link');
  expect(links.map((one) => one.getAttribute('href'))).toEqual(['/t/mine']);
  expect(setAppBadge).toHaveBeenLastCalledWith(1);
});
