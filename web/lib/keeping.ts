// What a circle keeps, and what it is asked to keep no longer; for the album alone.
import { ask, of, post } from './api.ts';
import type { Keepsakes, PuzzlePages } from './wire.ts';

export const forget = (id: string, table: string) => post(`${of(id)}/forget`, { table });
/** Puzzles that somebody of the circle has solved. */
export const puzzlePages = (id: string, before?: number) =>
  ask<PuzzlePages>('GET', `${of(id)}/puzzles${before === undefined ? '' : `?before=${before}`}`);
export const puzzleKeepsakes = (game: string, day: string) =>
  ask<Keepsakes>('GET', `/games/${encodeURIComponent(game)}/keepsakes?day=${day}`);
export const forgetPuzzle = (id: string, game: string, day: string) =>
  post(`${of(id)}/forget-puzzle`, { game, day });
export const forgetTexts = (id: string) => post(`${of(id)}/forget-texts`);
export const dissolve = (id: string) => post(`${of(id)}/dissolve`);
/** A circle from another Salon. */
export const bring = (file: Blob) => post<{ id: string }>('/circles', file);

export const albumFile = (id: string, language: string) => `/api${of(id)}/album.html?language=${language}`;
export const archiveFile = (id: string, language: string) => `/api${of(id)}/archive?language=${language}`;
