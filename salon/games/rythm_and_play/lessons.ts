// What a first game of Rythm and Play teaches, and when.
import { moveOf, mustAnswer, type Move, type Props } from './scene.ts';

type Board = Pick<Props, 'view' | 'moves'>;
const FEW = 2; // PLAY cards: time to think of new ones

/** What is due now, the most important first. */
export const lessons = (board: Board): string[] => ['goal', ...atMyTurn(board)];

function atMyTurn({ view, moves }: Board): string[] {
  if (view.phase === 'discard') return moves.length ? ['discard'] : [];
  if (mustAnswer(moves)) return ['pick_up'];
  const lays = moveOf(moves, 'Compose') !== undefined;
  const tonality = lays && view.note !== null ? ['tonality'] : [];
  return [...tonality, ...(lays && view.play.length > FEW ? [] : purchase(moves))];
}

function purchase(moves: readonly Move[]): string[] {
  if (moveOf(moves, 'Exchange')) return ['exchange'];
  return moveOf(moves, 'Take') ? ['take'] : [];
}
