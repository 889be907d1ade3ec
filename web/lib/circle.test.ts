// A page knows its circle from the first message on, and only what changes after that.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { member, sections } from './circle.fixtures.ts';
import { circle, enterCircle, leaveCircle, tableAfter } from './circle.svelte.ts';
import { knownCircles, recall } from './memory.ts';

class FakeSocket {
  static last: FakeSocket;
  onmessage: ((event: { data: string }) => void) | null = null;
  onopen: (() => void) | null = null;
  sent: string[] = [];
  constructor(readonly url: string) {
    FakeSocket.last = this;
  }
  send(text: string) {
    this.sent.push(text);
  }
  closed = false;
  close() {
    this.closed = true;
  }
}
const hear = (message: object) => FakeSocket.last.onmessage?.({ data: JSON.stringify(message) });
const line = (number: number, text: string) => ({ number, person: 0, text, at: 1 });

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', FakeSocket);
});
afterEach(() => {
  leaveCircle();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('keeps what did not change, and remembers where this device has been', () => {
  const found = enterCircle('c');
  const people = [member(0, 'Ana', { host: true, mine: true })];
  hear({ type: 'Circle', seq: 1, ...sections({ people }), lines: [line(1, 'hello')] });
  hear({ type: 'Circle', seq: 2, wishes: { nim: [0] } });
  expect([found.host, found.me?.name, found.sections?.wishes]).toEqual([true, 'Ana', { nim: [0] }]);
  expect(knownCircles().map(({ id, host }) => [id, host])).toEqual([['c', 'Ana']]);
});

it('hears what is said and what is taken back', () => {
  const found = enterCircle('c');
  hear({ type: 'Circle', seq: 1, ...sections(), lines: [line(1, 'hello')] });
  hear({ type: 'Spoke', line: line(2, 'good evening') });
  hear({ type: 'TookBack', line: 1 });
  expect(found.lines.map(({ text }) => text)).toEqual(['good evening']);
});

it('shows a reaction for two seconds', async () => {
  const found = enterCircle('c');
  hear({ type: 'Reacted', person: 0, reaction: 'laugh' });
  expect(found.seen.map(({ reaction }) => reaction)).toEqual(['laugh']);
  await vi.advanceTimersByTimeAsync(2_001);
  expect(found.seen).toEqual([]);
});

it('knows where everybody goes on, from a table of this circle alone', () => {
  enterCircle('c');
  const now = { where: 'lobby', table: 'y', game: 'nim', tables: [], next: null };
  hear({ type: 'Circle', seq: 1, ...sections(), now, lines: [] });
  expect([tableAfter('x', 'c'), tableAfter('y', 'c'), tableAfter('x', 'another')]).toEqual(['y', null, null]);
});

it('stays connected from one table to the next, and comes into another circle anew', () => {
  const found = enterCircle('c');
  expect(enterCircle('c')).toBe(found);
  const left = FakeSocket.last;
  enterCircle('d');
  expect([circle.now?.id, left.closed]).toEqual(['d', true]);
  expect(FakeSocket.last.url).toMatch(/\/api\/circles\/d\/socket$/);
});

it('says why it may not come in', () => {
  const found = enterCircle('c');
  hear({ type: 'Refused', key: 'circle_locked', details: {} });
  expect(found.refused?.key).toBe('circle_locked');
});

it('knows when somebody has agreed that this device is who it said', () => {
  const found = enterCircle('c');
  const ana = member(0, 'Ana', { here: false });
  hear({ type: 'Circle', seq: 1, ...sections({ people: [ana] }), claims: [{ person: 0, mine: true }] });
  expect(found.recognised).toBe(0);
  hear({ type: 'Circle', seq: 2, people: [{ ...ana, mine: true }], claims: [] });
  expect([found.recognised, recall('name', '')]).toEqual([1, 'Ana']);
});
