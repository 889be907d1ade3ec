// What a newcomer wants to know: what is at stake, said during a person's first games.
import { recall, remember } from '$web/lib/memory.ts';
import type { Props, Stage } from './scene.ts';

const FIRST_GAMES = 3;
const FINISHED = 'ciao_ciao.finished';

export const isNewcomer = (): boolean => recall(FINISHED, 0) < FIRST_GAMES;
export const finishedOne = (): void => remember(FINISHED, recall(FINISHED, 0) + 1);

/** The line under what I am asked; the die is named only while I look at it. */
export function stakes({ view, moves, t }: Props, looking: boolean): string {
  const { phase, seat, number, die } = view;
  if (moves.length === 0 || seat === null) return '';
  if (phase === 'announce') return t(looking && die === 0 ? 'hint.cross' : 'hint.announce');
  if (phase === 'drop') return t('hint.drop');
  return t(view.pawns[seat]?.plank ? 'hint.answer' : 'hint.answer.podium', { number });
}

const ASKED: Partial<Record<string, string[]>> = { announce: ['die', 'announce'], answer: ['doubt'] };

/** What a first game teaches now, the most important first; what is to be done only once it can be done. */
export function lessons({ moves, view }: Props, stage: Stage, playing: boolean): string[] {
  const asked = playing || moves.length === 0 ? '' : view.phase;
  const across = stage.tokens.some(({ step }) => step > 0);
  return ['goal', ...(ASKED[asked] ?? []), ...(asked && across ? ['podium'] : [])];
}

/** Why the die in the opened cup is a riddle to me. */
export function riddle({ opened }: Stage, seat: number | null, t: Props['t']): string {
  return opened && opened.die === null && opened.doubter !== seat ? t('hint.riddle') : '';
}

/** How I stand, while I wait. */
export function standing(stage: Stage, seat: number, t: Props['t']): string {
  const mine = stage.tokens.filter((token) => token.seat === seat && !token.sinking);
  const across = mine.filter(({ step }) => step > 0).length;
  const left = mine.length - across + (stage.reserve[seat] ?? 0);
  if (left > 0) return t('status.pawns', { left, across });
  return t(across > 0 ? 'status.podium' : 'status.out');
}
