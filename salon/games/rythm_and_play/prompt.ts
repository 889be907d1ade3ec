// What I am asked or told in one line, and the word of advice under it.
import { isBlocked, isNote, lastNote, layOf, moveOf, mustAnswer, surplus, type Move, type Props } from './scene.ts';
import type { Name } from './labels.ts';

type Board = Pick<Props, 'view' | 'moves' | 'result' | 'awaited' | 't'>;

export function promptOf(board: Board, name: Name): string {
  const { view, result, awaited, t } = board;
  if (result) return t(`reason.${result.reason}`, { ...result });
  return needed(board, name) || t(`wait.${waitsFor(board)}`, { awaited: awaited[0] ?? view.turn });
}

function waitsFor({ view }: Board): string {
  if (view.phase !== 'turn') return view.phase;
  return view.stave.length > 0 && view.composer === view.turn ? 'answer' : 'turn';
}

/** What needs me; '' when nothing does. */
export function needed({ view, moves, result, t }: Board, name: Name): string {
  if (result || moves.length === 0) return '';
  if (view.phase === 'tonality') return t('ask.tonality');
  if (view.phase === 'discard') return t('ask.discard', { n: surplus(view) });
  const lays = view.play.some((card) => layOf(moves, card));
  if (mustAnswer(moves)) return t(lays ? 'ask.answer' : 'ask.pick_up', { n: view.stave.length });
  if (moveOf(moves, 'Pass')) return t('ask.pass');
  const rest = besides(moves);
  if (!lays) return `${t(isBlocked(view) ? 'ask.blocked' : 'ask.no_card')} ${t(`only.${rest}`)}`;
  return [onward({ view, moves, t }, name), rest && t(`else.${rest}`)].filter(Boolean).join(' ');
}

/** What can be laid. */
function onward({ view, moves, t }: Pick<Board, 'view' | 'moves' | 't'>, name: Name): string {
  const note = lastNote(view.stave);
  if (note === undefined) return t(view.final && view.play_stack === 0 ? 'ask.last' : 'ask.begin');
  if (!view.play.some((card) => isNote(card) && layOf(moves, card))) return t('ask.change');
  return t(view.tonality === 'sharp' ? 'ask.higher' : 'ask.lower', { note: name(note) });
}

/** What can be done besides. */
function besides(moves: readonly Move[]): 'both' | 'exchange' | 'take' | '' {
  const [exchange, take] = [moveOf(moves, 'Exchange'), moveOf(moves, 'Take')];
  if (exchange && take) return 'both';
  return exchange ? 'exchange' : take ? 'take' : '';
}

/** How near the end is; '' while there are cards to draw. */
export function ending({ view, result, t }: Board): string {
  if (result || view.phase === 'over' || view.play_stack > 0) return '';
  if (view.stave.length) return t('hint.last_stave');
  return view.final ? t('hint.last_note') : '';
}
