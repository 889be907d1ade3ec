// A span of time in words.
import type { Say } from './texts.ts';

/** For a countdown. */
export const shortSpan = (seconds: number, t: Say): string =>
  seconds < 60 ? t('seconds.short', { n: seconds }) : span(seconds, t);

export function span(seconds: number, t: Say): string {
  if (seconds < 60) return t('seconds', { n: seconds });
  if (seconds < 3_600) return t('minutes', { n: Math.round(seconds / 60) });
  if (seconds < 24 * 3_600) return t('hours', { n: Math.round(seconds / 3_600) });
  return t('days', { n: Math.round(seconds / 86_400) });
}
