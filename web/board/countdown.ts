// How long until something, as a clock shows it.

/** Whole seconds until then; 0 when it is over. */
export const secondsTo = (until: number, now: number): number => Math.max(0, Math.ceil((until - now) / 1000));

/** 1:05 */
export const minutes = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** 4:05, or in words when it is hours or days. */
export function countdown(ms: number, language = 'en'): string {
  const seconds = secondsTo(ms, 0);
  if (seconds < 3_600) return minutes(seconds);
  const hours = Math.round(seconds / 3_600);
  return hours < 48 ? inUnits(hours, 'hour', language) : inUnits(Math.round(hours / 24), 'day', language);
}

const inUnits = (count: number, unit: 'hour' | 'day', language: string): string =>
  new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }).format(count);
