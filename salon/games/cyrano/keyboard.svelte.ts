// How much of the window an on-screen keyboard covers: the board ends above it.
import { given } from '$web/lib/given.ts';

const LEAST = 120; // px; anything smaller is a bar of the browser

export class Keyboard {
  height = $state(0);
  #window = typeof visualViewport === 'undefined' ? null : visualViewport;

  constructor() {
    this.#window?.addEventListener?.('resize', this.#look);
  }

  close(): void {
    this.#window?.removeEventListener?.('resize', this.#look);
  }

  #look = (): void => {
    const covered = innerHeight - given(this.#window).height;
    this.height = given(this.#window).scale < 1.05 && covered > LEAST ? covered : 0;
  };
}
