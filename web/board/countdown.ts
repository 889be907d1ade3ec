// How long until something, as a clock shows it.

type Width = 'short' | 'long';

/** Whole seconds until then; 0 when it is over. */
export const secondsTo = (until: number, now: number): number => Math.max(0, Math.ceil((until - now) / 1000));

/** 1:05 */
export const minutes = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** 4:05, or in words when it is hours or days. */
export function countdown(ms: number, language = 'en', width: Width = 'short'): string {
  const seconds = secondsTo(ms, 0);
  if (seconds < 3_600) return minutes(seconds);
  const hours = Math.round(seconds / 3_600);
  if (hours < 48) return inUnits(hours, 'hour', language, width);
  return inUnits(Math.round(hours / 24), 'day', language, width);
}

/** For ears, in the page's language: 2 minutes 59, where eyes see 2:59. */
export function spoken(ms: number, language = document.documentElement.lang || 'en'): string {
  const seconds = secondsTo(ms, 0);
  if (seconds < 60) return inUnits(seconds, 'second', language, 'long');
  if (seconds >= 3_600) return countdown(ms, language, 'long');
  const rest = seconds % 60;
  return `${inUnits(Math.floor(seconds / 60), 'minute', language, 'long')}${rest ? ` ${rest}` : ''}`;
}

function inUnits(count: number, unit: string, language: string, unitDisplay: Width): string {
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay }).format(count);
}
