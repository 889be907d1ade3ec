// What the ear whispers about a line: kindly, and only what it knows.
import type { Whispered } from './ear.svelte.ts';
import { RHYMES, type Ending, type Four } from './scene.ts';

export interface Hint {
  tone: 'good' | 'near' | 'quiet';
  key: string; // of the text
  args: Record<string, unknown>;
}

export function hintOf({ heard, rhyme, standing, common }: Ending): Hint | null {
  if (!heard.word) return null;
  const args = {
    word: heard.word,
    like: heard.like,
    rhyme: rhyme === null ? '' : RHYMES[rhyme],
  };
  const whisper = (tone: Hint['tone'], key: string): Hint => ({ tone, key: `hint.${key}`, args });
  if (standing === 'example' || standing === 'third' || standing === 'again')
    return whisper('quiet', standing);
  const verdict = rhyme === null ? 'no' : heard.verdicts[rhyme];
  if (verdict !== 'no' && common) return whisper('near', 'common');
  if (verdict === 'exact') return whisper('good', 'exact');
  if (verdict === 'near') return whisper('near', 'near');
  if (standing === 'counts') return whisper('quiet', 'trust');
  if (!heard.sure || heard.source === 'guess') return whisper('quiet', heard.like ? 'guess' : 'unknown');
  return whisper('quiet', heard.like ? 'like' : heard.sound ? 'neither' : 'unknown');
}

/** Lines at fault, counted from 0. */
export interface Doubts {
  empty: number[]; // without words
  examples: number[]; // with a word from the cards
  deaf: number[]; // with a word that stands for nothing
}

/** What is missing before a poem is handed in, as far as the ear has heard what stands there now. */
export function doubts(lines: Four, heard: readonly (Whispered | null)[]): Doubts {
  const those = (wanted: (line: number) => boolean) => [0, 1, 2, 3].filter(wanted);
  const stands = (line: number, standing: Ending['standing']) => {
    const at = heard[line];
    return !!at && !at.stale && !!at.ending.heard.word && at.ending.standing === standing;
  };
  return {
    empty: those((line) => !lines[line]?.trim()),
    examples: those((line) => stands(line, 'example')),
    deaf: those((line) => stands(line, 'no')),
  };
}

/** The first line at fault; undefined: all is well. */
export const fault = ({ empty, examples, deaf }: Doubts): number | undefined =>
  [...empty, ...examples, ...deaf].sort((one, other) => one - other)[0];
