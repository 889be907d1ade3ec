// The people of the house in words: their own, and how they play; fetched when needed.
import { given } from '../lib/given.ts';
import * as api from '../lib/api.ts';
import { settings, type Language } from '../lib/settings.svelte.ts';
import { say, type Args, type Say, type Texts } from '../lib/texts.ts';
import type { Company, SeatInfo } from '../lib/wire.ts';
import { hang } from './faces.svelte.ts';

const files = import.meta.glob<Texts>('../../salon/cast/texts.*.json', { import: 'default' });

let words = $state.raw<Readonly<Record<string, Texts>>>({}); // by language
let companies = $state.raw<Readonly<Record<string, Company>>>({}); // by game

/** Fetches the faces, if one of the house is there. */
export async function showFaces(
  seats: readonly (Pick<SeatInfo, 'character'> & Partial<Pick<SeatInfo, 'former'>>)[],
): Promise<void> {
  if (seats.some(({ character, former = [] }) => character ?? former.some((one) => one.character)))
    hang((await import('./portraits.ts')).portraits);
}

/** Fetches the words of a language, and who plays how in a game, once; without them the page goes on. */
export async function meet(game: string | null, language: Language = settings.language): Promise<void> {
  const file = words[language] ? undefined : files[`../../salon/cast/texts.${language}.json`];
  const [texts, company] = await Promise.all([
    file?.(),
    game && !companies[game] ? api.company(game).catch(() => undefined) : undefined,
  ]);
  if (texts) words = { ...words, [language]: texts };
  if (company) companies = { ...companies, [given(game)]: company };
}

/** Words about the cast; nothing while they are on their way, or where a character has none. */
export function castWords(key: string, args: Args = {}): string {
  const texts = words[settings.language] ?? {};
  return key in texts ? say(texts, [], key, args) : '';
}

/** The bots of a game, from weak to strong, and who of the house plays like each: names by id. */
export const levelsOf = (game: string) => Object.entries(companies[game]?.levels ?? {});

/** What a level is called: how strong it is, or its own name where bots differ in taste. */
export function levelName(game: string, level: string, form: 'group' | 'strength', say: Say): string {
  const strength = companies[game]?.strengths[level];
  return (strength && castWords(`cast.${form}.${strength}`)) || say(`bot.${level}`);
}

/** One of them, and always the same for the same words. */
export function chosenBy<T>(words: string, several: readonly [T, ...T[]]): T {
  let sum = 0;
  for (const sign of words) sum = (sum * 31 + given(sign.codePointAt(0))) % 1_000_003;
  return several[sum % several.length] as T;
}
