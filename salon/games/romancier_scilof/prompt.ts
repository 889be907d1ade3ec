// What I am asked or told in one line, and the advice under it.
import type { Chosen } from './choice.svelte.ts';
import { best, openHands, phaseOf, surplus, waiting, type Event, type Props } from './scene.ts';

type Board = Pick<Props, 'view' | 'moves' | 'seat' | 'result' | 't'>;

export function promptOf(board: Board): string {
  const { view, moves, seat, result, t } = board;
  if (result) return outcome(board);
  const phase = phaseOf(view);
  if (phase === 'over') return t('wait.over');
  if (seat === null) return t(`wait.${phase}`);
  if (view.people[seat]?.left) return t('wait.left');
  if (view.desks.some((desk) => desk.seat === seat && desk.closer)) return t('wait.complete');
  return needed(board) || t(phase === 'open' && moves.length ? 'ask.open' : `wait.${phase}`);
}

/** Who won with what, and how many letters the others lacked. */
function outcome({ view, result, t }: Board): string {
  if (!result) return '';
  const hands = openHands(view).map(({ seat, letters }) => ({ seat, of: letters.length, ...best(letters) }));
  const won = hands.filter(({ seat }) => result.winners.includes(seat));
  const lost = hands.filter(({ seat }) => !result.winners.includes(seat));
  const fewest = Math.min(...lost.map(({ n, of }) => of - n));
  const closest = lost.filter(({ n, of }) => of - n === fewest);
  return [
    ...(won.length
      ? won.map((hand) => t('scene.won', { ...hand }))
      : [t(`reason.${result.reason}`, { ...result })]),
    closest.length > 0 && closest.length < 4
      ? t('scene.lacked', { seats: closest.map(({ seat }) => seat), n: fewest })
      : '',
  ]
    .filter(Boolean)
    .join(' ');
}

/** What I am about to do; '' while nothing is chosen. */
export function doing({ letter, way }: Chosen, { moves, t }: Pick<Board, 'moves' | 't'>): string {
  if (letter && way) return t('scene.compose', { letter, seat: way.to });
  if (way) return t(`scene.choose.${way.kind}`, { seat: way.to });
  return letter && !moves.some(({ type }) => type === 'Discard') ? t('scene.choose.hole', { letter }) : '';
}

/** What needs me; '' when nothing does. */
export function needed({ view, moves, seat, result, t }: Board): string {
  if (result || seat === null) return '';
  if (moves.some(({ type }) => type === 'Discard')) return t('ask.discard', { n: surplus(view) });
  const inviter = view.invitations.find(({ invitee }) => invitee === seat)?.inviter;
  const invited = inviter === undefined ? '' : t('scene.invited', { inviter });
  const n = waiting(moves);
  if (n === 0) return invited;
  const mail = phaseOf(view) === 'closed' ? t('ask.closed') : t('ask.mail', { n });
  return [invited, mail].filter(Boolean).join(' ');
}

/** Whether something happened to my letters or to an invitation of mine, and not by my own doing. */
export function concerns(event: Event, me: number | null): boolean {
  if (event.type === 'Refused') return event.to === me;
  if (event.type === 'Declined') return event.inviter === me;
  if (event.type === 'Withdrew') return event.invitee === me;
  return (
    event.type === 'Exchanged' || event.type === 'Returned' || event.type === 'Drew' || event.type === 'Lost'
  );
}

const FEW_LINES = 100; // left in the ledger, from which on one is told

/** A word of advice for this moment. */
export function advice({ view, seat, moves, t }: Board): string {
  if (seat === null || !view.office || phaseOf(view) !== 'open') return '';
  const { ledger, size } = view.office;
  if (ledger <= FEW_LINES) return t('scene.ledger', { n: ledger });
  if (view.people.length === 2) return t('scene.tutorial');
  if (moves.some(({ type }) => type === 'Recall')) return t('scene.advice.3');
  if (view.hand.length * 2 <= size) return t('scene.advice.2');
  return t(view.desks.length >= 6 && view.diary.length > 2 ? 'scene.advice.4' : 'scene.advice.1');
}
