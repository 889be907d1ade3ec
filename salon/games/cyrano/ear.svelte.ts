// The ear at my shoulder: asks the table what it hears at the ends of my lines, when they change.
import { given } from '$web/lib/given.ts';
import type { Ending, Endings, Four, Words } from './scene.ts';
import { Moment } from './moment.ts';

const LISTEN = 500; // ms after the last stroke

const PATIENCE = 1_500; // ms that a poem waits for the ear when it is handed in

/** What the ear whispers of a line. */
export interface Whispered {
  ending: Ending;
  stale: boolean; // the line is no longer what it heard
}

type Ask = (question: unknown) => Promise<unknown>;

export class Ear {
  endings = $state.raw<readonly Ending[]>([]);
  heard = $state.raw<readonly string[]>([]); // the lines it heard
  drawers = $state.raw<Record<number, Words>>({});
  #moment = new Moment(LISTEN);
  #asked = '';
  #hearing: Promise<void> | undefined;
  #handfuls: Record<number, number> = {};

  constructor(readonly ask: Ask | undefined) {}

  listen(lines: Four): void {
    const text = lines.map((line) => line.trim()) as Four;
    if (!this.ask || text.join('\n') === this.#asked) return this.#moment.never();
    this.#moment.soon(() => (this.#hearing = this.#hear(text)));
  }

  /** These lines are heard at once, if they have not been: resolves when they are, or it takes too long. */
  async catchUp(lines: Four): Promise<void> {
    this.listen(lines);
    this.#moment.now();
    const enough = new Promise<void>((go) => setTimeout(go, PATIENCE));
    await Promise.race([this.#hearing, enough]);
  }

  /** What it hears at the end of a line; null where there is nothing to hear. */
  at(line: number, text: string): Whispered | null {
    const ending = this.endings[line];
    if (!ending || !text.trim()) return null;
    return { ending, stale: this.heard[line] !== text.trim() };
  }

  /** A handful of words that end in a rhyme, asked for once. */
  async lookUp(rhyme: number): Promise<void> {
    if (!this.drawers[rhyme]) await this.#grab(rhyme);
  }

  /** Another handful. */
  async grabMore(rhyme: number): Promise<void> {
    this.#handfuls[rhyme] = (this.#handfuls[rhyme] ?? 0) + 1;
    await this.#grab(rhyme);
  }

  async #grab(rhyme: number): Promise<void> {
    if (!this.ask) return;
    const handful = this.#handfuls[rhyme] ?? 0;
    const found = (await this.ask({ type: 'LookUp', rhyme, handful })) as Words;
    this.drawers = { ...this.drawers, [rhyme]: found };
  }

  close(): void {
    this.#moment.never();
  }

  async #hear(lines: Four): Promise<void> {
    const asked = (this.#asked = lines.join('\n'));
    if (!asked.trim()) return;
    try {
      const { lines: endings } = (await given(this.ask)({ type: 'Hear', lines })) as Endings;
      if (asked === this.#asked) [this.endings, this.heard] = [endings, lines];
    } catch {
      this.#asked = ''; // no connection: the next stroke asks again
    }
  }
}
