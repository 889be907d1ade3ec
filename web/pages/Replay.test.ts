// A replay runs by itself, stops when it is told to, and says each thing once.
import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { everything, playing } from '../lib/scene.fixtures.ts';
import Replay from './Replay.svelte';

class FakeSocket {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose = null;
  constructor() {
    queueMicrotask(() =>
      this.onmessage?.({ data: JSON.stringify(everything(playing({ seats: [], running: false }))) }),
    );
  }
  send = () => undefined;
  close = () => undefined;
}
const asked: number[] = [];
const advised: number[] = [];
let slow: Promise<unknown> = Promise.resolve();
/** Until what is returned is called, nothing is answered. */
function holdUp(): () => void {
  let arrive: (() => void) | undefined;
  slow = new Promise<undefined>((resolve) => (arrive = () => resolve(undefined)));
  return () => arrive?.();
}
const truths = [2, 3].map((step) => ({ step, seat: 0, kind: 'lie', hid: true, found: false, details: {} }));
const advice = (step: number) => ({
  step,
  seat: 0,
  move: { type: 'Say', n: step },
  same: step === 1,
  odds: 0.5,
  played: step === 1 ? 0.5 : 0.3,
});
const answer = (url: string) => {
  if (url.endsWith('/games')) return [{ name: 'unheard_of', adviser: 'master' }];
  if (url.endsWith('/truths')) return { truths };
  if (url.includes('/advice')) return advice(advised[advised.push(Number(url.split('=')[1])) - 1]!);
  const step = Number(new URL(url, 'http://here').searchParams.get('step'));
  asked.push(step);
  const fresh = step ? [{ type: 'Said', n: step }] : [];
  return {
    step,
    steps: 3,
    now: 0,
    view: {},
    awaited: [],
    fresh,
    news: fresh,
    times: fresh.map(() => 0),
    told: step,
    names: [],
    result: null,
  };
};

beforeEach(async () => {
  vi.useFakeTimers();
  asked.length = advised.length = 0;
  vi.stubGlobal('WebSocket', FakeSocket);
  slow = Promise.resolve();
  vi.stubGlobal('fetch', async (url: string) => {
    const found = answer(url);
    await slow;
    return new Response(JSON.stringify(found));
  });
  render(Replay, { id: 'x', step: 0 });
  await vi.advanceTimersByTimeAsync(50);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('goes on by itself, a step in 1.2 s, up to the end', async () => {
  await fireEvent.click(screen.getByRole('button', { name: 'replay.play' }));
  await vi.advanceTimersByTimeAsync(1_150);
  expect(asked).toEqual([0]);
  await vi.advanceTimersByTimeAsync(100);
  expect(asked).toEqual([0, 1]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).toEqual([0, 1, 2, 3]);
  expect(screen.getByRole('button', { name: 'replay.play' })).toBeDefined();
});

it('is started and stopped with the space bar', async () => {
  await fireEvent.keyDown(document.body, { key: ' ' });
  await vi.advanceTimersByTimeAsync(1_300);
  await fireEvent.keyDown(document.body, { key: ' ' });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(asked).toEqual([0, 1]);
});

it('shows no caption beside that of the board', async () => {
  await fireEvent.keyDown(document.body, { key: 'ArrowRight' });
  await vi.advanceTimersByTimeAsync(50);
  const captions = screen.getAllByText(/event\.Said/).filter((found) => found.closest('.bar'));
  expect(captions.map((found) => found.className)).toEqual(['hidden-text']);
});

it('asks for advice step by step, the one that is looked at first, and tells where it turned', async () => {
  await fireEvent.keyDown(document.body, { key: 'ArrowRight' });
  await vi.advanceTimersByTimeAsync(50);
  await fireEvent.click(screen.getByRole('button', { name: 'advice' }));
  await vi.advanceTimersByTimeAsync(50);
  expect(advised).toEqual([1, 2, 3]);
  expect(screen.queryByRole('progressbar')).toBeNull();
  expect(screen.getByText(/^advice\.same/).textContent).toContain('50%');
  await fireEvent.click(screen.getAllByRole('button', { name: /^advice\.point/ })[0]!);
  await vi.advanceTimersByTimeAsync(50);
  expect(screen.getByText(/^advice\.other/).textContent).toContain('30%');
});

it('keeps up with quick stepping: one request at a time, and the last step wins', async () => {
  const arrive = holdUp();
  for (let i = 0; i < 20; i++)
    await fireEvent.keyDown(document.body, { key: i < 19 ? 'ArrowRight' : 'ArrowLeft' });
  expect(asked).toEqual([0, 1]);
  arrive();
  await vi.advanceTimersByTimeAsync(50);
  expect(asked).toEqual([0, 1, 2]);
  expect(screen.getByText('2 / 3')).toBeDefined();
});

it('leaves the address alone once it is left', async () => {
  history.replaceState(null, '', '/t/x/replay?step=0');
  await fireEvent.keyDown(document.body, { key: 'ArrowRight' });
  await vi.advanceTimersByTimeAsync(500);
  expect(location.search).toBe('?step=1');
  const arrive = holdUp();
  await fireEvent.keyDown(document.body, { key: 'ArrowRight' });
  cleanup();
  history.replaceState(null, '', '/t/x');
  arrive();
  await vi.advanceTimersByTimeAsync(500);
  expect(location.pathname).toBe('/t/x');
  history.replaceState(null, '', '/');
});

it('jumps from lie to lie, says what each was, and sums up in the end', async () => {
  const next = () => screen.getByRole('button', { name: 'truth.next' });
  expect(screen.queryByText(/truth\.lie/)).toBeNull();
  await fireEvent.click(next());
  await vi.advanceTimersByTimeAsync(50);
  expect(asked).toEqual([0, 2]);
  expect(screen.getByText(/^truth\.lie/)).toBeDefined();
  await fireEvent.click(next());
  await vi.advanceTimersByTimeAsync(50);
  expect(asked).toEqual([0, 2, 3]);
  expect((next() as HTMLButtonElement).disabled).toBe(true);
});
