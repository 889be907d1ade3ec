// The page around a board: it neither lists, speaks nor lights what the board has not shown yet.
import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Table } from '../lib/table.svelte.ts';
import type { Playing, SeatInfo } from '../lib/wire.ts';
import Play from './Play.svelte';

class FakeSocket {
  static last: FakeSocket;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose = null;
  constructor() {
    FakeSocket.last = this;
  }
  send = () => undefined;
  close = () => undefined;
}
const person = (name: string, mine: boolean): SeatInfo => ({
  holder: 'player', name, symbol: null, level: null, here: true, stand_in: false, gone: false, won: 0, mine, host: false,
});
function playing(more: Partial<Playing>): Playing {
  const table = {
    id: 'x', game: 'unheard_of', options: {}, patience: 45, onlookers: true, locked: false, code: null, watching: 0,
  };
  return {
    type: 'Playing', seq: 1, table, seats: [person('Ana', true), person('Bob', false)],
    fair: { commitment: 'c', seal: '', opening: '', nonces: {}, secret: null, fingerprint: '' }, seat: 0, view: {}, moves: [], awaited: [1],
    made: 0, clock: null, now: 0, running: true, joinable: false, open: false, result: null, news: [], stood_in: [],
    told: 0, next: null, ...more,
  };
}

let table: Table;
let page: { rerender: (props: { message: Playing }) => Promise<void> };
const hears = (more: Partial<Playing>) =>
  FakeSocket.last.onmessage?.({ data: JSON.stringify(playing(more)) });
const hearsAndShows = async (more: Partial<Playing>) => {
  hears(more);
  await page.rerender({ message: table.message as Playing });
  await vi.advanceTimersByTimeAsync(200);
};
const listed = () => screen.queryAllByRole('listitem').map((one) => one.textContent).filter((one) => one?.startsWith('event'));
const spoken = () => document.querySelector('[aria-live=polite]')!.textContent;
const lit = () => [...document.querySelectorAll('.people li')].map((one) => one.querySelector('.awaited') !== null);
const result = { winners: [0], scores: [1, 0], reason: 'points', teams: [] };

beforeEach(async () => {
  vi.useFakeTimers();
  localStorage.clear();
  HTMLDialogElement.prototype.showModal ??= () => undefined;
  vi.stubGlobal('WebSocket', FakeSocket);
  table = new Table('x');
  table.sat(0);
  FakeSocket.last.onopen?.();
  hears({});
  page = render(Play, { table, message: table.message as Playing });
  await vi.advanceTimersByTimeAsync(200);
});
afterEach(() => {
  cleanup();
  table.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('follows a board that says how far it is', async () => {
  table.shown!.telling.shown(-1);
  await hearsAndShows({ told: 2, news: [{ type: 'One' }, { type: 'Two' }], awaited: [0] });
  expect([listed(), lit()]).toEqual([[], [false, true]]);
  expect(document.title).not.toContain('play.title_turn');
  expect(spoken()).not.toContain('event.');
  table.shown!.telling.shown(0);
  await vi.advanceTimersByTimeAsync(200);
  expect([listed().length, lit()]).toEqual([1, [false, true]]);
  table.shown!.telling.shown(1);
  await vi.advanceTimersByTimeAsync(200);
  expect([listed().length, lit()]).toEqual([2, [true, false]]);
  expect(document.title).toContain('play.title_turn');
  expect(spoken()).toMatch(/^event\.One.*event\.Two.*play\.waiting/);
});

it('tells everything at once beside a board that never says it', async () => {
  await hearsAndShows({ told: 1, news: [{ type: 'One' }], awaited: [0] });
  expect([listed().length, lit()]).toEqual([1, [true, false]]);
});

it('opens the result only when the board has shown the end', async () => {
  table.shown!.telling.shown(-1);
  await hearsAndShows({ told: 1, news: [{ type: 'Ended' }], result, awaited: [] });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(document.querySelector('dialog')).toBeNull();
  table.shown!.telling.shown(0);
  await vi.advanceTimersByTimeAsync(2_500);
  expect(document.querySelector('dialog')).not.toBeNull();
});

it('draws the curtain when the board has shown what happened, and keeps it drawn', async () => {
  const both = { seats: [person('Ana', true), person('Bob', true)] };
  const ana = FakeSocket.last;
  const drawn = () => screen.queryByRole('button', { name: /^pass.reveal/ }) !== null;
  await hearsAndShows({ ...both, awaited: [0] });
  table.reveal();
  await vi.advanceTimersByTimeAsync(50);
  table.eyes[0]!.telling.shown(-1);
  ana.onmessage!({ data: JSON.stringify(playing({ ...both, told: 1, news: [{ type: 'One' }], awaited: [1] })) });
  await page.rerender({ message: table.message as Playing });
  expect([table.passTo, drawn()]).toEqual([1, false]);
  table.eyes[0]!.telling.shown(0);
  await vi.advanceTimersByTimeAsync(200);
  expect(drawn()).toBe(true);
  ana.onmessage!({ data: JSON.stringify(playing({ ...both, told: 2, news: [{ type: 'Two' }], awaited: [1] })) });
  await page.rerender({ message: table.message as Playing });
  expect(drawn()).toBe(true);
});

it('lists what a bot did for somebody who was away as such', async () => {
  await hearsAndShows({ told: 2, news: [{ type: 'One' }, { type: 'Two' }], stood_in: [1] });
  expect(listed().map((one) => one!.includes('news.stand_in'))).toEqual([true, false]);
});

it('lets nobody move while the seat is on another device', async () => {
  await hearsAndShows({ moves: [{ type: 'Doubt' }], awaited: [0] });
  expect(screen.queryByRole('button', { name: 'move.Doubt type=Doubt' })).not.toBeNull();
  FakeSocket.last.onmessage?.({ data: JSON.stringify({ type: 'Goodbye', reason: 'elsewhere' }) });
  await vi.advanceTimersByTimeAsync(50);
  expect(screen.queryByRole('button', { name: 'move.Doubt type=Doubt' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'link.here' })).not.toBeNull();
});
