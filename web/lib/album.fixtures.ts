// Finished tables for tests of the page.
import type { AlbumEntry, Award } from './wire.ts';

interface More extends Partial<AlbumEntry> {
  winners?: number[];
}

/** Ana and Bob, and a bot. */
export function entry(table: string, { winners = [0], ...more }: More = {}): AlbumEntry {
  return {
    table,
    game: 'toy',
    at: 1_714_564_800,
    seats: [
      { name: 'Ana', symbol: 'moon', person: 0, character: null },
      { name: 'Bob', symbol: 'rose', person: 1, character: null },
      { name: 'Botilda', symbol: 'key', person: null, character: null },
    ],
    result: { winners, scores: [3, 2, 1], reason: 'x', teams: [] },
    awards: [],
    kept: 0,
    favourite: [],
    cleared: false,
    ...more,
  };
}

export const award = (kind: string, ...seats: number[]): Award => ({ kind, seats, weight: 9, details: {} });
