// Moments of Cyrano for the tests: four people writing, reciting, voting, tied, in a duel and over.
import { calm, english, faces, inOrder, type Still } from '$web/board/board.fixtures.ts';
import type { Case, Duel, Ending, Event, Leaves, Line, Move, PageView, Poem, Props, View } from './scene.ts';
import own from './texts.en.json';

export const t = english(own);

export const heard = (word: string, changes: Partial<Line['heard']> = {}): Line['heard'] => ({
  word,
  same: word,
  sound: 'eɪl',
  like: 'snail',
  source: 'lexicon',
  verdicts: ['exact', 'no'],
  sure: true,
  ...changes,
});

export const line = (text: string, changes: Partial<Line> = {}): Line => ({
  text,
  heard: heard(text.split(' ').at(-1) ?? ''),
  rhyme: 0,
  standing: 'counts',
  also: [],
  ...changes,
});

export const ending = (word: string, changes: Partial<Ending> = {}): Ending => ({
  heard: heard(word),
  rhyme: 0,
  standing: 'counts',
  syllables: 8,
  common: false,
  ...changes,
});

export const poem = (poet: number, changes: Partial<Poem> = {}): Poem => ({
  poet,
  title: `Ode ${poet}`,
  lines: ['a snow-white whale', 'a silver sail', 'the moon is mine', 'a glass of brine'].map((text) =>
    line(text),
  ),
  hidden: false,
  ...changes,
});

export const word = (number: number, changes: Partial<Case> = {}): Case => ({
  number,
  by: 1,
  poet: 2,
  word: 'flurb',
  same: 'flurb',
  proposed: false,
  judges: [0, 1, 3],
  votes: { 1: false },
  ...changes,
});

export const page = (round: number, poet: number, changes: Partial<PageView> = {}): PageView => ({
  id: `${round}.${poet}`,
  poet,
  title: `Ode ${poet}`,
  lines: ['one', 'two', 'three', 'four'],
  words: [],
  votes: [],
  loved: null,
  hidden: false,
  ...changes,
});

export const leaves = (number: number, pages: PageView[]): Leaves => ({
  number,
  theme: 'The moon',
  rhymes: ['-ale', '-ine'],
  pages,
});

export const rhyme = (name: string): Duel['rhyme'] => ({ name, sound: name, examples: [], easy: false });

export const duel = (changes: Partial<Duel> = {}): Duel => ({
  alive: [0, 1],
  turn: 0,
  number: 4,
  rhyme: rhyme('-ale'),
  said_in: null,
  last_word: false,
  opens: 0,
  until: 30_000,
  counting: false,
  changed: [],
  counts: { 0: 1, 1: 1 },
  said: [],
  used: [],
  before: null,
  case: null,
  settled: null,
  left: 0,
  fresh: 0,
  ...changes,
});

/** What seat 0 of so many sees while everybody writes. */
export function look(changes: Partial<View> = {}, count = 4): View {
  return {
    seat: 0,
    options: { language: 'en', length: 'normal', timer: 'none', judge: 'auto', edition: 'tower', rounds: 18 },
    tower: {
      floors: 7,
      squares: 3,
      colours: ['red', 'orange', 'yellow', 'green', 'blue', 'indigo', 'violet'],
      hearts: 0,
    },
    people: faces(count).map(() => ({ ladder: 0, stairs: 0, lover: 0, belle: 7, hearts: 0, met: false })),
    first: 0,
    round: 1,
    phase: 'writing',
    until: null,
    theme: 'The moon',
    rhymes: [
      { name: '-ale', sound: 'eɪl', examples: ['pale', 'sale'], easy: false },
      { name: '-ine', sound: 'aɪn', examples: ['wine', 'line'], easy: false },
    ],
    cards: [0, 1, 2],
    used: [],
    handed_in: [],
    mine: null,
    poems: [],
    reciting: null,
    cases: [],
    contests: 0,
    settled: [],
    ready: [],
    ballot: [],
    voted: [],
    vote: null,
    line: null,
    gains: [],
    loved: null,
    accepted: [],
    words: [],
    tied: [],
    bowed: [],
    answered: [],
    share: null,
    duel: null,
    pages: 0,
    hidden: [],
    winners: [],
    reason: null,
    ...changes,
  };
}

export const WRITE = { type: 'HandIn', round: 1, title: '', lines: ['', '', '', ''], heard: [] } as Move;

export const told = inOrder<Event>;

export type Moment = Still<Props>;

export const moment = (view: View, changes: Partial<Moment> = {}): Moment => ({
  view,
  moves: [],
  seat: view.seat,
  seats: faces(view.people.length),
  ...calm,
  table: 'T',
  ...changes,
});
