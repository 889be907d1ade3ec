// Moments of Cir*Kis for the tests: glass on the window, and what may be laid.
import { calm, english, faces, inOrder, type Still } from '$web/board/board.fixtures.ts';
import { PIECES, type Event, type Move, type Piece, type Prospect, type Props, type View } from './scene.ts';
import own from './texts.en.json';

const COUNTS: Record<Piece, number> = {
  sliver: 1,
  wedge: 3,
  arrow: 3,
  small_slice: 2,
  big_slice: 2,
  kite: 2,
  hook: 4,
  double_arrow: 2,
  triangle: 1,
};

export const t = english(own);

/** A view of seat 0, whose turn it is, with two players; laid as [seat, piece, ...spaces]. */
export const look = (laid: [number, Piece, ...number[]][] = [], changes: Partial<View> = {}): View => ({
  seat: 0,
  centre_ring: false,
  match: false,
  teams: false,
  round: 1,
  starter: 0,
  turn: 0,
  phase: 'turn',
  laid: laid.map(([seat, piece, ...spaces]) => ({ seat, piece, spaces })),
  done: [],
  left: [0, 1].map((seat) =>
    PIECES.map(
      (piece) => COUNTS[piece] - laid.filter(([who, what]) => who === seat && what === piece).length,
    ),
  ),
  scores: [0, 0],
  totals: [0, 0],
  ended: null,
  tie: null,
  goal: 40,
  long_goal: 100,
  sides: [[0], [1]],
  prospects: [],
  ...changes,
});

export const place = (piece: Piece, ...spaces: number[]): Move => ({ type: 'Place', piece, spaces });
/** The event of a piece laid. */
export const placed = (seat: number, piece: Piece, ...spaces: number[]): Event => ({
  type: 'Placed',
  seat,
  piece,
  spaces,
  on: 'between',
  figures: [],
});
export const prospect = (move: number, changes: Partial<Prospect> = {}): Prospect => ({
  move,
  points: [0, 0],
  figures: [],
  free: null,
  ...changes,
});

export const told = inOrder<Event>;

export type Moment = Still<Props>;

export const moment = (view: View, moves: Move[] = [], changes: Partial<Moment> = {}): Moment => ({
  view,
  moves,
  seat: view.seat,
  seats: faces(view.left.length),
  ...calm,
  awaited: [view.turn],
  ...changes,
});
