// When something ends at the counter.
import { given } from '$web/lib/given.ts';
import type { Mail, View } from './scene.ts';

/** ms until this mail may be taken back; 0: now, or at the next tick. */
export const recallIn = ({ recall_at }: Mail, now: number): number => Math.max(0, recall_at - now);

/** When my office stops whatever it is doing: closes, ends its pause, or answers by itself. */
export function deadline(view: View): number | null {
  const phase = view.office && view.phases[view.office.commune];
  if (phase === 'over') return null;
  if (phase === 'paused' || phase === 'closed') return given(view.office).until;
  return view.phases.some((one) => one === 'open') ? view.closes : null;
}
