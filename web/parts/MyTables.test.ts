// My tables: whose turn it is, and mine on top.
import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, expect, it, vi } from 'vitest';
import { rememberTable } from '../lib/memory.ts';
import { person } from '../lib/scene.fixtures.ts';
import MyTables from './MyTables.svelte';

afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

const glance = (more: object) => ({
  game: 'g',
  started: true,
  over: false,
  locked: false,
  seats: [person('Ana', true), person('Bob')],
  joinable: false,
  awaited: [1],
  circle: 'c',
  ...more,
});
const glances: Record<string, object> = {
  bobs: glance({}),
  mine: glance({ awaited: [0] }),
  young: glance({ started: false, awaited: [] }),
};

it('says whose turn it is, and has mine on top and what is over below', async () => {
  for (const id of ['young', 'mine', 'bobs', 'old'])
    rememberTable({ id, game: id, seats: [0], at: 0, over: id === 'old' });
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    return new Response(JSON.stringify(glances[url.split('/').at(-1)!]));
  });
  render(MyTables, { title: (game: string) => game });
  await screen.findByText('home.my_turn');
  await vi.waitFor(() => expect(screen.queryByText('home.running')).toBeNull());
  const shown = screen.getAllByRole('link').map((one) => one.querySelector('strong')!.textContent);
  expect(shown).toEqual(['mine', 'bobs', 'young', 'old']);
  const states = [...document.querySelectorAll('.state')].map((one) => one.textContent);
  expect(states).toEqual(['home.my_turn', 'play.waiting awaited=1', 'home.gathers', 'home.over']);
  expect(asked).toHaveLength(3);
});
