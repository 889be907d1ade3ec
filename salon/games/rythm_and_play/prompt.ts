// What I am asked or told in one line, and the word of advice under it.
import { isNote, layOf, moveOf, mustAnswer, type Move, type Props } from './scene.ts';
import type { Name } from './labels.ts';

type Board = Pick<Props, 'view' | 'moves' | 'result' | 'awaited' | 't'>;

export function promptOf(board: Board, name: Name): string {
  const { view, result, awaited, t } = board;
  if (result) return t(`reason.${result.reason}`, { ...result });
  return needed(board, name) || t(`wait.${waitsFor(board)}`, { awaited: awaited[0] ?? view.turn });
}

function waitsFor({ view }: Board): string {
  if (view.phase !== 'turn') return view.phase;
  return view.answers ? 'answer' : 'turn';
}

/** What needs me; '' when nothing does. */
export function needed({ view, moves, result, t }: Board, name: Name): string {
  if (result || moves.length === 0) return '';
  if (view.phase === 'tonality') return t('ask.tonality');
  if (view.phase === 'discard') return t('ask.discard', { n: view.surplus });
  const lays = view.play.some((card) => layOf(moves, card));
  if (mustAnswer(moves)) return t(lays ? 'ask.answer' : 'ask.pick_up', { n: view.stave.length });
  if (moveOf(moves, 'Pass')) return t('ask.pass');
  const rest = besides(moves);
  if (!view.play.length) return `${t('ask.no_notes')} ${t(`only.${rest}`)}`;
  if (!lays) return `${t(view.fits.length ? 'ask.no_card' : 'ask.blocked')} ${t(`only.${rest}`)}`;
  return [onward({ view, moves, t }, name), rest && t(`else.${rest}`)].filter(Boolean).join(' ');
}

/** What can be laid. */
function onward({ view, moves, t }: Pick<Board, 'view' | 'moves' | 't'>, name: Name): string {
  if (view.note === null) return t(view.ending === 'last_note' ? 'ask.last' : 'ask.begin');
  if (!view.play.some((card) => isNote(card) && layOf(moves, card))) return t('ask.change');
  return t(`ask.${view.no_note}`, { note: name(view.note) });
}

/** What can be done besides. */
function besides(moves: readonly Move[]): 'both' | 'exchange' | 'take' | '' {
  const [exchange, take] = [moveOf(moves, 'Exchange'), moveOf(moves, 'Take')];
  if (exchange && take) return 'both';
  return exchange ? 'exchange' : take ? 'take' : '';
}

/** How near the end is; '' while there are cards to draw. */
export function ending({ view, result, t }: Board): string {
  return result || !view.ending ? '' : t(`hint.${view.ending}`);
}
