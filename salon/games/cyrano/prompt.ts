// What I am asked or told, in one line.
import { ranking, type Reveal, type Sheet } from './reveal.svelte.ts';
import { movesOf, rhymesAsked, rhymesOf, type Props } from './scene.ts';

type Board = Pick<Props, 'view' | 'moves' | 'seat' | 'result' | 'awaited' | 't'>;

const MANY = 3; // names that fit into a line

/** Whom we wait for. */
export function waiting({ awaited, seat, t }: Board): string {
  const people = awaited.filter((one) => one !== seat);
  if (!people.length) return t('wait.moment');
  return people.length > MANY ? t('wait.many', { n: people.length }) : t('wait.people', { people });
}

/** Whether the contested word rhymes that I am to judge first. */
function judgedBy({ view, moves, t }: Board): string | null {
  const mine = movesOf(moves, 'Judge').map(({ contest }) => contest);
  const cases = view.duel?.case ? [view.duel.case] : view.cases;
  const found = cases.find(({ number }) => mine.includes(number));
  if (!found) return null;
  const asked = view.duel ? [(view.duel.said_in ?? view.duel.rhyme).name] : rhymesOf(view, found);
  return t(...rhymesAsked(found.word, asked));
}

/** The votes while they are opened, and then which poem has most of them. */
export function tallied(
  { t }: Pick<Board, 't'>,
  reveal: Pick<Reveal, 'playing' | 'opened'>,
  sheet: Sheet,
): string {
  if (reveal.playing) return t('scene.opened');
  const best = ranking(sheet, reveal.opened).filter(({ place, voters }) => place === 1 && voters.length);
  if (!best.length) return t('event.NoVote');
  const poets = best.map(({ poet }) => poet);
  return t('scene.most_votes', { poets, n: best[0]?.voters.length });
}

/** Who has come together: lovers and belles, or the halves of hearts. */
export const united = ({ view, t }: Pick<Board, 'view' | 't'>, seats: readonly number[]): string =>
  t(view.tower.hearts ? 'scene.whole' : 'scene.meeting', { seats });

export function promptOf(board: Board): string {
  const { view, moves, result, t } = board;
  if (result) return t(`reason.${result.reason}`, { ...result });
  const may = (kind: Parameters<typeof movesOf>[1]) => movesOf(moves, kind).length > 0;
  const judged = judgedBy(board);
  if (judged) return judged;
  switch (view.phase) {
    case 'writing':
      return may('HandIn') ? t('ask.write') : waiting(board);
    case 'recital':
      if (view.cases.length) return waiting(board);
      if (may('Next') && view.reciting === board.seat) return t('ask.next');
      if (view.reciting !== null) return t('wait.recital', { seat: view.reciting });
      return may('Ready') ? t('ask.ready') : waiting(board);
    case 'vote':
      return may('Vote') ? t('ask.vote') : waiting(board);
    case 'tie':
      return may('Share') ? t('ask.share') : waiting(board);
    case 'duel':
      return duelPrompt(board, may('Say'), may('Blank'));
    case 'over':
      return t('wait.moment');
  }
}

function duelPrompt(board: Board, may: boolean, mine: boolean): string {
  const { view, t } = board;
  const { duel } = view;
  if (!duel || duel.case) return waiting(board);
  if (duel.last_word) return t('wait.last_word');
  if (mine && !may) return t('ask.spent');
  if (mine) return t(duel.counting ? 'ask.count' : 'ask.say', { rhyme: duel.rhyme.name });
  return t(duel.counting ? 'wait.count' : 'wait.duel', { seat: duel.turn });
}
