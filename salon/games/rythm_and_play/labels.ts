// What notes are called: A to G, or Do to Si; the same seven ranks under either name.
import { recall, remember } from '$web/lib/memory.ts';
import { FLAT, isNote, SHARP, type Props } from './scene.ts';

export type Labels = 'letters' | 'solfege';
export type Name = (card: number) => string;

const LETTERS = 'ABCDEFG';
const SOLFEGE_PAGES = ['fr', 'it'];
const KEY = 'rythm_and_play.labels';

/** What was chosen on this device, else the custom of the language. */
export const chosenLabels = (language: string): Labels =>
  recall<Labels | null>(KEY, null) ?? (SOLFEGE_PAGES.includes(language) ? 'solfege' : 'letters');

export const rememberLabels = (labels: Labels): void => remember(KEY, labels);

/** Calls a PLAY card by its name. */
export function namer(labels: Labels, t: Props['t']): Name {
  const notes = labels === 'letters' ? [...LETTERS] : t('word.solfege').split(' ');
  return (card) => {
    if (isNote(card)) return notes[card - 1]!;
    return t(card === SHARP ? 'word.sharp' : card === FLAT ? 'word.flat' : '');
  };
}

/** Where F (or Fa) sits: the clef embraces its line, so that the stave reads true under both names. */
export const clefRank = (labels: Labels): number => (labels === 'letters' ? 6 : 4);

const TONES: Record<Labels, number[]> = {
  letters: [57, 59, 60, 62, 64, 65, 67], // A3 to G4, as MIDI counts
  solfege: [60, 62, 64, 65, 67, 69, 71], // C4 to B4
};

/** A stave to be heard: its notes at their pitch, a tick for each change. */
export const melodyOf = (cards: readonly number[], labels: Labels): string =>
  `melody:${cards.map((card) => (isNote(card) ? TONES[labels][card - 1] : '.')).join(' ')}`;
