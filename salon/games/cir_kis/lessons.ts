// What a first game teaches, at the moment it matters.
import type { Choice } from './choice.svelte.ts';
import { isPlace, leaderOf, type Props } from './scene.ts';
import { shapeOf } from './shape.ts';

type Mind = Pick<Choice, 'piece' | 'held' | 'sent' | 'aiming' | 'ways'>;

/** The most important first; nothing while a piece is on its way. */
export function lessons({ view, moves }: Pick<Props, 'view' | 'moves'>, mind: Mind): string[] {
  if (mind.aiming || mind.sent || !moves.some(isPlace)) return [];
  if (mind.held) return mind.ways().length > 1 ? ['turn'] : [];
  if (mind.piece) return [];
  return ['goal', ...(view.done.length ? ['full'] : []), view.laid.length ? 'lay' : 'first'];
}

/** Away from where the next piece goes. */
export const edgeFor = (view: Props['view']): 'top' | 'bottom' =>
  shapeOf(leaderOf(view)?.spaces ?? [0]).centre.y > 0 ? 'top' : 'bottom';
