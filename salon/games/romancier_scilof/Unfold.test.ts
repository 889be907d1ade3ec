// The stage: line by line at the pace of the voice, where one is wished for, and with the keyboard alone.
import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Letter } from './scene.ts';
import { look, moment, t } from './scene.fixtures.ts';
import Unfold from './Unfold.svelte';

const told = (letter: Letter, ...words: string[]) => ({
  letter,
  lines: words.map((line, seat) => ({ seat, words: line, at: 1000 })),
  faded: false,
});
const said: SpeechSynthesisUtterance[] = [];

beforeEach(() => {
  said.length = 0;
  localStorage.clear();
  document.documentElement.lang = 'en';
  vi.useFakeTimers();
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }));
  vi.stubGlobal(
    'SpeechSynthesisUtterance',
    class {
      constructor(readonly text: string) {}
    },
  );
  vi.stubGlobal('speechSynthesis', {
    getVoices: () => [{ lang: 'en-GB', localService: true, default: true }],
    speak: (one: SpeechSynthesisUtterance) => said.push(one),
    cancel: () => undefined,
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function unfold() {
  const chains = [told('A1', 'Once', 'upon', 'a time'), told('B1', 'The', 'end')];
  const [turned, all, close] = [vi.fn(), vi.fn(), vi.fn()];
  const board = { ...moment(look(3, [], { chains })), t, play: vi.fn(), sound: vi.fn() };
  render(Unfold, { props: { board, turned, all, close } });
  const lines = () => [...document.querySelectorAll('.line > [dir]')].map((one) => one.textContent);
  return { turned, all, close, lines };
}

it('shows a line after the other, and nothing in the tree before', async () => {
  const { lines } = unfold();
  expect(lines()).toEqual([]);
  await vi.advanceTimersByTimeAsync(750);
  expect(lines()).toEqual(['Once']);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(lines()).toEqual(['Once', 'upon', 'a time']);
});

it('reads aloud when that is wished for, and goes on when the voice has ended', async () => {
  const { lines } = unfold();
  await fireEvent.click(screen.getByRole('button', { name: 'Read aloud' }));
  await vi.advanceTimersByTimeAsync(5_000);
  expect([said.map(({ text }) => text), lines()]).toEqual([['Once'], ['Once']]);
  said[0]!.onend?.({} as SpeechSynthesisEvent);
  await vi.advanceTimersByTimeAsync(400);
  expect([said.map(({ text }) => text), lines()]).toEqual([
    ['Once', 'upon'],
    ['Once', 'upon'],
  ]);
});

it('is turned with the arrow keys, skipped with Escape, and laid out at once', async () => {
  const { turned, all, close, lines } = unfold();
  for (let tap = 0; tap < 3; tap++) await fireEvent.keyDown(document.body, { key: 'ArrowRight' });
  expect([lines(), turned.mock.calls.length]).toEqual([['The', 'end'], 3]);
  await fireEvent.keyDown(document.body, { key: 'ArrowLeft' });
  expect(screen.getByRole('heading').textContent).toBe('Story 1 of 2');
  await fireEvent.click(screen.getByRole('button', { name: 'All at once' }));
  expect(all).toHaveBeenCalledOnce();
  await fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(close).toHaveBeenCalledOnce();
});

it('names whoever wrote a line, also when somebody else has the seat by now', async () => {
  const late = { seat: 1, words: 'the end', at: 3000 };
  const story = told('A1', 'Once', 'upon');
  const chains = [{ ...story, lines: [...story.lines, late] }];
  const table = moment(look(3, [], { chains }));
  const bot = { ...table.seats[1]!, name: 'Léonie', character: 'leonie', until: 2000 };
  table.seats[1] = { ...table.seats[1]!, former: [bot] };
  const board = { ...table, t, play: vi.fn(), sound: vi.fn() };
  render(Unfold, { props: { board, turned: vi.fn(), all: vi.fn(), close: vi.fn() } });
  await vi.advanceTimersByTimeAsync(5000);
  const names = [...document.querySelectorAll('.author bdi')].map((one) => one.textContent);
  expect(names).toEqual(['Ana', 'Léonie', 'Bob']);
  expect(screen.getByText('told by Ana, Léonie and Bob')).toBeTruthy();
});
