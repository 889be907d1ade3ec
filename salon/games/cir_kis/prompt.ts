// What I am asked or told in one line, and what has just happened.
import type { Event, Props } from './scene.ts';

type Board = Pick<Props, 'view' | 'moves' | 'result' | 'awaited' | 'news' | 't'>;

export function promptOf(board: Board): string {
  const { view, result, awaited, t } = board;
  if (result) return [t(`reason.${result.reason}`, { ...result }), tieOf(board)].filter(Boolean).join(' ');
  const stage = stageOf(board);
  return needed(board) || t(`wait.${stage}`, { awaited: awaited[0] ?? view.turn, n: view.round + 1 });
}

/** What needs me; '' when nothing does. */
export function needed(board: Board): string {
  const { view, moves, result, t } = board;
  return result || !moves.length ? '' : t(`ask.${stageOf(board)}`, { n: view.round + 1 });
}

function stageOf({ view }: Board): string {
  return view.phase === 'turn' && !view.laid.length ? 'first' : view.phase;
}

function tieOf({ news, t }: Board): string {
  const ended = news.findLast(({ event }) => event.type === 'Ended')?.event;
  return ended?.type === 'Ended' && ended.tie ? t(`tie.${ended.tie}`) : '';
}

const WORTH_SAYING: readonly Event['type'][] = ['Completed', 'LastPiece', 'FreeTurn', 'Wasted', 'Passed', 'RoundOver'];

/** What the last piece led to. */
export function lately({ news, t }: Board): string {
  const last = news.findLastIndex(({ event }) => event.type === 'Placed');
  const since = news.slice(last + 1).filter(({ event }) => WORTH_SAYING.includes(event.type));
  return since.map(({ event }) => t(`event.${event.type}`, event)).join(' ');
}
