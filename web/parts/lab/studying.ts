// What the result and the replay need of the lab, fetched only where a game can be studied.
import { Lab } from '../../lib/study.svelte.ts';

export { verdict } from '../../lib/study.svelte.ts';
export { default as LabCard } from './LabCard.svelte';
export { default as LabPanel } from './LabPanel.svelte';
export { default as OddsPlot } from './OddsPlot.svelte';

const labs = new Map<string, Lab>();
const KEPT = 8; // tables

/** Asked for once, wherever it is shown. */
export function labOf(table: string): Lab {
  const known = labs.get(table);
  if (known && !known.problem) return known;
  const lab = new Lab(table);
  if (labs.size >= KEPT) labs.clear();
  labs.set(table, lab);
  return lab;
}
