// Countdowns: how long until something, as it is written on the clock of the office.
import type { Mail, View } from './scene.ts';

const RECALL = 30_000; // ms after which an unanswered letter may be taken back, as the rules have it
const DAYS = 1_000; // how much slower the pace of days is

/** ms until this mail may be taken back; 0: now, or at the next tick. */
export function recallIn({ posted, recallable }: Mail, { options }: View, now: number): number {
  if (recallable) return 0;
  return Math.max(0, posted + RECALL * (options.pace === 'days' ? DAYS : 1) - now);
}

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
