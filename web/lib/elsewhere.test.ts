// Games that the page was not built with: what it asks the server for, and how their boards are held.
import { cleanup, render } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import BoardElsewhere from './BoardElsewhere.svelte';

const ASKED: string[] = [];
const FILES = ['texts.en.json', 'texts.fr.json', 'RULES.en.md', 'board.js'];

function answer(url: string): Response {
  ASKED.push(url);
  if (url === '/api/games') return new Response(JSON.stringify([{ name: 'snow', files: FILES }]));
  const more = url.includes('.en.') ? { 'move.Roll': 'Roll' } : {};
  return new Response(JSON.stringify({ title: url, ...more }));
}

beforeEach(() => {
  vi.resetModules();
  ASKED.length = 0;
  vi.stubGlobal('fetch', async (url: string) => answer(url));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('takes each word in my language, or in English where there is none', async () => {
  const { textsOf } = await import('./elsewhere.ts');
  const english = { 'move.Roll': 'Roll' }; // what French lacks too
  expect(await textsOf('snow', 'fr')).toEqual({ title: '/games/snow/texts.fr.json', ...english });
  expect(await textsOf('snow', 'de')).toEqual({ title: '/games/snow/texts.en.json', ...english });
  expect(ASKED.filter((url) => url === '/api/games')).toHaveLength(1);
});

it('has no words for a game that the server does not have', async () => {
  const { boardOf, textsOf } = await import('./elsewhere.ts');
  expect(await textsOf('unheard_of', 'fr')).toEqual({});
  expect(await boardOf('unheard_of')).toBeNull();
});

it('asks again when nobody answered', async () => {
  const { textsOf } = await import('./elsewhere.ts');
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('offline')));
  await expect(textsOf('snow', 'fr')).rejects.toThrow('offline');
  vi.stubGlobal('fetch', async (url: string) => answer(url));
  expect(await textsOf('snow', 'fr')).toHaveProperty('title');
});

it('plays on the plain board where its own cannot be loaded', async () => {
  const { boardOf } = await import('./elsewhere.ts');
  expect(await boardOf('snow')).toBeNull();
});

it('mounts a board once, tells it what has changed, and takes it away', async () => {
  const told: unknown[] = [];
  const module = {
    mount: (target: HTMLElement, { view }: { view: unknown }) => {
      target.append(`drawn ${String(view)}`);
      return { update: ({ view }: { view: unknown }) => told.push(view), destroy: () => told.push('gone') };
    },
  };
  const props = { module, view: 1 } as unknown as Parameters<typeof BoardElsewhere>[1];
  const { container, rerender, unmount } = render(BoardElsewhere, { props });
  expect(container.textContent).toBe('drawn 1');
  await rerender({ view: 2 } as never);
  expect(told.at(-1)).toBe(2);
  unmount();
  expect(told.at(-1)).toBe('gone');
});
