// A draft is found again after a reload, on another device, and after the page went away too soon.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Draft, inPocket, place, pour, restore, withWord, type Kept, type Text } from './draft.svelte.ts';
import type { Move } from './scene.ts';

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

const text = (first: string): Text => ({ title: '', lines: [first, '', '', ''] });
const kept = (first: string, sent: string | null): Kept => ({
  ...text(first),
  sent: sent === null ? null : text(sent),
});

function open(pocketed: Text | null = null, key = 'T.0.1') {
  const pocket = vi.fn();
  return { pocket, draft: new Draft({ key, round: 1, pocket }, pocketed) };
}

it('prefers what this device wrote after its pocket was filled', () => {
  expect(restore(kept('O moon', 'O'), text('O')).lines[0]).toBe('O moon');
  expect(restore(kept('O moon', null), null).lines[0]).toBe('O moon');
});

it('prefers the pocket when another device filled it', () => {
  expect(restore(kept('O moon', 'O'), text('O sun')).lines[0]).toBe('O sun');
  expect(restore(null, text('O sun')).lines[0]).toBe('O sun');
});

it('takes no pocket of another round, and no other move', () => {
  const move = { type: 'HandIn', round: 1, title: 'T', lines: ['a', '', '', ''], heard: [] } as Move;
  expect(inPocket(move, 1)?.title).toBe('T');
  expect(inPocket(move, 2)).toBeNull();
  expect(inPocket({ type: 'Ready', round: 1 }, 1)).toBeNull();
  expect(inPocket(null, 1)).toBeNull();
});

it('is pocketed a second after the last stroke, and at once when the page goes away', () => {
  const { draft, pocket } = open();
  draft.lines[0] = 'O';
  draft.change();
  vi.advanceTimersByTime(900);
  draft.lines[0] = 'O moon';
  draft.change();
  vi.advanceTimersByTime(900);
  expect(pocket).not.toHaveBeenCalled();
  draft.flush();
  expect(pocket).toHaveBeenCalledExactlyOnceWith({
    type: 'HandIn',
    round: 1,
    title: '',
    lines: ['O moon', '', '', ''],
  });
});

it('is there after a reload, for its own seat and round only', () => {
  const { draft } = open();
  draft.lines[1] = 'a whale';
  draft.change();
  expect(open().draft.lines[1]).toBe('a whale');
  expect(open(null, 'T.1.1').draft.lines[1]).toBe('');
  draft.forget();
  expect(open().draft.lines[1]).toBe('');
});

it('finds a pocket that arrives late, unless something was written meanwhile', () => {
  const late = open().draft;
  late.find(text('from my phone'));
  expect(late.lines[0]).toBe('from my phone');
  const busy = open().draft;
  busy.lines[0] = 'here';
  busy.change();
  busy.find(text('from my phone'));
  expect(busy.lines[0]).toBe('here');
});

it('lays several pasted lines over its own', () => {
  expect(pour(['a', 'b', 'c', 'd'], 1, 'x\n\n y\r\nz\nmore')).toEqual(['a', 'x', 'y', 'z']);
});

it('writes a word at the end of what a line says, and the caret stands in front of it', () => {
  expect(withWord('', 'whale')).toEqual({ text: ' whale', caret: 0 });
  const { text, caret } = withWord('a white ', 'whale');
  expect(`${text.slice(0, caret)}huge${text.slice(caret)}`).toBe('a white huge whale');
});

it('puts a word of the drawer instead of the last one, and never after a rhyme', () => {
  const lines = ['O whale', '', '', ''];
  const put = { rhyme: 0, line: 0, word: 'whale' };
  const none = [false, false, false, false];
  expect(place(lines, 0, none, null, 0)).toEqual({ line: 0, text: 'O whale' });
  expect(place(lines, 0, none, put, 0)).toEqual({ line: 0, text: 'O' });
  expect(place(lines, 0, none, put, 1)).toEqual({ line: 1, text: '' });
  expect(place(lines, 0, [true, false, false, false], null, 0)).toEqual({ line: 1, text: '' });
  expect(place(['a', 'b', 'c', 'd'], 3, [true, true, true, true], null, 0)).toEqual({ line: 3, text: 'd' });
});

it('takes a line that goes on after a space for unfinished, though it rhymes so far', () => {
  const rhymed = [true, false, false, false];
  expect(place(['so klingt die ', '', '', ''], 0, rhymed, null, 0).line).toBe(0);
  expect(place(['so klingt die', '', '', ''], 0, rhymed, null, 0).line).toBe(1);
});

it('puts another word instead of the last one, whatever was written in front of it', () => {
  const put = { rhyme: 0, line: 0, word: 'whale' };
  const lines = ['a huge white whale', '', '', ''];
  expect(place(lines, 0, [true], put, 0)).toEqual({ line: 0, text: 'a huge white' });
  expect(place(['a narwhale', '', '', ''], 0, [true], put, 0).line).toBe(1);
});

it('shows what another page of mine wrote, once the table has what was written here', () => {
  const { draft } = open();
  draft.lines[0] = 'here';
  draft.change();
  draft.flush();
  draft.find(text('there'));
  expect(draft.lines[0]).toBe('there');
});
