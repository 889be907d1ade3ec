// What the evening is made of on screen: types of the wire, and small readings of the view.
import type { BoardProps } from '$web/board/board.ts';
import type { components } from '$web/generated/wire.ts';

type Schemas = components['schemas'];
export type View = Schemas['CyranoView'];
export type Move = Schemas['CyranoMove'];
export type Event = Schemas['CyranoEvent'];
export type HandIn = Schemas['CyranoHandIn'];
export type Floors = Schemas['CyranoFloors'];
export type Tower = Schemas['CyranoTower'];
export type Rhyme = Schemas['CyranoRhyme'];
export type Poem = Schemas['CyranoPoemView'];
export type Line = Schemas['CyranoLineView'];
export type Case = Schemas['CyranoCase'];
export type Ending = Schemas['CyranoEnding'];
export type Endings = Schemas['CyranoEndings'];
export type Words = Schemas['CyranoDrawer'];
export type Leaves = Schemas['CyranoLeaves'];
export type PageView = Schemas['CyranoPageView'];
export type AlbumReply = Schemas['CyranoAlbum'];
export type Duel = Schemas['CyranoDuelView'];
export type Gain = Schemas['CyranoGain'];
export type Props = BoardProps<View, Move, Event>;

export type Four = [string, string, string, string];
export const RHYMES = ['A', 'B'] as const;

export const pageId = (round: number, poet: number): string => `${round}.${poet}`;

/** The legal moves of one kind. */
export const movesOf = <Kind extends Move['type']>(
  moves: readonly Move[],
  kind: Kind,
): Extract<Move, { type: Kind }>[] =>
  moves.filter((move): move is Extract<Move, { type: Kind }> => move.type === kind);

/** A line in three parts: before its end word, the word, and what follows it. */
export function atEnd(text: string, word: string): [string, string, string] {
  const at = word ? text.lastIndexOf(word) : -1;
  if (at < 0) return [text, '', ''];
  return [text.slice(0, at), word, text.slice(at + word.length)];
}

/** What became of the word at the end of a line, if the table has judged it. */
export const ruling = (view: View, line: Line): Case | undefined =>
  view.settled.find(({ same }) => same !== '' && same === line.heard.same);

/** The rhymes of which a contested word may be one: the one that it is taken for, else both. */
export function rhymesOf(view: View, { same }: Pick<Case, 'same'>): string[] {
  const names = view.rhymes.map(({ name }) => name);
  const lines = view.poems.flatMap(({ lines }) => lines);
  const taken = lines.find(({ heard, rhyme }) => heard.same === same && rhyme !== null)?.rhyme;
  return taken === undefined || taken === null ? names : names.slice(taken, taken + 1);
}

/** The question about a contested word: its text, and what stands in it. */
export const rhymesAsked = (
  word: string,
  [one, other]: readonly string[],
): [key: string, args: Record<string, unknown>] => [
  other === undefined ? 'ask.rhymes' : 'ask.rhymes_two',
  { word, one, other },
];

/** Votes of a contest: how many say that it rhymes, and how many do not. */
export function tally({ votes }: Pick<Case, 'votes'>): { yes: number[]; no: number[] } {
  const cast = Object.entries(votes).map(([seat, rhymes]) => ({ seat: Number(seat), rhymes }));
  const of = (wanted: boolean) => cast.filter(({ rhymes }) => rhymes === wanted).map(({ seat }) => seat);
  return { yes: of(true), no: of(false) };
}

/** Which poem the recital is at: the one being read, else the last. */
export const onStage = (view: View): Poem | undefined => view.poems.at(-1);

/** A poem in one breath, for those who hear it. */
export const spoken = ({ title, lines }: { title: string; lines: readonly { text: string }[] }): string =>
  [title, ...lines.map(({ text }) => text)]
    .filter(Boolean)
    .map((text) => (/[.!?…,;:]$/.test(text) ? text : `${text}.`))
    .join(' ');
