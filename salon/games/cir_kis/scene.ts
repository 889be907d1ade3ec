// What the window shows: whose glass lies where, figures and their owners, read from the view.
import { given } from '$web/lib/given.ts';
import type { BoardProps } from '$web/board/board.ts';
import type { components } from '$web/generated/wire.ts';
import { FIGURES } from './geometry.ts';

type Schemas = components['schemas'];
export type View = Schemas['CirKisView'];
export type Move = Schemas['CirKisMove'];
export type Place = Schemas['CirKisPlace'];
export type Event = Schemas['CirKisEvent'];
export type Completed = Extract<Event, { type: 'Completed' }>;
export type Laid = Schemas['CirKisLaid'];
export type Prospect = Schemas['CirKisProspect'];
export type Piece = Place['piece'];
export type Props = BoardProps<View, Move, Event>;
export type Advice = NonNullable<Props['advice']>;

/** In the order in which the rules count them. */
export const PIECES: readonly Piece[] = [
  'sliver',
  'wedge',
  'arrow',
  'small_slice',
  'big_slice',
  'kite',
  'hook',
  'double_arrow',
  'triangle',
];

export const isPlace = (move: Move): move is Place => move.type === 'Place';
export const beginOf = (moves: readonly Move[]): Move | undefined => moves.find((move) => !isPlace(move));
export const leaderOf = (view: Pick<View, 'laid'>): Laid | undefined => view.laid.at(-1);
export const leftOf = (view: Pick<View, 'left'>, seat: number, piece: Piece): number =>
  given(view.left[seat]?.[PIECES.indexOf(piece)]);
export const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** A place where a piece of mine may go now. */
export interface Chance {
  move: Place;
  number: number; // among my moves
  prospect: Prospect | undefined; // what it would bring at once
}

export function chances({ moves, view }: Pick<Props, 'moves' | 'view'>): Chance[] {
  const prospects = new Map(view.prospects.map((prospect) => [prospect.move, prospect]));
  return moves.flatMap((move, number) =>
    isPlace(move) ? [{ move, number, prospect: prospects.get(number) }] : [],
  );
}

// Figures

/** A circle, a star or the Centre Ring, and who has how much of it. */
export interface Figure {
  name: string;
  size: number;
  counts: readonly number[]; // segments by seat
  filled: number;
  leaders: readonly number[]; // who has most
  done: Done | undefined;
}

export type Done = View['done'][number];

export const figureNames = (view: Pick<View, 'centre_ring'>): string[] =>
  Object.keys(FIGURES).filter((name) => name !== 'centre_ring' || view.centre_ring);

export function figures(view: Pick<View, 'laid' | 'left' | 'centre_ring' | 'done'>): Figure[] {
  const owner = new Map(view.laid.flatMap(({ seat, spaces }) => spaces.map((space) => [space, seat])));
  return figureNames(view).map((name) => {
    const spaces = given(FIGURES[name]);
    const counts = view.left.map((_, seat) => spaces.filter((space) => owner.get(space) === seat).length);
    const [filled, most] = [sum(counts), Math.max(...counts)];
    const leaders = counts.flatMap((count, seat) => (count && count === most ? [seat] : []));
    const done = view.done.find(({ figure }) => figure === name);
    return { name, size: spaces.length, counts, filled, leaders, done };
  });
}

// Points

/** What a full figure has just brought, and to whom. */
export function winnings({
  seat,
  dominant,
  dominant_points,
  finisher_points,
}: Completed): { seat: number; points: number }[] {
  const most = dominant === null ? [] : [{ seat: dominant, points: dominant_points }];
  return [...most, { seat, points: finisher_points }].filter(({ points }) => points);
}

export const sideScore = (numbers: readonly number[], side: readonly number[]): number =>
  sum(side.map((seat) => given(numbers[seat])));

/** What points were given for. */
export type Tally = {
  n: number; // figures
  points: number;
};

const tally = (points: readonly number[]): Tally => ({ n: points.length, points: sum(points) });

/** Where a side's points of this round come from: most of a figure, its last segment, the last piece. */
export function reckon(
  { done, scores }: Pick<View, 'done' | 'scores'>,
  side: readonly number[],
): { most: Tally; gaps: Tally; last: number } {
  const of = (isMost: boolean) =>
    side.flatMap((seat) =>
      done.flatMap(({ dominant, points }) =>
        points[seat] && (dominant === seat) === isMost ? [points[seat]] : [],
      ),
    );
  const [most, gaps] = [tally(of(true)), tally(of(false))];
  return { most, gaps, last: sideScore(scores, side) - most.points - gaps.points };
}
