// The seats of a table that gathers, in words: who will play together.
import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { faces, type Table } from '../lib/table.svelte.ts';
import type { Gathering } from '../lib/scene.ts';
import { nobody } from '../lib/scene.fixtures.ts';
import type { SeatInfo } from '../lib/wire.ts';
import Seats from './Seats.svelte';

beforeEach(() => vi.stubGlobal('fetch', () => Promise.reject(new Error('no server'))));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const seats: SeatInfo[] = [
  { ...nobody, holder: 'player', name: 'Ana', here: true },
  { ...nobody, holder: 'bot', level: 'sly' },
  nobody,
];

function teams(teams: number[][], me: object = {}): (string | undefined)[] {
  const message = { type: 'Gathering', table: { game: 'unheard_of' }, seats, teams } as unknown as Gathering;
  render(Seats, {
    table: { host: false, ...me } as unknown as Table,
    message,
    faces: faces(seats, (key) => key),
  });
  return screen.getAllByRole('listitem').map((one) => one.querySelector('.team')?.textContent);
}

it('says who will be with whom, on free seats too', () => {
  expect(teams([[0, 2], [1]])).toEqual(['seat.team n=1', 'seat.team n=2', 'seat.team n=1']);
});

it('lets whoever sits change to a seat that no person has, and nobody else', async () => {
  const asked = vi.fn(async (..._: [string, RequestInit]) => new Response('null'));
  vi.stubGlobal('fetch', asked);
  teams([[0, 2], [1]]);
  expect(screen.queryAllByText('seat.here')).toEqual([]);
  cleanup();
  teams([[0, 2], [1]], { id: 'x', mine: [0], shown: { seat: 0 } });
  expect(screen.getAllByText('seat.here')).toHaveLength(2);
  await fireEvent.click(screen.getAllByText('seat.here')[0]!);
  expect(asked.mock.calls.map(([url, { body }]) => [url, body])).toContainEqual([
    '/api/tables/x/swap',
    '{"seat":0,"other":1}',
  ]);
});

it('says nothing of teams where everybody plays alone', () => {
  expect(teams([])).toEqual([undefined, undefined, undefined]);
});
