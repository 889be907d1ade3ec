// What this device knows: whose turn it is, and mine on top; the circles with what goes on in them.
import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, expect, it, vi } from 'vitest';
import { knownCircles, knownTables, rememberCircle, rememberTable } from '../lib/memory.ts';
import { person } from '../lib/scene.fixtures.ts';
import Mine from './Mine.svelte';

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
  circle: 'own',
  ...more,
});
const door = (more: object) => ({ name: '', host: 'Ana', where: 'room', here: 0, ...more });
const asked: string[] = [];

function show(answers: Record<string, object>) {
  asked.length = 0;
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    const found = answers[url.split('/').at(-1)!];
    return new Response(JSON.stringify(found ?? {}), { status: found ? 200 : 404 });
  });
  render(Mine, { title: (game: string) => game });
}
const circle = (id: string, more: object = {}) =>
  rememberCircle({ id, name: '', host: 'Ana', people: ['Bob'], game: 'nim', at: 0, ...more });
const titles = () => screen.getAllByRole('link').map((one) => one.querySelector('strong')?.textContent);

it('says whose turn it is, and has mine on top and what is over below', async () => {
  for (const id of ['young', 'mine', 'bobs', 'old'])
    rememberTable({ id, game: id, seats: [0], at: 0, over: id === 'old' });
  show({
    bobs: glance({}),
    mine: glance({ awaited: [0] }),
    young: glance({ started: false, awaited: [] }),
  });
  await screen.findByText('home.my_turn');
  await vi.waitFor(() => expect(screen.queryByText('home.running')).toBeNull());
  expect(titles()).toEqual(['mine', 'bobs', 'young', 'old']);
  const states = [...document.querySelectorAll('.state')].map((one) => one.textContent);
  expect(states).toEqual(['home.my_turn', 'play.waiting awaited=1', 'home.gathers', 'home.over']);
  expect(asked).toHaveLength(3);
});

it('has the circles of this device, the last one first, with who was there and who is', async () => {
  circle('older', { name: 'Montagsrunde', people: ['Bob', 'Eva'] });
  circle('newer');
  show({ newer: door({ here: 3 }) });
  expect(await screen.findByText('home.here n=3')).toBeDefined();
  expect(titles()).toEqual(['circle.of name=Ana', 'Montagsrunde']);
  expect(screen.getByText(/^home.with names=Bob, Eva · nim/)).toBeDefined();
  expect(screen.getAllByRole('link').map((one) => one.getAttribute('href'))).toEqual([
    '/c/newer',
    '/c/older',
  ]);
});

it('says in a circle which table of mine awaits me, and has that circle on top', async () => {
  circle('waits');
  circle('newer');
  rememberTable({ id: 'mine', game: 'nim', circle: 'waits', seats: [0], at: 0, over: false });
  rememberTable({ id: 'done', game: 'nim', circle: 'waits', seats: [0], at: 0, over: true });
  show({ mine: glance({ awaited: [0], circle: 'waits' }) });
  await screen.findByText('home.my_turn');
  const links = screen.getAllByRole('link').map((one) => one.getAttribute('href'));
  expect(links).toEqual(['/c/waits', '/t/mine', '/c/newer']);
  expect(screen.queryByText('home.mine')).toBeNull();
});

it('shows no circle of me alone: its table stands for itself', async () => {
  circle('alone', { people: [] });
  rememberTable({ id: 'solo', game: 'nim', circle: 'alone', seats: [0], at: 0, over: false });
  show({ solo: glance({}) });
  await screen.findByText('home.mine');
  expect(screen.queryByText('home.circles')).toBeNull();
});

it('forgets a circle with its tables', async () => {
  circle('c');
  rememberTable({ id: 'x', game: 'g', circle: 'c', seats: [0], at: 0, over: false });
  show({});
  await fireEvent.click(screen.getByRole('button', { name: /^home.forget/ }));
  expect([knownCircles(), knownTables()]).toEqual([[], []]);
  expect(screen.queryByText('home.circles')).toBeNull();
});
