// What a page puts into the head line: a title, its own tools, and what may stand between them; and
// how much room there is.
import type { Snippet } from 'svelte';
import { MediaQuery } from 'svelte/reactivity';

/** A phone that lies on its side has one line to spare for all this. */
export const lying = new MediaQuery(
  '(orientation: landscape) and (max-height: 480px) and (min-width: 600px) and (max-width: 999px)',
);

/** People, board and news stand side by side. */
export const wide = new MediaQuery('(min-width: 1000px)');

const EMPTY = { title: '', tools: null, middle: null };
let content = $state.raw<{ title: string; tools: Snippet | null; middle: Snippet | null }>(EMPTY);

export const head = {
  get now() {
    return content;
  },
};

/** To be returned from an effect: the head line is cleared when the page goes. */
export function inHead(title: string, tools: Snippet | null, middle: Snippet | null = null): () => void {
  content = { title, tools, middle };
  return () => (content = EMPTY);
}
