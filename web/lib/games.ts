// The games' own parts, found by their folders: cover, board, words and rules, loaded when needed.
import { given } from './given.ts';
import type { Component } from 'svelte';
import * as elsewhere from './elsewhere.ts';
import PlainCover from './PlainCover.svelte';
import type { Board, StandingProps, VerdictProps } from '../board/board.ts';
import type { Say, Texts } from './texts.ts';

const boards = import.meta.glob<Board>('../../salon/games/*/Board.svelte', { import: 'default' });
const texts = import.meta.glob<Texts>('../../salon/games/*/texts.*.json', { import: 'default' });
const rules = import.meta.glob<string>('../../salon/games/*/RULES.*.md', { import: 'default' });
const legends = import.meta.glob<Component<{ t: Say }>>('../../salon/games/*/Legend.svelte', {
  import: 'default',
});
const minutes = import.meta.glob<Minute>('../../salon/games/*/Minute.svelte', { import: 'default' });
const standings = import.meta.glob<Standing>('../../salon/games/*/Standing.svelte', { import: 'default' });
const verdicts = import.meta.glob<Verdict>('../../salon/games/*/Verdict.svelte', { import: 'default' });
const covers = import.meta.glob<Cover>('../../salon/games/*/Cover.svelte', {
  import: 'default',
  eager: true,
});

/** A game's picture, 320 × 200; one of ours needs not be told whose it is. */
type Cover = Component<{ game: string }>;

/** One of the three pictures of “In one minute”. */
export type Minute = Component<{ step: 1 | 2 | 3; t: Say }>;

/** How a seat stands in the end: its points and what else counts, that which decided first. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the game's own View
export type Standing = Component<StandingProps<any>>;

/** A decision, drawn. */
export type Verdict = Component<VerdictProps>;

/** As the frame and the adapter of boards from elsewhere see it. */
export type AnyBoard = Board;

const isOurs = (game: string) => folders.includes(game);
const inFolder = (game: string, file: string) => `../../salon/games/${game}/${file}`;

export const boardOf = (game: string): Promise<Board | null> =>
  boards[inFolder(game, 'Board.svelte')]?.() ??
  (isOurs(game) ? Promise.resolve(null) : elsewhere.boardOf(game));

export const textsOf = (game: string, language: string): Promise<Texts> =>
  texts[inFolder(game, `texts.${language}.json`)]?.() ?? elsewhere.textsOf(game, language);

/** As HTML: web/tools/rules.ts has read the Markdown. */
export const rulesOf = (game: string, language: string): Promise<string> =>
  rules[inFolder(game, `RULES.${language}.md`)]?.() ?? elsewhere.rulesOf(game, language);

/** What is better drawn than described, to stand above the rules. */
export const legendOf = (game: string): Promise<Component<{ t: Say }> | null> =>
  legends[inFolder(game, 'Legend.svelte')]?.() ?? Promise.resolve(null);

/** The game in three pictures; null where nobody has drawn them. */
export const minuteOf = (game: string): Promise<Minute | null> =>
  minutes[inFolder(game, 'Minute.svelte')]?.() ?? Promise.resolve(null);

/** How a seat stands; null where points say it all. */
export const standingOf = (game: string): Promise<Standing | null> =>
  standings[inFolder(game, 'Standing.svelte')]?.() ?? Promise.resolve(null);

/** What lay behind a decision; null where nobody has drawn it. */
export const verdictOf = (game: string): Promise<Verdict | null> =>
  verdicts[inFolder(game, 'Verdict.svelte')]?.() ?? Promise.resolve(null);

export const coverOf = (game: string): Cover => covers[inFolder(game, 'Cover.svelte')] ?? PlainCover;

/** The games this page was built with, by name. */
export const folders: readonly string[] = [
  ...new Set(Object.keys(texts).map((path) => given(path.split('/').at(-2)))),
];
