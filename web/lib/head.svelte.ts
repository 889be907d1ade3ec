// What a page puts into the head line: a title and its own tools.
import type { Snippet } from 'svelte';

let content = $state.raw<{ title: string; tools: Snippet | null }>({ title: '', tools: null });

export const head = {
  get now() {
    return content;
  },
};

/** To be returned from an effect: the head line is cleared when the page goes. */
export function inHead(title: string, tools: Snippet | null): () => void {
  content = { title, tools };
  return () => (content = { title: '', tools: null });
}
