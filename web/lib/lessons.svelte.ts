// The lessons of the games that a person has had on this device: each is given once.
import { recall, remember } from './memory.ts';

const KEY = 'lessons';
const ALL = '*'; // instead of an id: no more of this game's

let had = $state.raw<readonly string[]>(recall<string[]>(KEY, [])); // as 'ciao_ciao.goal'

function keep(now: readonly string[]): void {
  had = now;
  remember(KEY, now);
}

/** Of those that are due the first that is new here. */
export function lessonDue(game: string, due: readonly string[]): string | null {
  if (had.includes(`${game}.${ALL}`)) return null;
  return due.find((id) => !had.includes(`${game}.${id}`)) ?? null;
}

export function learn(game: string, id: string): void {
  if (!had.includes(`${game}.${id}`)) keep([...had, `${game}.${id}`]);
}

export const noMoreOf = (game: string): void => learn(game, ALL);

/** Whether there was one: then it can be wished for again. */
export const anyHad = (): boolean => had.length > 0;
export const teachAgain = (): void => keep([]);
