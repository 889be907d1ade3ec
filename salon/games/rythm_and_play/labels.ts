// What notes are called: C to B, or Do to Si; the same seven heights under either name.
import { given } from '$web/lib/given.ts';
import { recall, remember } from '$web/lib/memory.ts';
import { FLAT, isNote, SHARP, type Props } from './scene.ts';

export type Labels = 'letters' | 'solfege';
export type Name = (card: number) => string;

const SOLFEGE_PAGES = ['fr', 'it'];
const KEY = 'rythm_and_play.labels';

/** What was chosen on this device, else the custom of the language. */
export const chosenLabels = (language: string): Labels =>
  recall<Labels | null>(KEY, null) ?? (SOLFEGE_PAGES.includes(language) ? 'solfege' : 'letters');

export const rememberLabels = (labels: Labels): void => remember(KEY, labels);

/** The seven notes from the lowest to the highest, as this page calls them: C is Do. */
export const notesOf = (labels: Labels, t: Props['t']): string[] => t(`word.${labels}`).split(' ');

/** Calls a PLAY card by its name. */
export function namer(labels: Labels, t: Props['t']): Name {
  const notes = notesOf(labels, t);
  return (card) => {
    if (isNote(card)) return given(notes[card - 1]);
    return t(card === SHARP ? 'word.sharp' : card === FLAT ? 'word.flat' : '');
  };
}

export const CLEF = 4; // the height of F, or Fa: the clef embraces its line

const TONES = [60, 62, 64, 65, 67, 69, 71]; // C4 to B4, as MIDI counts

/** A stave to be heard: its notes at their pitch, a tick for each change. */
export const melodyOf = (cards: readonly number[]): string =>
  `melody:${cards.map((card) => (isNote(card) ? TONES[card - 1] : '.')).join(' ')}`;
