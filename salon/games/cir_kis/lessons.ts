// What a first game teaches, at the moment it matters.
import type { Choice } from './choice.svelte.ts';
import { isPlace, type Props } from './scene.ts';

type Mind = Pick<Choice, 'piece' | 'held' | 'sent' | 'aiming' | 'ways'>;

/** The most important first; while a piece is chosen nothing new comes but how to turn it. */
export function lessons(
  { view, moves }: Pick<Props, 'view' | 'moves'>,
  mind: Mind,
  shown: string | null,
): string[] {
  if (mind.sent || !moves.some(isPlace)) return [];
  const turn = mind.held && !mind.aiming && mind.ways().length > 1 ? ['turn'] : [];
  if (mind.piece) return [...turn, ...(shown && shown !== 'turn' ? [shown] : [])];
  return ['goal', ...(view.done.length ? ['full'] : []), view.laid.length ? 'lay' : 'first'];
}
