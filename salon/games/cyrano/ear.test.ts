// The ear is asked when a line has changed and rests; voices and clocks know their languages and times.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Album } from './album.svelte.ts';
import { Ear } from './ear.svelte.ts';
import { ending, look } from './scene.fixtures.ts';
import { pick } from '$web/board/voice.svelte.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const endings = { type: 'Endings', lines: [ending('whale'), ending(''), ending(''), ending('')] };

it('asks half a second after the last stroke, and not twice the same', async () => {
  const ask = vi.fn().mockResolvedValue(endings);
  const ear = new Ear(ask);
  ear.listen(['a w', '', '', '']);
  ear.listen(['a whale ', '', '', '']);
  await vi.advanceTimersByTimeAsync(600);
  ear.listen(['a whale', '', '', '']);
  await vi.advanceTimersByTimeAsync(600);
  expect(ask).toHaveBeenCalledExactlyOnceWith({ type: 'Hear', lines: ['a whale', '', '', ''] });
  expect(ear.at(0, 'a whale')?.stale).toBe(false);
  expect(ear.at(0, 'a whale of')?.stale).toBe(true);
  expect(ear.at(0, ' ')).toBeNull();
});

it('asks again after a connection was lost', async () => {
  const ask = vi.fn().mockRejectedValueOnce(new Error('offline')).mockResolvedValue(endings);
  const ear = new Ear(ask);
  ear.listen(['a whale', '', '', '']);
  await vi.advanceTimersByTimeAsync(600);
  ear.listen(['a whale', '', '', '']);
  await vi.advanceTimersByTimeAsync(600);
  expect(ask).toHaveBeenCalledTimes(2);
  expect(ear.endings).toHaveLength(4);
});

it('opens each drawer of words once', async () => {
  const ask = vi.fn().mockResolvedValue({
    type: 'Drawer',
    common: ['tale'],
    rare: ['nightingale'],
    handfuls: 2,
    examples: ['pale'],
  });
  const ear = new Ear(ask);
  await ear.lookUp(0);
  await ear.lookUp(0);
  expect(ask).toHaveBeenCalledExactlyOnceWith({ type: 'LookUp', rhyme: 0, handful: 0 });
  expect(ear.drawers[0]?.rare).toEqual(['nightingale']);
  await ear.grabMore(0);
  expect(ask).toHaveBeenLastCalledWith({ type: 'LookUp', rhyme: 0, handful: 1 });
});

it('fetches the album once for each round and each poem taken back', async () => {
  const ask = vi.fn().mockResolvedValue({ type: 'Album', rounds: [] });
  const album = new Album(ask);
  for (const changes of [
    { pages: 0 },
    { pages: 1 },
    { pages: 1 },
    { pages: 1, hidden: ['1.0'] },
    { pages: 2, seat: null },
  ])
    await album.turnTo(look(changes));
  expect(ask).toHaveBeenCalledTimes(2);
});

it('reads with a voice of the right language, of this machine first', () => {
  const voice = (lang: string, localService: boolean) => ({ lang, localService, default: false });
  const voices = [voice('de-DE', true), voice('fr_CA', false), voice('fr-FR', true), voice('frr', true)];
  expect(pick(voices, 'fr')).toBe(voices[2]);
  expect(pick(voices, 'it')).toBeUndefined();
});
