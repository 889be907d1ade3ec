// Sentences about oneself, where a game has words for them.
import { beforeEach, expect, it, vi } from 'vitest';
import { addressed, loadGameWords } from './words.svelte.ts';

vi.mock('./games.ts', () => ({
  textsOf: async () => ({
    'event.Doubted': '{seat:name} doubts {roller:name}.',
    'you.seat.event.Doubted': 'You doubt {roller:name}.',
    'you.roller.event.Doubted': '{seat:name} doubts you.',
    and: '{first} and {last}',
    'event.Fell': '{seat:name} falls.',
    'reason.most': '{winners:names} wins.',
    'you.winners.reason.most': 'You win.',
  }),
}));
beforeEach(() => loadGameWords('doubt'));

const told = (me: number | null) => addressed('doubt', me, ['Ana', 'Bob', 'Cléo']);

it.each([
  [0, 'You doubt Bob.'],
  [1, 'Ana doubts you.'],
  [2, 'Ana doubts Bob.'],
  [null, 'Ana doubts Bob.'],
])('says to somebody what they do and what is done to them (seat %s)', (me, sentence) => {
  expect(told(me)('event.Doubted', { seat: 0, roller: 1 })).toBe(sentence);
});

it('says nothing to somebody of what another did who had the seat before', () => {
  const then = ['Moka', 'Bob', 'Cléo'];
  expect(told(0)('event.Doubted', { seat: 0, roller: 1 }, then)).toBe('Moka doubts Bob.');
});

it('says it of who wins alone, and with the name where a game has no words for it', () => {
  expect(told(1)('reason.most', { winners: [1] })).toBe('You win.');
  expect(told(1)('reason.most', { winners: [0, 1] })).toBe('Ana and Bob wins.');
  expect(told(0)('event.Fell', { seat: 0, roller: null })).toBe('Ana falls.');
});
