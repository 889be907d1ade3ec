// Puzzles: which one a day has, what this device has done with it, and what it still has to tell.
import * as api from './api.ts';
import { recall, remember } from './memory.ts';
import type { Say } from './texts.ts';
import type { PuzzleInfo, Puzzles, Votes } from './wire.ts';

const DAY = 86_400_000; // ms
const KEPT = 'puzzles'; // the cache of this device
const LATER = ['offline', 'too_much', 'not_stored', 'come_again', 'trouble', 'not_yet'];

// Days

/** The day is that of UTC, so that it is the same one everywhere. */
export const today = (now: number = Date.now()): string => new Date(now).toISOString().slice(0, 10);

export const isDay = (word: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(word) && !Number.isNaN(Date.parse(word)) && today(Date.parse(word)) === word;

/** How many days from one to the other. */
export const daysFrom = (first: string, day: string): number =>
  Math.round((Date.parse(day) - Date.parse(first)) / DAY);

export const dayAfter = (day: string, days: number): string => today(Date.parse(day) + days * DAY);

/** When the next puzzle comes, by this device's clock. */
export const nextOne = (locale: string, now: number = Date.now()): string =>
  new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format((Math.floor(now / DAY) + 1) * DAY);

/** A day as the country writes it, with its year if that is another. */
export function written(day: string, locale: string): string {
  const year = day.slice(0, 4) === today().slice(0, 4) ? {} : { year: 'numeric' as const };
  const form = { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC', ...year } as const;
  return new Intl.DateTimeFormat(locale, form).format(Date.parse(day));
}

/** From Monday, 1, to Sunday, 7: the later in the week, the harder. */
export const level = (day: string): number => new Date(Date.parse(day)).getUTCDay() || 7;

// Puzzles

/** When the first one was, and which is a day's; nothing where it has none. */
export interface Found {
  first: string;
  puzzle: PuzzleInfo;
}

/** Four weeks come at once and stay here, for when there is no network. */
export async function puzzleOf(game: string, day: string): Promise<Found> {
  const { first, count, size } = await part(game, 0);
  const days = daysFrom(first, day);
  if (days < 0) throw new api.Refusal('no_puzzle');
  if (day > today()) throw new api.Refusal('not_yet');
  const at = days % count;
  const puzzle = (await part(game, Math.floor(at / size))).puzzles[at % size];
  if (!puzzle) throw new api.Refusal('no_puzzle');
  return { first, puzzle };
}

/** So that tomorrow's is here too. */
export async function fetchAhead(game: string): Promise<void> {
  const { first, count, size } = await part(game, 0);
  const at = daysFrom(first, dayAfter(today(), 7)) % count;
  if (at >= 0) await part(game, Math.floor(at / size));
}

const fetched = new Map<string, Promise<Puzzles>>();

function part(game: string, number: number): Promise<Puzzles> {
  const path = `/api/games/${encodeURIComponent(game)}/puzzles?part=${number}`;
  const found = fetched.get(path) ?? freshOrKept(path);
  fetched.set(path, found);
  found.catch(() => fetched.delete(path));
  return found;
}

async function freshOrKept(path: string): Promise<Puzzles> {
  const kept = await globalThis.caches?.open(KEPT).catch(() => undefined);
  const answer = await fetch(path).catch(() => undefined);
  if (answer?.ok) {
    await kept?.put(path, answer.clone()).catch(() => undefined);
    return (await answer.json()) as Puzzles;
  }
  const before = await kept?.match(path);
  if (before) return (await before.json()) as Puzzles;
  throw new api.Refusal(!answer ? 'offline' : answer.status === 404 ? 'no_puzzle' : 'trouble');
}

// What this device has done

export interface Mark {
  puzzle: string; // its name: another list may have another one on that day
  tries: number; // that were wrong
  hints: number;
  end: 'solved' | 'shown' | null; // shown: gave up
  first: number | null; // what was chosen first; null: nothing
}

/** How it ended, in words; '' while it goes on. */
export function endOf({ tries, hints, end }: Omit<Mark, 'puzzle'>, t: Say): string {
  if (!end) return '';
  if (end === 'shown') return t('puzzle.shown');
  if (tries) return t(hints ? 'puzzle.solved.late_hints' : 'puzzle.solved', { n: tries + 1 });
  return t(hints ? 'puzzle.solved.hints' : 'puzzle.solved.at_once');
}

type Marks = Record<string, Mark>; // by day

export const marksOf = (game: string): Marks => recall<Marks>(`puzzles.${game}`, {});

/** Of this puzzle. */
export function markOf(game: string, day: string, puzzle: string): Mark | undefined {
  const made = marksOf(game)[day];
  return made?.puzzle === puzzle ? made : undefined;
}

/** What has ended stays so, whatever is tried in another window that does not know it. */
export function mark(game: string, day: string, made: Mark): void {
  if (markOf(game, day, made.puzzle)?.end) return;
  remember(`puzzles.${game}`, { ...marksOf(game), [day]: made });
}

// What the server has still to be told

export interface Owed {
  game: string;
  day: string;
  puzzle: string;
  choice: number | null;
  circle?: string; // whose album it goes into
  helped?: boolean; // by a hint
}

const owed = (): Owed[] => recall<Owed[]>('puzzles.owed', []);
const same = (a: Owed, b: Owed) =>
  a.game === b.game && a.day === b.day && a.puzzle === b.puzzle && a.circle === b.circle;

export const owesAnything = (): boolean => owed().length > 0;

/** Whether the server knows it, will know it later, or does not want to. */
export type Outcome = 'told' | 'later' | 'refused';

/** Told as soon as there is a connection, and once. */
export async function owe(one: Owed): Promise<Outcome> {
  if (!owed().some((other) => same(one, other))) remember('puzzles.owed', [...owed(), one]);
  if (!owed().some((other) => same(one, other))) return inTurn(() => tell(one)); // nothing is remembered
  await pay();
  if (owed().some((other) => same(one, other))) return 'later';
  return refused.some((other) => same(one, other)) ? 'refused' : 'told';
}

const refused: Owed[] = [];
let paying: Promise<void> = Promise.resolve();

/** One after the other: whoever is new here is somebody after the first answer. */
function inTurn<T>(send: () => Promise<T>): Promise<T> {
  const sent = paying.then(send);
  paying = sent.then(() => undefined);
  return sent;
}

export function pay(): Promise<void> {
  return inTurn(async () => {
    const now = today(); // what a fast clock has brought waits for its day, and holds up nothing
    for (const one of owed().filter(({ day }) => day <= now)) {
      const outcome = await tell(one);
      if (outcome === 'later') return;
      if (outcome === 'refused') refused.push(one);
      else if (one.circle) remember('puzzles.kept', [one, ...kept()].slice(0, MOST_KEPT));
      remember(
        'puzzles.owed',
        owed().filter((other) => !same(one, other)),
      );
    }
  });
}

const MOST_KEPT = 100;
const kept = (): Owed[] => recall<Owed[]>('puzzles.kept', []);

/** Whether this device has put it into the circle's album. */
export const isKept = (one: Owed): boolean => kept().some((other) => same(one, other));

/** What was refused for good is forgotten. */
async function tell(one: Owed): Promise<Outcome> {
  try {
    await vote(one);
    if (one.circle) await solved(one.circle, one);
    return 'told';
  } catch (problem) {
    return problem instanceof api.Refusal && !LATER.includes(problem.key) ? 'refused' : 'later';
  }
}

const of = (game: string) => `/games/${encodeURIComponent(game)}/votes`;

/** What everybody chose: for whoever has chosen, and only the first choice counts. */
export const vote = ({ game, day, puzzle, choice }: Owed): Promise<Votes> =>
  api.post(of(game), { day, puzzle, choice });

const solved = (circle: string, { game, day, puzzle, helped = false }: Owed) =>
  api.post(`${api.of(circle)}/puzzle`, { game, day, puzzle, helped });
