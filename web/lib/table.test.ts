// What a device sees of a table: fresh events, its seats, and the curtain between its people.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { nonceCommitment } from './fairness.ts';
import { dice, Feed, House } from './house.fixtures.ts';
import { knownTable } from './memory.ts';
import { everything, gathering, person, playing as anyPlaying } from './scene.fixtures.ts';
import type { Playing, WholeScene } from './scene.ts';
import { faces, Table } from './table.svelte.ts';
import type { Scene, SeatInfo } from './wire.ts';

class FakeSocket {
  static all: FakeSocket[] = [];
  sent: unknown[] = [];
  open = true;
  seq = 0;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }
  send = (text: string) => this.sent.push(JSON.parse(text));
  close = () => (this.open = false);
  says = (message: unknown) => {
    this.onopen?.();
    this.onmessage?.({ data: JSON.stringify(message) });
  };
  shows = (whole: WholeScene) => this.says(everything(whole, ++this.seq));
  changes = (sections: Partial<Scene>) => this.says({ type: 'Scene', seq: ++this.seq, now: 0, ...sections });
}

const live = () => FakeSocket.all.filter(({ open }) => open);
const at = (seat: number | null) =>
  live().find(({ url }) => url.endsWith(seat === null ? '/socket' : `?seat=${seat}`))!;

const bot: SeatInfo = { ...person('', false), holder: 'bot', level: 'sly' };

function playing(mine: number[], more: Partial<Playing> = {}): Playing {
  const seats = ['Ana', 'Bob', 'Cyd'].map((name, seat) => person(name, mine.includes(seat)));
  return anyPlaying({ seats, ...more });
}

let table: Table;
const tableTime = () => (table.message as Playing).now + performance.now() - table.shown!.received;
const fresh = () => table.shown?.fresh.map(({ id }) => id);
const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);
/** The connection of a seat breaks, and another one is made at once. */
const lose = (seat: number) => {
  at(seat).onclose?.({ code: 1006 });
  table.eyes.find((eyes) => eyes.seat === seat)?.socket.hurry();
};
beforeEach(() => {
  localStorage.clear();
  FakeSocket.all = [];
  vi.stubGlobal('WebSocket', FakeSocket);
  table = new Table('x');
});
afterEach(() => {
  table.close();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('looks on first, then through the seats it holds, and remembers them', () => {
  expect(live()).toHaveLength(1);
  at(null).shows(playing([1]));
  expect(live().map(({ url }) => url.split('?')[1])).toEqual(['seat=1']);
  expect(knownTable('x')?.seats).toEqual([1]);
  const again = new Table('x');
  expect(FakeSocket.all.at(-1)?.url).toContain('seat=1');
  again.close();
});

it('looks on again when it loses its seat', () => {
  table.sat(1);
  at(1).shows(playing([1]));
  at(1).says({ type: 'Goodbye', reason: 'gone' });
  expect(at(null)).toBeDefined();
  at(null).says({ type: 'Refused', key: 'no_onlookers', details: {}, id: null });
  at(null).onclose?.({ code: 4403 });
  expect(table.refused).toBe('no_onlookers');
});

it('tells which events are fresh, also after a reconnection', () => {
  table.sat(0);
  const news = (...numbers: number[]) => numbers.map((n) => ({ type: 'Said', n }));
  at(0).shows(playing([0], { news: news(0, 1), told: 2 }));
  expect(table.shown?.fresh).toEqual([]);
  at(0).changes({ news: { events: news(2), stood_in: [], told: 3, times: [0] } });
  expect(fresh()).toEqual([2]);
  at(0).changes({ seats: playing([0]).seats });
  expect(fresh()).toEqual([]);
  lose(0);
  at(0).shows(playing([0], { news: news(0, 1, 2, 3, 4), told: 5 }));
  expect(fresh()).toEqual([3, 4]);
  expect(table.shown?.news.map(({ event }) => event.n)).toEqual([0, 1, 2, 3, 4]);
});

it('keeps the scene that it had until a new connection brings another, with nothing of the old one', () => {
  table.sat(0);
  at(0).shows(playing([0], { view: { n: 1 }, told: 3, news: [{ type: 'Said' }] }));
  const before = table.message;
  lose(0);
  expect(table.message).toBe(before);
  at(0).shows(gathering({ seats: [person('Ana', true)] }));
  expect(table.message).toEqual(gathering({ seats: [person('Ana', true)] }));
});

it('draws nothing anew that has not changed', () => {
  table.sat(0);
  at(0).shows(playing([0], { view: { n: 1 }, told: 1, news: [{ type: 'Said' }] }));
  const seen = () => [(table.message as Playing).view, table.shown!.news, table.shown!.fresh];
  const before = seen();
  at(0).changes({ seats: playing([0]).seats });
  expect(seen().every((one, i) => one === before[i])).toBe(true);
});

it('comes back for the whole scene when a message was lost', () => {
  vi.useFakeTimers();
  table.sat(0);
  at(0).shows(playing([0], { view: { n: 1 } }));
  const first = at(0);
  first.seq++;
  first.changes({ view: { n: 3 } });
  expect([first.open, table.message]).toMatchObject([false, { view: { n: 1 } }]);
  vi.advanceTimersByTime(1_000);
  at(0).shows(playing([0], { view: { n: 3 } }));
  expect(table.message).toMatchObject({ seq: 1, view: { n: 3 } });
  vi.useRealTimers();
});

it.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'knows everything, and what of it is new, on connections that stall and break (%i)',
  (seed) => {
    table.sat(0);
    const random = dice(seed);
    const house = new House(random);
    let [feed, known] = [new Feed(house), null as number | null];
    for (let step = 0; step < 100; step++) {
      house.happen();
      if (random() < 0.1) feed = (lose(0), new Feed(house));
      const update = random() < 0.4 ? null : feed.next();
      if (!update) continue;
      at(0).says(update);
      expect(table.message).toEqual(house.whole(feed.seq));
      if (table.message?.type === 'Gathering') continue;
      expect(fresh()).toEqual(numbers(Math.max(known ?? house.told, house.told - 50), house.told));
      known = house.told;
    }
    expect(known).toBeGreaterThan(50);
  },
);

it('tells what a bot did for somebody who was away', () => {
  table.sat(0);
  const news = [0, 1, 2].map((n) => ({ type: 'Said', n }));
  at(0).shows(playing([0], { news, stood_in: [2, 6], told: 8 }));
  expect(table.shown?.news.map(({ stoodIn }) => stoodIn)).toEqual([false, true, false]);
});

const openingWith = (...commitments: [number, string][]) =>
  ['salon opening', 'commitment c', ...commitments.map(([seat, made]) => `nonce ${seat} ${made}`)].join('\n');

/** What this device commits to when the table starts. */
function committed(seat: number): string {
  at(seat).says({ type: 'WantCommitment' });
  const { type, commitment } = at(seat).sent.at(-1) as { type: string; commitment: string };
  expect(type).toBe('Commit');
  return commitment;
}

it('commits to a nonce first, and shows it once it is in the opening', () => {
  table.sat(2);
  at(2).shows(playing([2]));
  const commitment = committed(2);
  at(2).says({ type: 'WantNonce', opening: openingWith([0, 'ab'.repeat(32)], [2, commitment]) });
  const { nonce } = at(2).sent.at(-1) as { nonce: string };
  expect(at(2).sent.at(-1)).toEqual({ type: 'AddNonce', nonce });
  expect(nonce).toMatch(/^[0-9a-f]{64}$/);
  expect(commitment).toBe(nonceCommitment('c', 2, nonce));
});

it('shows nothing where another device was first, and no nonce twice', () => {
  table.sat(2);
  at(2).shows(playing([2]));
  const commitment = committed(2);
  const sent = at(2).sent.length;
  at(2).says({ type: 'WantNonce', opening: openingWith([2, 'ab'.repeat(32)]) });
  expect(at(2).sent).toHaveLength(sent);
  at(2).says({ type: 'WantNonce', opening: openingWith([2, commitment]) });
  expect(at(2).sent).toHaveLength(sent + 1);
  at(2).says({ type: 'WantNonce', opening: openingWith([1, 'ab'.repeat(32)], [2, commitment]) });
  expect(at(2).sent).toHaveLength(sent + 1);
  expect(committed(2)).not.toBe(commitment);
});

it('shows the nonce also when it reloads in between', () => {
  table.sat(2);
  at(2).shows(playing([2]));
  const opening = openingWith([2, committed(2)]);
  table.close();
  table = new Table('x');
  at(2).shows(playing([2]));
  at(2).says({ type: 'WantNonce', opening });
  expect(at(2).sent.at(-1)).toMatchObject({ type: 'AddNonce' });
});

it('is busy until a move is stored, and says why it was refused', () => {
  table.sat(0);
  at(0).shows(playing([0]));
  table.shown?.play({ type: 'Doubt' });
  expect(table.shown?.busy).toBe(true);
  const { id } = at(0).sent.at(-1) as { id: string };
  at(0).says({ type: 'Refused', id, key: 'late', details: { turn: 3 } });
  expect(table.shown?.busy).toBe(false);
  expect(table.shown?.refusal).toEqual({ key: 'late', details: { turn: 3 } });
});

it('hides the screen between people on one device', () => {
  table.sat(0);
  table.sat(1);
  at(0).shows(playing([0, 1], { awaited: [0] }));
  expect(table.passTo).toBe(0);
  table.reveal();
  expect([table.active, table.passTo]).toEqual([0, null]);
  at(0).shows(playing([0, 1], { awaited: [2] }));
  expect(table.passTo).toBeNull();
  at(1).shows(playing([0, 1], { awaited: [1] }));
  expect(table.passTo).toBe(1);
  table.reveal();
  expect(table.active).toBe(1);
  const result = { winners: [0], scores: [1, 0, 0], reason: 'points', teams: [] };
  at(1).shows(playing([0, 1], { result }));
  expect(table.passTo).toBeNull();
});

it('passes the screen on without hiding it where nothing is secret', () => {
  table.sat(0);
  table.sat(1);
  const open = playing([0, 1], { awaited: [1] });
  at(0).shows({ ...open, open: true });
  expect([table.active, table.passTo]).toEqual([1, null]);
});

it('hides the screen again once there are secrets, whoever was shown last', () => {
  table.sat(0);
  table.sat(1);
  at(0).shows(playing([0, 1], { awaited: [0, 1] }));
  table.reveal();
  at(0).shows(playing([0, 1], { awaited: [1], open: true }));
  expect([table.active, table.passTo]).toEqual([1, null]);
  at(1).shows(playing([0, 1], { awaited: [2], open: true }));
  expect([table.active, table.passTo]).toEqual([1, null]);
  at(1).shows(playing([0, 1], { awaited: [1], open: false }));
  expect(table.passTo).toBe(1);
});

it('draws no curtain before a question that everybody may see, and one again before a secret', () => {
  table.sat(0);
  table.sat(1);
  const shows = (seat: number, now: number, more: Partial<Playing>) =>
    at(seat).shows(playing([0, 1], { now, ...more }));
  shows(0, 1, { awaited: [0] });
  shows(1, 1, { awaited: [0], public: true });
  table.reveal();
  shows(0, 2, { awaited: [1] }); // what seat 1 saw before may be secret by now
  expect([table.active, table.passTo]).toEqual([0, 1]);
  shows(1, 2, { awaited: [1], public: true });
  expect([table.active, table.passTo]).toEqual([1, null]);
  shows(1, 3, { awaited: [2], public: true });
  expect([table.active, table.passTo]).toEqual([1, null]);
  shows(0, 4, { awaited: [0] });
  expect(table.passTo).toBe(0);
});

it('brings all its seats back from another device, one first', () => {
  table.sat(0);
  table.sat(1);
  for (const seat of [0, 1]) at(seat).shows(playing([0, 1]));
  for (const seat of [0, 1]) at(seat).says({ type: 'Goodbye', reason: 'elsewhere' });
  expect([live().length, table.elsewhere]).toEqual([0, true]);
  table.comeBack();
  expect(live().map(({ url }) => url.split('?')[1])).toEqual(['seat=0&take=true']);
  live()[0]!.shows(playing([0, 1]));
  expect(live().map(({ url }) => url.split('?')[1])).toEqual(['seat=0&take=true', 'seat=1']);
  expect(table.elsewhere).toBe(false);
});

it('tells no further than a board has come', () => {
  table.sat(0);
  at(0).shows(playing([0], { told: 2 }));
  table.shown!.telling.shown(1);
  at(0).shows(playing([0], { told: 3, awaited: [0] }));
  expect(table.shown!.telling.settled?.awaited).toEqual([]);
  table.shown!.telling.shown(2);
  expect(table.shown!.telling.settled?.awaited).toEqual([0]);
});

it('gives bots names and symbols of their own', () => {
  const moon: SeatInfo = { ...person('Ana', true), symbol: 'moon' };
  const shown = faces([moon, bot, bot], (key) => key);
  expect(shown.map(({ name }) => name)).toEqual(['Ana', 'bot.sly', 'bot.sly 2']);
  expect(new Set(shown.map(({ symbol }) => symbol)).size).toBe(3);
  expect(shown.map((face) => face.bot)).toEqual([false, true, true]);
});

it('calls a seat that nobody holds by its number, for it may be spoken of', () => {
  const nobody: SeatInfo = { ...bot, holder: 'nobody', level: null };
  const shown = faces([nobody], (key, args) => `${key} ${String(args?.n)}`);
  expect(shown.map(({ name }) => name)).toEqual(['seat.number 1']);
});

it('does not turn the clock back when a message is late, but trusts a new connection', () => {
  const watch = vi.spyOn(performance, 'now');
  const says = (now: number, moment: number) => {
    watch.mockReturnValue(moment);
    at(0).changes({ now });
  };
  table.sat(0);
  watch.mockReturnValue(1_000);
  at(0).shows(playing([0], { now: 60_000, clock: 90_000 }));
  says(61_000, 9_000); // seven seconds on its way
  expect(tableTime()).toBe(68_000);
  says(68_900, 9_500); // one that was quicker than the first
  expect(tableTime()).toBe(68_900);
  lose(0);
  at(0).shows(playing([0], { now: 61_000, clock: 90_000 }));
  expect(tableTime()).toBe(61_000);
});

it('sets the clock anew when the table has rested, or the server has slept', () => {
  const watch = vi.spyOn(performance, 'now');
  table.sat(0);
  watch.mockReturnValue(0);
  at(0).shows(playing([0], { now: 5_000, running: false }));
  watch.mockReturnValue(10_000);
  at(0).shows(playing([0], { now: 5_000 }));
  expect(tableTime()).toBe(5_000);
  watch.mockReturnValue(3_600_000); // an hour in which the server's machine slept
  at(0).changes({ now: 6_000 });
  expect(tableTime()).toBe(6_000);
});
