// What a first game of Rythm and Play teaches, and when.
import { moveOf, mustAnswer, type Move, type Props } from './scene.ts';

type Board = Pick<Props, 'view' | 'moves'>;
const FEW = 2; // PLAY cards: time to think of new ones

/** What is due now, the most important first: what helps in a fix before what the game is about. */
export function lessons(board: Board): string[] {
  if (!board.moves.length) return ['goal'];
  const now = atMyTurn(board);
  return isInAFix(board) ? [...now, 'cards', 'goal'] : ['goal', 'cards', ...now];
}

const lays = (moves: readonly Move[]): boolean => moveOf(moves, 'Compose') !== undefined;
const isInAFix = ({ view, moves }: Board): boolean =>
  view.phase !== 'tonality' && (!lays(moves) || mustAnswer(moves));

function atMyTurn({ view, moves }: Board): string[] {
  if (view.phase === 'discard') return ['discard'];
  if (mustAnswer(moves)) return ['pick_up'];
  const tonality = lays(moves) && view.note !== null ? ['tonality'] : [];
  return [...tonality, ...(lays(moves) && view.play.length > FEW ? [] : purchase(moves))];
}

function purchase(moves: readonly Move[]): string[] {
  if (moveOf(moves, 'Exchange')) return ['exchange'];
  return moveOf(moves, 'Take') ? ['take'] : [];
}
