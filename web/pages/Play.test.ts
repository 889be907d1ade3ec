// The page around a board: it neither lists, speaks nor lights what the board has not shown yet.
import { cleanup, render, screen } from '@testing-library/svelte';
import { toStore } from 'svelte/store';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { BoardProps } from '../board/board.ts';
import { inCircle } from '../lib/circle.fixtures.ts';
import { wide } from '../lib/head.svelte.ts';
import { Table } from '../lib/table.svelte.ts';
import { everything, person, playing as anyPlaying } from '../lib/scene.fixtures.ts';
import type { Playing } from '../lib/scene.ts';
import type { Scene } from '../lib/wire.ts';
import Play from './Play.svelte';

/** A board that notes which of its props are drawn, and when again. */
const drawn: string[] = [];
let watched: BoardProps<unknown, unknown, unknown>;
function Watcher(_: unknown, props: typeof watched): void {
  watched = props;
  for (const name of ['view', 'moves', 'seats', 'fresh', 'news', 'awaited', 'result', 't'] as const)
    toStore(() => props[name]).subscribe(() => drawn.push(name));
}
vi.mock('../lib/games.ts', async (original) => ({
  ...(await original<object>()),
  boardOf: async (game: string) => (game === 'watched' ? Watcher : null),
}));

class FakeSocket {
  static last: FakeSocket;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose = null;
  seq = 0;
  constructor() {
    FakeSocket.last = this;
  }
  send: (text: string) => unknown = () => undefined;
  close = () => undefined;
  changes = (sections: Partial<Scene>) =>
    this.onmessage?.({ data: JSON.stringify({ type: 'Scene', seq: ++this.seq, now: 0, ...sections }) });
  shows = (more: Partial<Playing>) =>
    this.onmessage?.({ data: JSON.stringify(everything(playing(more), ++this.seq)) });
}
const playing = (more: Partial<Playing>): Playing =>
  anyPlaying({ seats: [person('Ana', true), person('Bob')], seat: 0, awaited: [1], ...more });

let table: Table;
let page: { rerender: (props: { message: Playing }) => Promise<void> };
const hears = (more: Partial<Playing>) => FakeSocket.last.shows(more);
const hearsAndShows = async (more: Partial<Playing>) => {
  hears(more);
  await page.rerender({ message: table.message as Playing });
  await vi.advanceTimersByTimeAsync(200);
};
const listed = () =>
  screen
    .queryAllByRole('listitem')
    .map((one) => one.textContent)
    .filter((one) => one?.startsWith('event'));
const spoken = () => document.querySelector('[aria-live=polite]')!.textContent;
const lit = () =>
  [...document.querySelectorAll('.people li')].map((one) => one.querySelector('.awaited') !== null);
const result = { winners: [0], scores: [1, 0], reason: 'points', teams: [] };

const room = vi.spyOn(wide, 'current', 'get');

beforeEach(async () => {
  room.mockReturnValue(false);
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

it('shows the result beside the board where there is room, and never over the last picture', async () => {
  room.mockReturnValue(true);
  await hearsAndShows({ told: 1, news: [{ type: 'Ended' }], result, awaited: [] });
  expect(screen.queryByRole('tab', { name: 'result' })).toBeNull();
  await vi.advanceTimersByTimeAsync(2_500);
  expect(screen.getByRole('tab', { name: 'result', selected: true })).not.toBeNull();
  expect(screen.getByText(/^reason\.points/)).not.toBeNull();
  expect(document.querySelector('dialog')).toBeNull();
});

it('draws the curtain when the board has shown what happened, and keeps it drawn', async () => {
  const both = { seats: [person('Ana', true), person('Bob', true)] };
  const ana = FakeSocket.last;
  const drawn = () => screen.queryByRole('button', { name: /^pass.reveal/ }) !== null;
  await hearsAndShows({ ...both, awaited: [0] });
  table.reveal();
  await vi.advanceTimersByTimeAsync(50);
  table.eyes[0]!.telling.shown(-1);
  ana.shows({ ...both, told: 1, news: [{ type: 'One' }], awaited: [1] });
  await page.rerender({ message: table.message as Playing });
  expect([table.passTo, drawn()]).toEqual([1, false]);
  table.eyes[0]!.telling.shown(0);
  await vi.advanceTimersByTimeAsync(200);
  expect(drawn()).toBe(true);
  ana.shows({ ...both, told: 2, news: [{ type: 'Two' }], awaited: [1] });
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

const watchedTable = { ...playing({}).table, game: 'watched' };
const drawsAfter = async (sections: Partial<Scene>) => {
  drawn.length = 0;
  FakeSocket.last.changes(sections);
  await page.rerender({ message: table.message as Playing });
  await vi.advanceTimersByTimeAsync(0);
  return drawn.toSorted();
};

it('draws nothing on the board again that has not changed', async () => {
  await hearsAndShows({ table: watchedTable });
  expect(drawn).toContain('view');
  expect(await drawsAfter({ view: { n: 1 } })).toEqual(['view']);
  expect(await drawsAfter({ table: { ...watchedTable, watching: 3 } })).toEqual([]);
  expect(
    await drawsAfter({ news: { events: [{ type: 'One' }], stood_in: [], told: 1, times: [0] } }),
  ).toEqual(['fresh', 'news']);
  expect(await drawsAfter({ offer: { moves: [{ type: 'Doubt' }], made: 1, public: false } })).toEqual([
    'fresh',
    'moves',
  ]);
  expect(await drawsAfter({ seats: [person('Ana', true), person('Cyd')] })).toEqual(['seats', 't']);
});

it('lets the time of the table run on from every message, also without a word of the clock', async () => {
  await hearsAndShows({ table: watchedTable, now: 1_000, clock: 60_000 });
  await vi.advanceTimersByTimeAsync(800);
  expect(watched.now).toBe(2_000);
  await drawsAfter({ now: 2_500, view: { n: 1 } });
  expect([watched.now, watched.clock]).toEqual([2_500, 60_000]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(watched.now).toBe(3_500);
});

const bot = { ...person(''), holder: 'bot' as const, level: 'sly' };
const notices = () => [...document.querySelectorAll('.notice')].map((one) => one.textContent!.trim());

it('tells whose place somebody took, and lists it among the news', async () => {
  await hearsAndShows({ seats: [person('Ana', true), bot], told: 1, news: [{ type: 'One' }] });
  await hearsAndShows({ seats: [person('Ana', true), person('Nora')], told: 1, news: [{ type: 'One' }] });
  const words = 'news.took_place name=Nora old=bot.sly';
  expect(notices()).toEqual([words]);
  const all = screen.getAllByRole('listitem').map((one) => one.textContent!);
  expect(all.filter((one) => /^(news|event)/.test(one))).toEqual([words, 'event.One type=One']);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(notices()).toEqual([]);
});

it('tells who hosts now', async () => {
  await hearsAndShows({ seats: [{ ...person('Ana', true), host: true }, person('Bob')] });
  await hearsAndShows({ seats: [person('Ana', true), { ...person('Bob'), host: true }] });
  expect(notices()).toEqual(['news.hosts name=Bob']);
});

it('asks gently after half a minute, if somebody waits for me', async () => {
  await hearsAndShows({ awaited: [0], since: [0], now: 27_000 });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(notices()).toEqual([]);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(notices()).toEqual(['play.nudge']);
  expect(document.title).toContain('play.title_nudge');
  await hearsAndShows({ awaited: [0], since: [0], now: 40_000, seats: [person('Ana', true), bot] });
  expect(notices()).toEqual([]);
});

it('hurries nobody who writes, and the last of several only after half a minute alone', async () => {
  await hearsAndShows({ awaited: [0, 1], since: [], now: 90_000 });
  await hearsAndShows({ awaited: [0], since: [0], now: 91_000 });
  await vi.advanceTimersByTimeAsync(20_000);
  expect(notices()).not.toContain('play.nudge');
  document.querySelector('.stage')!.dispatchEvent(new Event('input', { bubbles: true }));
  await vi.advanceTimersByTimeAsync(20_000);
  expect(notices()).not.toContain('play.nudge');
  await vi.advanceTimersByTimeAsync(15_000);
  expect(notices()).toContain('play.nudge');
});

it('gives the seat back at any tap', async () => {
  const sent: unknown[] = [];
  FakeSocket.last.send = (text: string) => sent.push(JSON.parse(text));
  document.dispatchEvent(new Event('pointerdown', { bubbles: true }));
  await hearsAndShows({ seats: [{ ...person('Ana', true), stand_in: true }, person('Bob')] });
  expect([notices(), sent]).toEqual([['play.stood_in'], []]);
  document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }));
  expect(sent).toEqual([{ type: 'Awake' }]);
});

it('tells of the next game wherever somebody is, and takes nobody there', async () => {
  await hearsAndShows({ told: 1, news: [{ type: 'Ended' }], result, awaited: [] });
  await vi.advanceTimersByTimeAsync(2_500);
  await screen.getByRole('button', { name: 'close', hidden: true }).click();
  inCircle({ now: { where: 'lobby', table: 'y', game: 'nim', tables: [] } });
  await vi.advanceTimersByTimeAsync(0);
  const link = screen.getByRole('link', { name: 'result.join' });
  expect([link.getAttribute('href'), location.pathname]).toEqual(['/t/y', '/']);
  const dialog = document.createElement('dialog');
  dialog.open = true;
  document.body.append(dialog);
  await vi.advanceTimersByTimeAsync(0);
  expect(dialog.contains(link)).toBe(true);
  dialog.remove();
  await vi.advanceTimersByTimeAsync(0);
  expect(document.querySelector('.notices')!.contains(link)).toBe(true);
});
