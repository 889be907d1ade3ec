// Who comes while a game runs is shown every way in that there is, and no other.
import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { inCircle, member, SilentSocket } from '../lib/circle.fixtures.ts';
import { person } from '../lib/scene.fixtures.ts';
import { faces, type Table } from '../lib/table.svelte.ts';
import type { SeatInfo } from '../lib/wire.ts';
import Door from './Door.svelte';

const bot: SeatInfo = { ...person(''), holder: 'bot', level: 'sly', symbol: 'moon' };
const away: SeatInfo = { ...person('Bob'), here: false, stand_in: true };
const asked = vi.fn(async (..._: [string, RequestInit]) => new Response(JSON.stringify({ seat: 2 })));
const table = { id: 'x', sat: vi.fn(), lookAgain: vi.fn() };
const done = vi.fn();

function show(more: object = {}, seats = [person('Ana'), away, bot]): string[] {
  render(Door, {
    table: table as unknown as Table,
    game: 'unheard_of',
    seats,
    faces: faces(seats, (key) => key),
    joinable: false,
    locked: false,
    over: false,
    watch: () => undefined,
    done,
    ...more,
  });
  return ways();
}
const ways = () => screen.getAllByRole('button').map((one) => one.textContent!.trim());
const sent = () => asked.mock.calls.map(([url, { body }]) => [url, JSON.parse(body as string)]);

beforeEach(() => {
  localStorage.clear();
  localStorage.setItem('salon.name', '"Nora"');
  vi.stubGlobal('fetch', asked);
  vi.stubGlobal('WebSocket', SilentSocket);
  inCircle();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

it('offers the places of bots, the next game, and to watch', () => {
  expect(show()).toEqual(['door.take.one name=bot.sly', 'door.next', 'door.watch']);
});

it('offers a seat of its own where the game has one, and nothing to watch where nobody may', () => {
  expect(show({ joinable: true, watch: null })).toEqual([
    'play.join',
    'door.take.one name=bot.sly',
    'door.next',
  ]);
});

it('offers nothing but to watch at a locked table, and only the next game after the end', () => {
  expect(show({ locked: true })).toEqual(['door.watch']);
  cleanup();
  expect(show({ over: true })).toEqual(['door.next', 'door.watch']);
});

it('takes the place of a bot, whose symbol is free then', async () => {
  show();
  await fireEvent.click(screen.getByRole('button', { name: /^door.take.one/ }));
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'symbol.moon' }).disabled).toBe(false);
  await fireEvent.click(screen.getByRole('button', { name: 'sit.sit' }));
  await vi.waitFor(() => expect(table.sat).toHaveBeenCalledWith(2));
  const wish = { name: 'Nora', symbol: 'moon', seat: 2, another: false };
  expect(sent()).toEqual([['/api/tables/x/sit', wish]]);
});

it('asks for the next game, and takes it back', async () => {
  show();
  await fireEvent.click(screen.getByRole('button', { name: 'door.next' }));
  await fireEvent.click(screen.getByRole('button', { name: 'door.next' }));
  await vi.waitFor(() => expect(sent()).toHaveLength(2));
  cleanup();
  inCircle({ people: [member(0, 'Nora', { mine: true })] });
  show();
  await fireEvent.click(screen.getByRole('button', { name: 'door.next.out' }));
  expect(sent()).toEqual([
    ['/api/circles/c/enter', { name: 'Nora', symbol: 'rose' }],
    ['/api/circles/c/want', { plays: true }],
    ['/api/circles/c/want', { plays: false }],
  ]);
});
