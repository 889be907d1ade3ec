// A moment, or a span of time, in words.
import { locale } from './settings.svelte.ts';
import type { Say } from './texts.ts';

/** A day and an hour; `at` in ms since 1970. */
export const moment = (at: number): string =>
  new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'short' }).format(at);

export const span = (seconds: number, t: Say): string => inUnits('', seconds, t);

/** “in 3 days”: how a language says so is its own affair (in 3 Tagen, over 3 dagen). */
export const soon = (seconds: number, t: Say): string => inUnits('soon.', seconds, t);

/** For where there is little room: “41 s”, “2 min”. */
export function shortSpan(seconds: number, t: Say): string {
  if (seconds < 60) return t('seconds.short', { n: seconds });
  return seconds < 3_600 ? t('minutes.short', { n: Math.round(seconds / 60) }) : span(seconds, t);
}

function inUnits(kind: '' | 'soon.', seconds: number, t: Say): string {
  if (seconds < 60) return t(`${kind}seconds`, { n: seconds });
  if (seconds < 3_600) return t(`${kind}minutes`, { n: Math.round(seconds / 60) });
  if (seconds < 24 * 3_600) return t(`${kind}hours`, { n: Math.round(seconds / 3_600) });
  return t(`${kind}days`, { n: Math.round(seconds / 86_400) });
}
