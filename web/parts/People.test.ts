// Who is at the table, in words: one seat is mine at a time, and who is away is counted down.
import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, expect, it, vi } from 'vitest';
import { Absence } from '../lib/absence.svelte.ts';
import { inCircle, member, SilentSocket } from '../lib/circle.fixtures.ts';
import { faces, type Table } from '../lib/table.svelte.ts';
import { person as ana } from '../lib/scene.fixtures.ts';
import type { Playing } from '../lib/scene.ts';
import type { SeatInfo } from '../lib/wire.ts';
import { loadGameWords } from '../lib/words.svelte.ts';
import People from './People.svelte';

vi.mock('../lib/games.ts', async (original) => ({
  ...(await original<object>()),
  textsOf: async () => ({ 'seat.awaited': 'has mail' }),
}));
afterEach(cleanup);

const person = ana('Ana');

function show(seats: SeatInfo[], more: Partial<Playing>, waited = 0): string[] {
  const absence = new Absence();
  const table = { patience: 10, watching: 0 };
  const message = {
    type: 'Playing',
    table,
    seats,
    awaited: [],
    waiting: [],
    result: null,
    seat: null,
    ...more,
  } as unknown as Playing;
  absence.see(message, performance.now());
  const shown = { absence, host: false, waited: () => waited } as unknown as Table;
  render(People, { table: shown, message, faces: faces(seats, (key) => key) });
  return screen.getAllByRole('listitem').map((one) => one.querySelector('.small')!.textContent!.trim());
}

it('calls only the seat that is shown mine', () => {
  const seats = [
    { ...person, mine: true },
    { ...person, name: 'Bob', mine: true },
  ];
  expect(show(seats, { seat: 1 })).toEqual(['seat.same_device', 'seat.mine']);
});

it('says when a bot takes over for somebody who is away', () => {
  const seats = [
    { ...person, here: false },
    { ...person, name: 'Bob', here: false },
  ];
  expect(show(seats, { awaited: [0] })).toEqual(['seat.away_for soon=soon.seconds n=10', 'seat.away']);
});

it('says how long somebody who is here has been thinking', () => {
  const seats = [person, { ...person, name: 'Bob' }];
  expect(show(seats, { awaited: [0] }, 45)).toEqual(['seat.thinking time=seconds.short n=45', '']);
  cleanup();
  expect(show(seats, { awaited: [0] }, 130)).toEqual(['seat.thinking time=minutes.short n=2', '']);
});

it('waits in the words of a game that knows no turns', async () => {
  const game = 'post_office';
  await loadGameWords(game, 'en');
  expect(show([person], { awaited: [0], table: { game } as Playing['table'] })).toEqual(['has mail']);
});

it('names who is in for the next game', () => {
  vi.stubGlobal('WebSocket', SilentSocket);
  inCircle({ people: [member(0, 'Ana'), member(1, 'Nora'), member(2, 'Tom', { watches: true })] });
  show([{ ...person, name: 'Ana' }], {});
  expect(screen.getByText('people.next names=Nora')).toBeDefined();
});
