// The window in words: what a place would mean, how a figure stands, where the Leader lies.
import { given } from '$web/lib/given.ts';
import { angleOf, FIGURES, figureOf, tipOf, type Point } from './geometry.ts';
import { isTouching, shapeOf } from './shape.ts';
import {
  isPlace,
  leaderOf,
  leftOf,
  type Advice,
  type Chance,
  type Figure,
  type Piece,
  type Prospect,
  type Props,
  type View,
} from './scene.ts';

type Say = Props['t'];
type Board = Pick<Props, 'view' | 'seat' | 't'>;

const WAYS = 'n nne ne ene e ese se sse s ssw sw wsw w wnw nw nnw'.split(' ');
const CENTRE = { x: 0, y: 0 };

export const pieceName = (piece: Piece, t: Say): string => t(`piece.${piece}`);
export const figureName = (name: string, t: Say): string => t(`figure.${name}`);

/** Where a point lies as seen from another. */
function wayTo(to: Point, from: Point, t: Say): string {
  const angle = angleOf({ x: to.x - from.x, y: to.y - from.y });
  return t(`way.${WAYS[Math.round((angle / (2 * Math.PI)) * WAYS.length) % WAYS.length]}`);
}

/** The figures that some spaces lie on, as far as they count. */
export function figuresAt(spaces: readonly number[], view: Pick<View, 'centre_ring'>): string[] {
  const names = spaces.flatMap((space) => figureOf(space) ?? []);
  return [...new Set(names)].filter((name) => name !== 'centre_ring' || view.centre_ring);
}

/** Circles and stars that some spaces touch without lying on them. */
export function figuresBeside(spaces: readonly number[]): string[] {
  const beside = (name: string) =>
    isTouching(spaces, given(FIGURES[name])) && !given(FIGURES[name]).some((one) => spaces.includes(one));
  return Object.keys(FIGURES).filter((name) => name !== 'centre_ring' && beside(name));
}

function share(spaces: readonly number[], name: string, { seat, t }: Board, figures: readonly Figure[]) {
  const { counts, size } = given(figures.find((figure) => figure.name === name));
  const more = spaces.filter((space) => given(FIGURES[name]).includes(space)).length;
  const way = wayTo(shapeOf(spaces).centre, name === 'centre_ring' ? CENTRE : tipOf(name), t);
  return { figure: figureName(name, t), n: given(counts[seat ?? 0]) + more, size, way };
}

/** The same with what the others have there. */
function part(spaces: readonly number[], name: string, board: Board, figures: readonly Figure[]): string {
  const [mine, { counts }] = [
    share(spaces, name, board, figures),
    given(figures.find((figure) => figure.name === name)),
  ];
  const others = counts.map((n, seat) => (seat === board.seat ? 0 : n));
  return board.t('scene.part', {
    ...mine,
    shares: [board.t('scene.yours', mine), ...having(others, board.t)].join(', '),
  });
}

const nowhere = (spaces: readonly number[], t: Say): string =>
  t('scene.nowhere', { way: wayTo(shapeOf(spaces).centre, CENTRE, t) });

/** A place in few words: what would be mine of the figures under it. */
export function shares({ move }: Chance, board: Board, figures: readonly Figure[]): string {
  const on = figuresAt(move.spaces, board.view).map((name) =>
    board.t('scene.share', share(move.spaces, name, board, figures)),
  );
  return on.join(' · ') || nowhere(move.spaces, board.t);
}

/** What a place would bring at once. */
export function gains(prospect: Prospect | undefined, { seat, t }: Board): string[] {
  if (!prospect) return [];
  const completed = prospect.figures.map((figure) => t('scene.completes', { figure }));
  const points = prospect.points.flatMap((n, one) =>
    n ? [one === seat ? t('scene.gain.me', { n }) : t('scene.gain', { n, seat: one })] : [],
  );
  return [...completed, ...points, ...(prospect.free ? [t('scene.again')] : [])];
}

/** Whether every place touches the Leader, so that it need not be said of each. */
export function allFollow(chances: readonly Chance[], view: Pick<View, 'laid'>): boolean {
  const leader = leaderOf(view);
  return !!leader && chances.every(({ move }) => isTouching(leader.spaces, move.spaces));
}

/** Places for those who do not see them; no two are called alike. */
export function placeSentences(
  chances: readonly Chance[],
  board: Board,
  figures: readonly Figure[],
): string[] {
  const follow = allFollow(chances, board.view);
  return numbered(
    chances.map((chance) => placeSentence(chance, board, figures, follow)),
    board.t,
  );
}

function numbered(sentences: readonly string[], t: Say): string[] {
  return sentences.map((sentence, index) => {
    const n = sentences.filter((one) => one === sentence).length;
    const k = sentences.slice(0, index + 1).filter((one) => one === sentence).length;
    return n > 1 ? `${sentence} ${t('scene.alike', { k, n })}` : sentence;
  });
}

function placeSentence(chance: Chance, board: Board, figures: readonly Figure[], follow: boolean): string {
  const [{ view, t }, { piece, spaces }] = [board, chance.move];
  const on = figuresAt(spaces, view).map((name) => part(spaces, name, board, figures));
  const said = [t('scene.place', { piece: pieceName(piece, t), where: on.join('; ') || nowhere(spaces, t) })];
  const beside = figuresBeside(spaces).map((name) => t(`the_figure.${name}`));
  if (beside.length) said.push(t('scene.beside', { figures: beside.join(', ') }));
  const leader = leaderOf(view);
  if (leader && !follow && isTouching(leader.spaces, spaces)) said.push(t('scene.touches'));
  return [...said, ...gains(chance.prospect, board)].join(' ');
}

/** Who has how much: "Ana: 2", "Bob: 1". */
const having = (counts: readonly number[], t: Say): string[] =>
  counts.flatMap((n, seat) => (n ? [t('scene.has', { seat, n })] : []));

export function figureSentence(figure: Figure, t: Say): string {
  const { name, filled, size, leaders, done } = figure;
  const called = figureName(name, t);
  if (!filled) return t('scene.figure.empty', { figure: called });
  const counts = having(figure.counts, t).join(', ');
  if (!done)
    return `${t('scene.figure', { figure: called, filled, size, counts })} ${t('scene.leads', { leaders })}`;
  const points = done.points.flatMap((n, seat) => (n ? [t('scene.gain', { n, seat })] : []));
  return [t('scene.figure.done', { figure: called, counts }), ...points].join(' ');
}

function whereabouts(spaces: readonly number[], { view, t }: Board): string {
  const names = figuresAt(spaces, view).map((name) => figureName(name, t));
  return names.join(', ') || nowhere(spaces, t);
}

/** Where the Leader lies, or that there is none yet. */
export function leaderSentence(board: Board): string {
  const { view, t } = board;
  const leader = leaderOf(view);
  if (!leader) return t('scene.no_leader');
  const where = whereabouts(leader.spaces, board);
  return t('scene.leader', { seat: leader.seat, piece: pieceName(leader.piece, t), where });
}

/** What master would have laid instead; '' where there was nothing to choose. */
export function adviceSentence(advice: Advice | null | undefined, board: Board): string {
  if (!advice || advice.vague || !isPlace(advice.move)) return '';
  const { piece, spaces } = advice.move;
  if (advice.same) return board.t('scene.advice.good');
  const seat = leaderOf(board.view)?.seat;
  return board.t('scene.advice', { seat, piece, where: whereabouts(spaces, board) });
}

/** Why a piece of mine can go nowhere now; null: it is not my turn, which is said already. */
export function closedSentence(
  piece: Piece,
  { view, seat, moves, t }: Board & Pick<Props, 'moves'>,
): string | null {
  if (!moves.length || seat === null) return null;
  const stage = leftOf(view, seat, piece) ? (view.laid.length ? view.phase : 'first') : 'none';
  return t(`closed.${stage}`, { piece: pieceName(piece, t) });
}
