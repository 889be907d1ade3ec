// Screen readers hear one group of sentences at a time, none twice in a row, and each question once.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Speaker } from './speaker.svelte.ts';

let speaker: Speaker;
const after = (say: () => void) => {
  say();
  vi.advanceTimersByTime(200);
  return speaker.spoken;
};
beforeEach(() => {
  vi.useFakeTimers();
  speaker = new Speaker();
});
afterEach(() => {
  speaker.close();
  vi.useRealTimers();
});

it('says what belongs together at once, and only the newest question', () => {
  const spoken = after(() => {
    speaker.say(['Ana says 3.'], 'Old?');
    speaker.say([], 'Do you believe it?');
  });
  expect(spoken).toBe('Ana says 3. Do you believe it?');
});

it('says a lesson before the question it comes with, and without one that was said before', () => {
  const spoken = after(() => {
    speaker.say([], 'What do you say?');
    speaker.add('Only you see your die.');
  });
  expect(spoken).toBe('Only you see your die. What do you say?');
  expect(after(() => speaker.add('A cross is no number.'))).toBe('A cross is no number.');
});

it('never says a sentence twice in a row', () => {
  expect(after(() => speaker.say(['Ciao.', 'Ciao.'], 'Well?'))).toBe('Ciao. Well?');
  expect(after(() => speaker.say([], 'Well?'))).toBe('Ciao. Well?');
  expect(after(() => speaker.say(['Ciao.'], 'Well?'))).toBe('Ciao.');
});

it('asks a question once, until it is answered or another one is asked', () => {
  expect(after(() => speaker.say(['Ana falls.'], 'Well?'))).toBe('Ana falls. Well?');
  expect(after(() => speaker.say(['Bob falls.'], null))).toBe('Bob falls.');
  expect(after(() => speaker.say(['Cyd falls.'], 'Well?'))).toBe('Cyd falls.');
  speaker.answered();
  expect(after(() => speaker.say(['Dan falls.'], 'Well?'))).toBe('Dan falls. Well?');
  expect(after(() => speaker.say(['Eve falls.'], ''))).toBe('Eve falls.');
  expect(after(() => speaker.say(['Fay falls.'], 'Well?'))).toBe('Fay falls. Well?');
});
