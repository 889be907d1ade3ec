// Single keys can be switched off, for the page and for every board.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { boardKeys, firstMove, hush } from './keys.ts';
import { recall } from './memory.ts';
import { choose, settings } from './settings.svelte.ts';

const heard = vi.fn((event: KeyboardEvent) => event.key);
const press = (key: string, target: Element = document.body, more: KeyboardEventInit = {}) => {
  heard.mockClear();
  target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, ...more }));
  return heard.mock.calls.length === 1;
};
beforeEach(() => {
  window.addEventListener('keydown', hush, { capture: true });
  window.addEventListener('keydown', heard);
});
afterEach(() => {
  window.removeEventListener('keydown', hush, { capture: true });
  window.removeEventListener('keydown', heard);
  choose({ keys: true });
  document.body.innerHTML = '';
});

it('lets every key through until they are switched off, which is remembered', () => {
  expect(['d', '3', '?'].map((key) => press(key))).toEqual([true, true, true]);
  choose({ keys: false });
  expect(['d', '3', '?'].map((key) => press(key))).toEqual([false, false, false]);
  expect(recall<Partial<typeof settings>>('settings', {}).keys).toBe(false);
});

it('keeps keys that are no signs, and whatever is typed', () => {
  choose({ keys: false });
  document.body.innerHTML = '<input />';
  expect(['Enter', ' ', 'Tab', 'ArrowLeft'].map((key) => press(key))).toEqual([true, true, true, true]);
  expect(press('d', document.querySelector('input')!)).toBe(true);
  expect(press('d', document.body, { ctrlKey: true })).toBe(true);
});

it('lists the keys of the moves on the board', () => {
  document.body.innerHTML = `<div id="board">
    <button aria-keyshortcuts="3" aria-label="Say 3">3</button>
    <button aria-keyshortcuts="d">Doubt! <kbd aria-hidden="true">D</kbd></button></div>`;
  expect(boardKeys(document.getElementById('board'))).toEqual([
    { keys: ['3'], what: 'Say 3' },
    { keys: ['D'], what: 'Doubt!' },
  ]);
});

it('finds the field in which my move begins', () => {
  document.body.innerHTML = `<div id="board"><p class="prompt">Well?</p><input aria-label="Title" />
    <div class="hand"><textarea aria-label="Line 1"></textarea></div>
    <div class="hand"><button>Hand in</button></div></div>`;
  expect(firstMove(document.getElementById('board'))?.tagName).toBe('TEXTAREA');
});

it('finds my first move, or else what the board says', () => {
  document.body.innerHTML = `<div id="board"><button>elsewhere</button><p class="prompt">Well?</p>
    <div class="hand"><button aria-hidden="true">cup</button><button></button>
    <button aria-disabled="true">Not now</button><button id="it">Peek</button></div></div>`;
  const board = document.getElementById('board')!;
  expect(firstMove(board)?.id).toBe('it');
  board.querySelector('.hand')!.remove();
  expect(firstMove(board)?.textContent).toBe('Well?');
});
