// Countdowns: how long until something, as it is written on the clock of the office.
import type { Mail, View } from './scene.ts';

/** ms until this mail may be taken back; 0: now, or at the next tick. */
export const recallIn = ({ recall_at }: Mail, now: number): number => Math.max(0, recall_at - now);

/** When my office stops whatever it is doing: closes, ends its pause, or answers by itself. */
export function deadline(view: View): number | null {
  const phase = view.office && view.phases[view.office.commune];
  if (phase === 'over') return null;
  if (phase === 'paused' || phase === 'closed') return view.office!.until;
  return view.phases.some((one) => one === 'open') ? view.closes : null;
}

/** 4:05, or in words when it is hours or days. */
export function countdown(ms: number, language = 'en'): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  if (seconds < 3_600) return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  const hours = Math.round(seconds / 3_600);
  return hours < 48 ? unit(hours, 'hour', language) : unit(Math.round(hours / 24), 'day', language);
}

const unit = (count: number, unit: 'hour' | 'day', language: string): string =>
  new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }).format(count);
