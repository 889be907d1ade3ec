// Sounds stay silent until a person wants them; a melody keeps its pitches and its time.
import { afterEach, expect, it, vi } from 'vitest';
import { settings } from './settings.svelte.ts';
import { inTime, melody, sound } from './sound.ts';

afterEach(() => {
  settings.sound = null;
  vi.unstubAllGlobals();
});

it('is silent while sound is off', () => {
  const studio = vi.fn();
  vi.stubGlobal('AudioContext', studio);
  for (const off of [null, false]) {
    settings.sound = off;
    sound('melody:60 62');
  }
  expect(studio).not.toHaveBeenCalled();
});

it('plays the notes of a melody one after the other, at their pitch, with a tick for a dot', () => {
  const tones = melody('69 . 57');
  const sung = tones.filter(([, , lasts]) => lasts > 0.5);
  expect(sung.map(([pitch]) => pitch)).toEqual([440, 220]);
  expect(sung[1]![1]).toBeCloseTo(0.36);
  expect(tones.filter(([, , lasts]) => lasts < 0.1)).toHaveLength(1);
});

it('performs each note as long as it is written, and keeps the rests', () => {
  const { tones, seconds } = inTime(
    [
      [69, 1],
      [null, 0.5],
      [57, 2],
    ],
    120,
  );
  expect(tones.map(([pitch, after, lasts]) => [pitch, after, lasts])).toEqual([
    [440, 0, 0.5],
    [220, 0.75, 1],
  ]);
  expect(seconds).toBe(1.75);
});
