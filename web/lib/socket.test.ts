// A connection comes back, and a move is sent until it is stored or refused.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Refusal } from './api.ts';
import type { Link } from './line.ts';
import { TableSocket } from './socket.ts';
import type { FromServer } from './wire.ts';

class FakeSocket {
  sent: { type: string; id?: string; made?: number }[] = [];
  closed = false;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  send = (text: string) => this.sent.push(JSON.parse(text));
  close = () => (this.closed = true);
  says = (message: unknown) => this.onmessage?.({ data: JSON.stringify(message) });
}

let made: FakeSocket[] = [];
let asked: string[] = [];
let links: Link[] = [];
let heard: FromServer[] = [];
let table: TableSocket;
const last = () => made.at(-1)!;

beforeEach(() => {
  vi.useFakeTimers();
  [made, asked, links, heard] = [[], [], [], []];
  const listener = {
    message: (message: FromServer) => void heard.push(message),
    link: (link: Link) => void links.push(link),
  };
  table = new TableSocket('ws://here?seat=1', listener, (url) => {
    asked.push(url);
    const socket = new FakeSocket();
    made.push(socket);
    return socket as unknown as WebSocket;
  });
  last().onopen?.();
});
afterEach(() => {
  table.close();
  vi.useRealTimers();
});

it('sends a move again, with the same id, after the connection was lost', () => {
  const id = table.play({ type: 'Doubt' }, 4);
  last().onclose?.({ code: 1006 });
  vi.advanceTimersByTime(1_000);
  expect(made).toHaveLength(2);
  last().onopen?.();
  expect(last().sent).toEqual([{ type: 'Play', id, move: { type: 'Doubt' }, made: 4 }]);
});

it('does not trust a connection on which nothing is heard', () => {
  const id = table.play({ type: 'Doubt' }, 4);
  vi.advanceTimersByTime(9_000);
  expect([made.length, table.link]).toEqual([1, 'open']);
  vi.advanceTimersByTime(2_000);
  expect(links).toContain('waiting');
  last().onopen?.();
  expect(last().sent.map((message) => message.id)).toEqual([id]);
  vi.advanceTimersByTime(11_000); // nor the next one
  expect(made).toHaveLength(3);
});

it('trusts a connection on which anything is heard, however long a move takes', () => {
  table.play({ type: 'Say' }, 4);
  for (let beats = 0; beats < 20; beats++) {
    vi.advanceTimersByTime(4_000);
    last().says({ type: 'Alive' });
  }
  expect([made.length, table.link, heard]).toEqual([1, 'open', []]);
});

it('does not come back for silence while nobody looks, where timers mean little', () => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  vi.advanceTimersByTime(60_000);
  expect(made).toHaveLength(1);
  vi.restoreAllMocks();
  vi.advanceTimersByTime(11_000);
  expect(links).toContain('waiting');
});

it('sends a move made while there was no connection', () => {
  last().onclose?.({ code: 1006 });
  const id = table.play({ type: 'Believe' }, 0);
  vi.advanceTimersByTime(1_000);
  last().onopen?.();
  expect(last().sent.map((message) => message.id)).toEqual([id]);
});

it('does not send again what is stored or was refused', () => {
  const [stored, refused, open] = [1, 2, 3].map((n) => table.play({ n }, 0));
  last().says({ type: 'Done', id: stored });
  last().says({ type: 'Refused', id: refused, key: 'late', details: {} });
  last().onclose?.({ code: 1006 });
  vi.advanceTimersByTime(1_000);
  last().onopen?.();
  expect(last().sent.map(({ id }) => id)).toEqual([open]);
  expect(heard.map(({ type }) => type)).toEqual(['Done', 'Refused']);
});

it('sends a move again that could not be stored, until the server says what became of it', () => {
  const id = table.play({ type: 'Doubt' }, 4);
  last().says({ type: 'Refused', id, key: 'not_stored', details: {} });
  expect(heard).toEqual([{ type: 'Refused', id, key: 'not_stored_yet', details: {} }]);
  vi.advanceTimersByTime(5_000);
  expect(last().sent.map((message) => message.id)).toEqual([id, id]);
  last().says({ type: 'Done', id });
  vi.advanceTimersByTime(9_000);
  expect(last().sent).toHaveLength(2);
});

it('brings a move to whoever keeps the table now, and is not held up', () => {
  const id = table.play({ type: 'Doubt' }, 4);
  last().says({ type: 'Refused', key: 'come_again', details: {}, id });
  expect(heard).toEqual([]);
  for (const number of [2, 3, 4, 5, 6]) {
    last().onclose?.({ code: 1012 });
    vi.advanceTimersByTime(400);
    expect(made).toHaveLength(number);
  }
  last().onopen?.();
  expect(last().sent).toEqual([{ type: 'Play', id, move: { type: 'Doubt' }, made: 4 }]);
});

it('says after how many moves of its seat each was chosen', () => {
  const first = table.play({ n: 1 }, 7);
  table.play({ n: 2 }, 7); // before the first was told
  table.play({ n: 3 }, 8); // the first was told, and the second not yet
  last().says({ type: 'Done', id: first });
  table.play({ n: 4 }, 9);
  expect(last().sent.map(({ made }) => made)).toEqual([7, 8, 9, 10]);
});

it('waits longer and longer, up to a bound', () => {
  for (let n = 0; n < 12; n++) {
    last().onclose?.({ code: 1006 });
    vi.advanceTimersByTime(20_000);
  }
  expect(made).toHaveLength(13);
  last().onclose?.({ code: 1006 });
  vi.advanceTimersByTime(5_000);
  expect(made).toHaveLength(13);
});

it('comes back at once when the network does', () => {
  last().onclose?.({ code: 1006 });
  expect(table.link).toBe('waiting');
  window.dispatchEvent(new Event('online'));
  expect(made).toHaveLength(2);
});

it('comes back after a restart, and stays away when told so', () => {
  last().says({ type: 'Goodbye', reason: 'restart' });
  vi.advanceTimersByTime(1_000);
  expect(made).toHaveLength(2);
  last().says({ type: 'Goodbye', reason: 'gone' });
  vi.advanceTimersByTime(60_000);
  expect(made).toHaveLength(2);
  expect(table.link).toBe('gone');
});

it('stays away when the server refuses the connection', () => {
  last().says({ type: 'Refused', key: 'no_onlookers', details: {}, id: null });
  last().onclose?.({ code: 4403 });
  vi.advanceTimersByTime(60_000);
  expect(made).toHaveLength(1);
  expect(links.at(-1)).toBe('gone');
});

it('comes again in a while when the server has too much to do just now', () => {
  last().says({ type: 'Refused', key: 'too_much', details: {}, id: null });
  last().onclose?.({ code: 1013 });
  vi.advanceTimersByTime(4_000);
  expect(made).toHaveLength(1);
  vi.advanceTimersByTime(2_000);
  expect(made).toHaveLength(2);
});

it('leaves the seat to another device until it is brought back', () => {
  last().says({ type: 'Goodbye', reason: 'elsewhere' });
  window.dispatchEvent(new Event('online'));
  vi.advanceTimersByTime(60_000);
  expect([made.length, table.link]).toEqual([1, 'elsewhere']);
  table.take();
  last().onclose?.({ code: 1006 });
  vi.advanceTimersByTime(1_000);
  last().onopen?.();
  last().says({ type: 'WantNonce' });
  last().onclose?.({ code: 1006 });
  vi.advanceTimersByTime(1_000);
  const [plain, take] = ['ws://here?seat=1', 'ws://here?seat=1&take=true'];
  expect(asked).toEqual([plain, take, take, plain]);
});

it('gives a question its reply, and a refusal to who asked alone', async () => {
  const reply = table.ask({ type: 'Leaf' });
  last().says({ type: 'Reply', id: last().sent[0]!.id, reply: { rounds: [] } });
  await expect(reply).resolves.toEqual({ rounds: [] });
  const refused = table.ask({ type: 'Leaf' });
  last().says({ type: 'Refused', id: last().sent[1]!.id, key: 'no_questions', details: {} });
  await expect(refused).rejects.toThrow('no_questions');
  expect(heard).toEqual([]);
});

it('does not leave a question open when the connection is lost', async () => {
  const reply = table.ask({ type: 'Leaf' });
  last().onclose?.({ code: 1006 });
  await expect(reply).rejects.toBeInstanceOf(Refusal);
  await expect(table.ask({ type: 'Leaf' })).rejects.toThrow('offline');
});

it('brings what is in the pocket to every new connection', () => {
  table.pocket({ type: 'HandIn' });
  last().onclose?.({ code: 1006 });
  vi.advanceTimersByTime(1_000);
  last().onopen?.();
  expect(last().sent).toEqual([{ type: 'Pocket', move: { type: 'HandIn' }, again: true }]);
});

it('does not put an older draft over that of another page, but one that was written offline', () => {
  const comesBack = () => {
    vi.advanceTimersByTime(1_000);
    last().onopen?.();
    return last().sent;
  };
  table.pocket({ type: 'HandIn', n: 1 });
  last().says({ type: 'Pocketed', move: { type: 'HandIn', n: 2 } });
  last().onclose?.({ code: 1006 });
  expect(comesBack()).toEqual([{ type: 'Pocket', move: { type: 'HandIn', n: 2 }, again: true }]);
  last().onclose?.({ code: 1006 });
  table.pocket({ type: 'HandIn', n: 3 });
  expect(comesBack()).toEqual([{ type: 'Pocket', move: { type: 'HandIn', n: 3 }, again: false }]);
});

it('comes back when a scene is missing, and counts anew on every connection', () => {
  const scene = (seq: number) => last().says({ type: 'Scene', seq, now: 0 });
  for (const seq of [1, 2]) scene(seq);
  last().says({ type: 'Done', id: 'a' });
  scene(3);
  expect([heard.length, table.link]).toEqual([4, 'open']);
  scene(5);
  expect([heard.length, table.link, last().closed]).toEqual([4, 'waiting', true]);
  vi.advanceTimersByTime(1_000);
  last().onopen?.();
  scene(1);
  expect([made.length, heard.length, table.link]).toEqual([2, 5, 'open']);
});
