// The booklet of the evening as files: Markdown to read, JSON to keep.
import type { Leaves, PageView, View } from './scene.ts';

export interface Evening {
  title: string;
  names: readonly string[]; // by seat
  rounds: readonly Leaves[];
  said: readonly Said[]; // in the duel, the last sentences that rhymed
}

export interface Said {
  poet: number;
  words: string;
}

/** What rhymed in the duel, if there was one. */
export const saidIn = ({ duel }: Pick<View, 'duel'>): Said[] =>
  (duel?.said ?? []).filter(({ rhymes }) => rhymes).map(({ seat, words }) => ({ poet: seat, words }));

/** The day of the evening: when this device saw it end, or else today; as it is written at home. */
export function dayOf(
  at: number | undefined,
  language: string,
  home: readonly string[] = navigator.languages,
): string {
  const local = home.find((one) => one.startsWith(language)) ?? language;
  return new Intl.DateTimeFormat(local, { dateStyle: 'long' }).format(at ?? Date.now());
}

/** Pages that somebody wrote and nobody took back. */
export const written = ({ pages }: Leaves): PageView[] =>
  pages.filter(({ hidden, lines }) => !hidden && lines.some(Boolean));

/** The poem that most people voted for; of several the last. */
export const mostLoved = (rounds: readonly Leaves[]): PageView | undefined =>
  rounds
    .flatMap(written)
    .filter(({ votes }) => votes.length > 0)
    .reduce<PageView | undefined>(
      (best, page) => (page.votes.length >= (best?.votes.length ?? 0) ? page : best),
      undefined,
    );

/** What people wrote stays text, whatever signs they used. */
export const plain = (text: string): string =>
  text.replace(/[\\`*_{}[\]<>#|~]/g, '\\$&').replace(/^(\s*\d*)([-+.)]\s)/, '$1\\$2');

type Say = (key: string, args?: Record<string, unknown>) => string;

export function markdown({ title, names, rounds, said }: Evening, t: Say): string {
  const page = ({ title, lines, poet, votes, loved }: PageView) =>
    [
      `### ${plain(title)}`,
      lines.map((line, number) => plain(line) + (number === loved ? ' ♥' : '')).join('  \n'),
      `— *${plain(names[poet] ?? '')}*${votes.length ? ` (${t('scene.votes_n', { n: votes.length })})` : ''}`,
    ].join('\n\n');
  const round = (one: Leaves) =>
    [
      `## ${t('scene.of_round', { n: one.number })} ${plain(one.theme)}`,
      `*${one.rhymes.map(plain).join(' · ')}*`,
      ...written(one).map(page),
    ].join('\n\n');
  const lines = said.map(({ poet, words }) => `- *${plain(names[poet] ?? '')}*: ${plain(words)}`);
  const duel = said.length ? [`## ${t('scene.duel')}`, lines.join('\n')] : [];
  return [`# ${title}`, ...rounds.map(round), ...duel].join('\n\n') + '\n';
}

export function json({ names, rounds, said }: Evening, { options }: View): string {
  const kept = rounds.map((one) => ({
    number: one.number,
    theme: one.theme,
    rhymes: one.rhymes,
    poems: written(one).map(({ poet, title, lines, words, votes, loved }) => ({
      poet: names[poet],
      title,
      lines,
      words,
      votes: votes.map((voter) => names[voter]),
      loved, // of the lines, counted from 0
    })),
  }));
  const duel = said.map(({ poet, words }) => ({ poet: names[poet], words }));
  const all = { game: 'cyrano', language: options.language, rounds: kept, ...(duel.length ? { duel } : {}) };
  return `${JSON.stringify(all, null, 2)}\n`;
}

/** What this table took for a rhyme, for whoever teaches the ear. */
export function accepted({ options, accepted }: View): string {
  const rhymes = accepted.map(({ word, sound }) => ({ word, sound }));
  return `${JSON.stringify({ language: options.language, accepted: rhymes }, null, 2)}\n`;
}

export function save(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  Object.assign(link, { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
