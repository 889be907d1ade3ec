// What I am asked or told in one line, and what has just happened.
import type { Choice } from './choice.svelte.ts';
import type { Event, Props } from './scene.ts';

type Board = Pick<Props, 'view' | 'moves' | 'seat' | 'result' | 'awaited' | 'news' | 't'>;

/** What I hold in my head, as far as it changes what I am asked. */
type Mind = Pick<Choice, 'piece' | 'sent' | 'touch' | 'aiming'>;

/** While I choose a place, and while my piece is on its way, that is what it is about. */
export function promptFor(board: Board, { piece, sent, touch, aiming }: Mind): string {
  if (sent) return board.t('ask.sent', { piece: sent.move.piece });
  const how = aiming ? '.drop' : touch ? '.touch' : '';
  if (piece) return board.t(`ask.place${how}`, { piece: board.t(`piece.${piece}`) });
  return promptOf(board);
}

export function promptOf(board: Board): string {
  const { view, result, awaited, t } = board;
  if (result)
    return [t(`reason.${result.reason}`, { ...result }), view.tie && t(`tie.${view.tie}`)]
      .filter(Boolean)
      .join(' ');
  const stage = stageOf(board);
  return needed(board) || t(`wait.${stage}`, { awaited: awaited[0] ?? view.turn, n: view.round + 1 });
}

/** What needs me; '' when nothing does. */
export function needed(board: Board): string {
  const { view, moves, result, t } = board;
  return result || !moves.length ? '' : t(`ask.${stageOf(board)}`, { n: view.round + 1 });
}

/** The same for the ear: how to lay a piece is said until I have laid one. */
export function spoken(board: Board): string {
  const { view, seat, t } = board;
  const knows = view.phase !== 'between' && view.laid.some((one) => one.seat === seat);
  return knows && needed(board) ? t(`say.${view.phase}`) : needed(board);
}

function stageOf({ view }: Board): string {
  return view.phase === 'turn' && !view.laid.length ? 'first' : view.phase;
}

const WORTH_SAYING: readonly Event['type'][] = [
  'Completed',
  'LastPiece',
  'FreeTurn',
  'Wasted',
  'Passed',
  'RoundOver',
];
const POINTS: readonly Event['type'][] = ['Completed', 'LastPiece'];

/**
 * What the last piece led to; and until it is my turn again, what points there were last. Of a finished
 * round only why: the rest is reckoned.
 */
export function lately({ view, news, seat, moves, t }: Board): string {
  const now = news
    .map(({ event }) => event)
    .slice(news.findLastIndex(({ event }) => event.type === 'Began') + 1);
  const last = afterPiece(now);
  const since =
    last.some(isPoints) || moves.length || seat === null ? last : [...pointsSince(now, seat), ...last];
  return since
    .filter(({ type }) => (view.ended ? type === 'RoundOver' : WORTH_SAYING.includes(type)))
    .map((event) => t(`event.${event.type}`, event))
    .join(' ');
}

const isPoints = ({ type }: Event): boolean => POINTS.includes(type);
const afterPiece = (events: readonly Event[]): Event[] =>
  events.slice(events.findLastIndex(({ type }) => type === 'Placed') + 1);

/** The latest points since I laid a piece. */
function pointsSince(events: readonly Event[], seat: number): Event[] {
  const mine = events.findLastIndex((event) => event.type === 'Placed' && event.seat === seat);
  const turn = events.slice(Math.max(0, mine));
  return afterPiece(turn.slice(0, turn.findLastIndex(isPoints) + 1)).filter(isPoints);
}
