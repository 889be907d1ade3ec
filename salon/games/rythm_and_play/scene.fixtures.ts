// Moments of Rythm and Play for the tests: a stave, a hand, and what may be done.
import { calm, english, faces, inOrder, type Still } from '$web/board/board.fixtures.ts';
import type { Event, Move, Props, View } from './scene.ts';
import own from './texts.en.json';

export const t = english(own);

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
  beats: [8, 4, 2, 1],
  lost: [0, 0, 0],
  fits: [1, 2, 3, 4, 5, 6, 7],
  note: null,
  no_note: 'higher',
  no_change: 'first',
  answers: false,
  ending: '',
  surplus: 0,
  unseen: [6, 6, 6, 6, 6, 6, 6, 6, 6],
  unseen_rythm: [2, 4, 8, 16],
  longest: null,
  ...changes,
});

/** A stave that ends on an A, after which a B or a change may come. */
export const onA: Partial<View> = {
  stave: [3, 6],
  composer: 1,
  fits: [7, 8, 9],
  note: 6,
  no_change: 'change',
};

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
