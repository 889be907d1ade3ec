// What the ear whispers about a line: kindly, and only what it knows.
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

export interface Doubts {
  empty: number; // lines without words
  deaf: number; // words that stand for nothing
  examples: number; // words from the cards
}

/** What is missing before a poem is handed in. */
export function doubts(lines: Four, endings: readonly Ending[]): Doubts {
  const empty = lines.filter((line) => !line.trim()).length;
  const those = (wanted: Ending['standing']) =>
    endings.filter(({ heard, standing }, line) => lines[line]?.trim() && heard.word && standing === wanted)
      .length;
  return { empty, deaf: those('no'), examples: those('example') };
}
