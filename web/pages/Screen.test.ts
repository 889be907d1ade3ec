// The screen in the room follows the circle, and shows what everybody may see.
import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import * as api from '../lib/api.ts';
import { member, sections } from '../lib/circle.fixtures.ts';
import { rememberTable } from '../lib/memory.ts';
import { everything, person, playing } from '../lib/scene.fixtures.ts';
import type { Playing } from '../lib/scene.ts';
import { choose } from '../lib/settings.svelte.ts';
import type { AlbumEntry, CircleSections, Now } from '../lib/wire.ts';
import Screen from './Screen.svelte';

class FakeSocket {
  static all: FakeSocket[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }
  send = () => undefined;
  close = () => undefined;
  says = (message: object) => this.onmessage?.({ data: JSON.stringify(message) });
}
const socketOf = (path: RegExp) => FakeSocket.all.filter(({ url }) => path.test(url)).at(-1);
const people = [member(0, 'Ana', { host: true, mine: true }), member(1, 'Bob')];
const at = (where: Now['where'], table: string | null): Now => ({
  where,
  table,
  game: table && 'unheard_of',
  tables: [],
});

let seq = 0;
async function hears(more: Partial<CircleSections>): Promise<void> {
  const all = seq ? more : { ...sections({ people }), lines: [], ...more };
  socketOf(/circles/)?.says({ type: 'Circle', seq: ++seq, ...all });
  await vi.advanceTimersByTimeAsync(50);
}
async function tableShows(more: Partial<Playing>): Promise<void> {
  const socket = socketOf(/tables/);
  socket?.onopen?.();
  const scene = playing({ seats: [person('Ana', true), person('Bob')], awaited: [1], ...more });
  socket?.says(everything(scene, 1));
  await vi.advanceTimersByTimeAsync(200);
}
/** The server is there all the time. */
async function wait(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 1_000) {
    for (const socket of FakeSocket.all) socket.says({ type: 'Alive' });
    await vi.advanceTimersByTimeAsync(Math.min(left, 1_000));
  }
}
const closed = { ...playing().table, onlookers: false };
const result = { winners: [0], scores: [1, 0], reason: 'points', teams: [] };
const sitter = (name: string) => ({ name, symbol: 'moon' as const, person: 0, character: null });
const entry: AlbumEntry = {
  table: 'x',
  game: 'unheard_of',
  at: 0,
  seats: [sitter('Ana'), sitter('Bob')],
  result,
  awards: ['boldest', 'luckiest'].map((kind) => ({ kind, seats: [1], weight: 1, details: {} })),
  kept: 0,
  favourite: [],
  cleared: false,
};

beforeEach(async () => {
  seq = 0;
  FakeSocket.all = [];
  localStorage.clear();
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.spyOn(api, 'games').mockResolvedValue([]);
  vi.spyOn(api, 'houseOrigin').mockResolvedValue('http://salon.test');
  vi.spyOn(api, 'album').mockResolvedValue({ entries: [entry], favourites: [], earlier: 0 });
  render(Screen, { id: 'c' });
  socketOf(/circles/)?.onopen?.();
});
afterEach(() => {
  cleanup();
  choose({ sound: null });
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('is nobody, and says how to come in and who is here', async () => {
  await hears({ now: at('lobby', 'x') });
  expect(socketOf(/circles/)?.url).toMatch(/\?screen=true$/);
  expect(screen.getByLabelText('A B C D')).toBeTruthy();
  expect(screen.getByLabelText('screen.qr')).toBeTruthy();
  expect([...document.querySelectorAll('li')].map((one) => one.textContent?.trim())).toEqual(['Ana', 'Bob']);
});

it('looks at a table as an onlooker does, whoever’s device it is', async () => {
  rememberTable({ id: 'x', game: 'unheard_of', seats: [0], at: 0, over: false });
  await hears({ now: at('table', 'x') });
  await tableShows({});
  expect(socketOf(/tables/)?.url).not.toMatch(/seat=/);
  expect(document.querySelector('.lit')?.textContent).toMatch(/Bob.*seat\.awaited/);
  expect(document.querySelector('#board')).not.toBeNull();
});

it.each([
  ['that forbids onlookers, though this device may look', () => tableShows({ table: closed })],
  ['that lets it not in', async () => socketOf(/tables/)?.onclose?.({ code: 4403 })],
])('draws a curtain before a table %s', async (_, comes) => {
  await hears({ now: at('table', 'x') });
  await comes();
  await vi.advanceTimersByTimeAsync(50);
  expect(screen.getByText('screen.closed')).toBeTruthy();
  expect(document.querySelector('#board')).toBeNull();
  expect(screen.getAllByText('Ana').length).toBeGreaterThan(0);
});

it('goes on by itself: the last picture, who won, what was remarkable, the next lobby', async () => {
  await hears({ now: at('table', 'x') });
  await tableShows({ result, awaited: [] });
  const info = { ...sections().circle, finished: 1 };
  await hears({ now: at('result', 'x'), circle: info });
  expect(document.querySelector('#board')).not.toBeNull();
  await wait(4_100);
  expect(screen.getByRole('heading', { level: 1 }).textContent?.trim()).toBe('Ana');
  expect(screen.queryByText(/award/)).toBeNull();
  await wait(7_000);
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('award.boldest.title');
  expect(screen.queryByText(/luckiest/)).toBeNull();
  await wait(7_000);
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('award.luckiest.title');
  await wait(7_000);
  expect(document.querySelectorAll('.ending li').length).toBe(2);
  await hears({ now: at('lobby', 'y') });
  expect(document.querySelector('.ending')).toBeNull();
  expect(screen.getByText('screen.scan')).toBeTruthy();
});

it('shows for a while what is said, and no longer what was taken back', async () => {
  await hears({});
  const speak = async (number: number) => {
    const line = { number, person: 0, text: `line ${number}`, at: 0 };
    socketOf(/circles/)?.says({ type: 'Spoke', line });
    await vi.advanceTimersByTimeAsync(50);
  };
  await speak(1);
  expect(screen.getByText('line 1')).toBeTruthy();
  await wait(8_000);
  expect(screen.queryByText('line 1')).toBeNull();
  await speak(2);
  socketOf(/circles/)?.says({ type: 'TookBack', line: 2 });
  await vi.advanceTimersByTimeAsync(50);
  expect(screen.queryByText('line 2')).toBeNull();
});

it('is heard only if the host says so, and after a tap', async () => {
  const rung = vi.fn();
  const node = { frequency: {}, gain: { setValueAtTime: () => 0, exponentialRampToValueAtTime: () => 0 } };
  const part = () => ({ ...node, connect: () => part(), start: rung, stop: () => undefined });
  class Studio {
    resume = async () => undefined;
    createOscillator = part;
    createGain = part;
  }
  vi.stubGlobal('AudioContext', Studio);
  choose({ sound: true }); // this person's own choice is not asked
  await hears({ now: at('lobby', 'x') });
  expect(screen.queryByText('screen.tap')).toBeNull();
  await hears({ circle: { ...sections().circle, sound: true } });
  expect(rung).not.toHaveBeenCalled();
  await fireEvent.click(screen.getByText('screen.tap'));
  expect(rung).toHaveBeenCalled();
});
