// The letters are unfolded on stage one after the other, line by line.
import type { Chain } from './scene.ts';

/** What lies on the stage at a time: a story, or all that was only begun. */
export interface Sheet {
  begun: boolean;
  chains: Chain[];
}

/** Stories with most hands first, and at last the beginnings that nobody went on with. */
export function sheetsOf(stories: readonly Chain[]): Sheet[] {
  const told = stories.filter(({ lines }) => lines.length > 1);
  const begun = stories.filter(({ lines }) => lines.length === 1);
  return [
    ...told.map((chain) => ({ begun: false, chains: [chain] })),
    ...(begun.length ? [{ begun: true, chains: begun }] : []),
  ];
}

export class Unfolding {
  at = $state(0); // which sheet
  shown = $state(0); // so many of its lines

  constructor(
    readonly sheets: readonly Sheet[],
    readonly still: () => boolean, // nothing moves: a whole sheet at once
  ) {
    this.#lay();
  }

  get sheet(): Sheet | undefined {
    return this.sheets[this.at];
  }
  get lines(): number {
    return this.sheet?.chains.reduce((sum, { lines }) => sum + lines.length, 0) ?? 0;
  }
  get whole(): boolean {
    return this.shown >= this.lines;
  }
  get last(): boolean {
    return this.at >= this.sheets.length - 1;
  }

  /** One line more. */
  more(): void {
    if (!this.whole) this.shown += 1;
  }

  /** The rest of this sheet, then the next; false after the last. */
  forward(): boolean {
    if (!this.whole) this.shown = this.lines;
    else if (this.last) return false;
    else this.#turn(1);
    return true;
  }

  back(): void {
    if (this.at > 0) this.#turn(-1);
  }

  #turn(by: number): void {
    this.at += by;
    this.#lay();
  }

  #lay(): void {
    this.shown = this.still() ? this.lines : 0;
  }
}
