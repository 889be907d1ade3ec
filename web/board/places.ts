// Where the anchors of a board are, and where they were before the last thing happened.
import { getContext, setContext } from 'svelte';
import { ANCHOR } from './board.ts';

export interface Point {
  x: number;
  y: number;
}

/** An anchor's kind stands in for it: stave:3 is somewhere on the stave. */
const kindOf = (anchor: string): string => anchor.split(':', 1)[0] ?? anchor;

export class Places {
  root: HTMLElement | undefined;
  #before = new Map<string, DOMRect>();

  /** To be called before anything changes. */
  remember(): void {
    const anchored = this.root?.querySelectorAll(`[${ANCHOR}]`) ?? [];
    this.#before = new Map(
      Array.from(anchored, (one) => [one.getAttribute(ANCHOR) ?? '', one.getBoundingClientRect()]),
    );
  }

  /** The middle of where something was, on the screen; null: there is no such place. */
  was = (anchor: string): Point | null => middle(this.#before.get(anchor)) ?? this.is(anchor);

  is = (anchor: string): Point | null => middle(this.#find(anchor)) ?? middle(this.#find(kindOf(anchor)));

  #find(anchor: string): DOMRect | undefined {
    return this.root?.querySelector(`[${ANCHOR}="${anchor}"]`)?.getBoundingClientRect();
  }
}

const middle = (box: DOMRect | undefined): Point | null =>
  box ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : null;

const PLACES = Symbol('places');
export const setPlaces = (places: Places): Places => setContext(PLACES, places);
export const getPlaces = (): Places => getContext(PLACES);
