// A table's page says whether somebody looks at it: a forgotten tab is not looked at.
import { cleanup, render } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import Table from './Table.svelte';

class FakeSocket {
  static all: FakeSocket[] = [];
  onopen: (() => void) | null = null;
  onmessage = null;
  onclose = null;
  sent: { type: string; looks?: boolean }[] = [];
  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }
  send = (text: string) => this.sent.push(JSON.parse(text) as { type: string });
  close = () => undefined;
}
const looks = () => FakeSocket.all[0]!.sent.filter(({ type }) => type === 'Look').map((one) => one.looks);

beforeEach(() => {
  FakeSocket.all = [];
  localStorage.clear();
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', FakeSocket);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('says so on a new connection, when it is hidden, and when nobody does anything', async () => {
  render(Table, { id: 'x' });
  FakeSocket.all[0]!.onopen?.();
  await vi.advanceTimersByTimeAsync(10);
  expect(looks()).toEqual([true]);
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(10);
  expect(looks()).toEqual([true, false]);
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(false);
  dispatchEvent(new Event('pointerdown'));
  await vi.advanceTimersByTimeAsync(10);
  expect(looks()).toEqual([true, false, true]);
});
