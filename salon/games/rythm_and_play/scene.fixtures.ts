// Moments of Rythm and Play for the tests: a stave, a hand, and what may be done.
import { calm, inOrder, type Still } from '$web/lib/board.fixtures.ts';
import type { SeatFace } from '$web/lib/board.ts';
import { say } from '$web/lib/texts.ts';
import shared from '../../texts/en.json';
import type { Event, Move, Props, View } from './scene.ts';
import own from './texts.en.json';

const NAMES = ['Ana', 'Bob', 'Cyd', 'Dan', 'Eve', 'Fay'];
const SYMBOLS = ['moon', 'rose', 'quill', 'star', 'mask', 'heart'] as const;

export const faces = (count: number): SeatFace[] =>
  NAMES.slice(0, count).map((name, seat) => ({
    name,
    symbol: SYMBOLS[seat]!,
    colour: `var(--player-${seat + 1})`,
    bot: seat > 0,
    here: true,
  }));

export const t = (key: string, args?: Record<string, unknown>): string => say({ ...shared, ...own }, NAMES, key, args);

/** A view of seat 0, whose turn it is, with three players. */
export const look = (changes: Partial<View> = {}): View => ({
  seat: 0,
  final: false,
  hands: [0, 1, 2].map(() => ({ play: 4, rythm: 1, captured: 0, face_up: [] })),
  play: [1, 3, 7, 8],
  rythm: [0, 0, 1, 2],
  captured: [],
  play_stack: 20,
  rythm_stack: 20,
  rythm_discard: [0, 0, 0, 0],
  stave: [],
  composer: null,
  tonality: 'sharp',
  turn: 0,
  phase: 'turn',
  scores: [],
  ...changes,
});

export const lay = (...cards: number[]): Move[] => cards.map((card) => ({ type: 'Compose', card }) as Move);
export const TAKE: Move = { type: 'Take' };
export const PICK_UP: Move = { type: 'PickUp' };
export const pay = (whole: number, half: number, quarter: number, eighth: number): Move => ({
  type: 'Exchange',
  whole,
  half,
  quarter,
  eighth,
});

export const told = inOrder<Event>;

export type Moment = Still<Props>;

export const moment = (view: View, moves: Move[] = [], changes: Partial<Moment> = {}): Moment => ({
  view,
  moves,
  seat: view.seat,
  seats: faces(view.hands.length),
  ...calm,
  awaited: [view.turn],
  ...changes,
});
