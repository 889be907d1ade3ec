// What helps somebody who plays for the first time, at the moment it matters.
import type { Chosen } from './choice.svelte.ts';
import { phaseOf, waiting, type Props } from './scene.ts';

export function lessons(board: Props, { letter, way }: Chosen): string[] {
  const { view, moves } = board;
  const phase = phaseOf(view);
  if (moves.length === 0 || (phase !== 'open' && phase !== 'closed')) return [];
  if (phase === 'closed') return waiting(moves) ? ['closed'] : [];
  if (letter && way) return ['line'];
  if (letter) return view.lines[view.hand.indexOf(letter)] ? ['line', 'envelope'] : ['envelope'];
  return ['goal', waiting(moves) ? 'answer' : 'send', 'digit'];
}
