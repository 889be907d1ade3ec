// The words of the page in the person's language, and those of a game at its table.
import { given } from './given.ts';
import { untrack } from 'svelte';
import { faceAt, type SeatFace, type Told } from '../board/board.ts';
import { textsOf } from './games.ts';
import { choose, settings, type Language } from './settings.svelte.ts';
import { say, type Args, type Say, type Texts } from './texts.ts';
import type { Tagged } from './wire.ts';

const shell = import.meta.glob<Texts>('../texts/*.json', { import: 'default' });
const shared = import.meta.glob<Texts>('../../salon/texts/*.json', { import: 'default' });

let texts = $state.raw<Texts>({});
const ofGames = $state<Record<string, Texts>>({});

async function load(language: Language): Promise<Texts> {
  const parts = [shared[`../../salon/texts/${language}.json`], shell[`../texts/${language}.json`]];
  return Object.assign({}, ...(await Promise.all(parts.map((part) => part?.() ?? {})))) as Texts;
}

/** Loads the words of the chosen language; called once before anything is shown. */
export async function loadWords(): Promise<void> {
  texts = await load(settings.language);
}

export async function speak(language: Language): Promise<void> {
  const games = new Set(Object.keys(ofGames).map((known) => given(known.split(' ')[0])));
  const [loaded] = await Promise.all([
    load(language),
    ...Array.from(games, (game) => loadGameWords(game, language)),
  ]);
  choose({ language });
  texts = loaded;
}

/** The page's own words. */
export const t: Say = (key: string, args?: Args): string => say(texts, [], key, args);

/** Makes a game's words available, from now on in every language that is chosen. */
export async function loadGameWords(
  game: string,
  language: Language = untrack(() => settings.language),
): Promise<void> {
  ofGames[`${game} ${language}`] ??= await textsOf(game, language);
}

/** The words of a game first, then the shared and the page's, with the names of its seats. */
export function wordsOf(game: string, names: readonly string[] = []): Say {
  const own = ofGames[`${game} ${settings.language}`] ?? {};
  const all = { ...texts, ...own };
  return (key, args, then = names) => say(all, then, key, args);
}

/** Words that say some events in another way. */
const otherwise =
  (way: string) =>
  (game: string, say: Say): Say =>
  (key, args, names) => {
    const own = key.replace(/^event\./, `${way}.`);
    return say(own !== key && knows(game, own) ? own : key, args, names);
  };

/** For where others might read along: what a seat saw alone (news.<event>) stays unsaid. */
export const discreet = otherwise('news');

/** For afterwards: nothing is said as to one seat alone (retold.<event>). */
export const retold = otherwise('retold');

/** For puzzles: what is asked there (puzzle.<key>) may be said in another way. */
export const inPuzzle =
  (game: string, say: Say): Say =>
  (key, args, names) =>
    say(knows(game, `puzzle.${key}`) ? `puzzle.${key}` : key, args, names);

/** For one person: what they do or suffer is said to them, if a game has the words (you.<who>.<key>);
 *  not what somebody did who had their seat before. */
export function addressed(game: string, me: number | null, names: readonly string[]): Say {
  const say = wordsOf(game, names);
  return (key, args = {}, then = names) => {
    const own = Object.keys(args)
      .filter((who) => me !== null && String(args[who]) === String(me)) // also the only one of several
      .filter(() => me !== null && then[me] === names[me])
      .map((who) => `you.${who}.${key}`)
      .find((one) => knows(game, one));
    return say(own ?? key, args, then);
  };
}

/** What happened, in words, of those who sat there then, and whether a bot did it for somebody away. */
export function inWords({ event, stoodIn, at }: Told<Tagged>, say: Say, faces: readonly SeatFace[]): string {
  const names = faces.map((face) => (at === undefined ? face : faceAt(face, at)).name);
  const sentence = say(`event.${event.type}`, event, names);
  return stoodIn ? `${sentence} ${t('news.stand_in')}` : sentence;
}

/** Whether a game has such a text. */
export const knows = (game: string, key: string): boolean =>
  key in (ofGames[`${game} ${settings.language}`] ?? {}) || key in texts;
