// Screen readers hear one group of sentences at a time, and none of them twice in a row.
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
  expect(after(() => speaker.say(['Ciao.'], 'Well?'))).toBe('Ciao. Well?');
  expect(after(() => speaker.say(['Bob falls.'], 'Well?'))).toBe('Bob falls. Well?');
});
