// What is said of an end word when a poem has been read.
import type { Line } from './scene.ts';

export interface Verdict {
  tone: 'only' | 'also' | 'nothing';
  key: string;
  args: Record<string, unknown>;
}

/** Nobody else has it, somebody has, or it is worth nothing; null: there is no word. */
export function verdictOf({ heard, standing, also }: Line, poet: number, me: number | null): Verdict | null {
  if (!heard.word) return null;
  const args = { poet, also };
  if (standing === 'counts')
    return { tone: 'only', key: poet === me ? 'verdict.only_you' : 'verdict.only', args };
  if (standing === 'shared') return { tone: 'also', key: 'verdict.also', args };
  return { tone: 'nothing', key: `verdict.${standing}`, args };
}
