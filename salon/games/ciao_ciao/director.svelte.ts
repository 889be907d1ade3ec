// The director: plays what was told, beat by beat, and always ends on what the view says.
import type { Told } from '$web/board/board.ts';
import { play } from './beats.ts';
import type { Event, Stage } from './scene.ts';

const TOO_MANY = 20; // events: after a reconnection nobody wants to watch them all
const LONGEST = 5500; // ms after it was told: from then on it is played faster
const LATEST = 8000; // ms after it was told: from then on it is not played, but simply so

type Cue = Told<Event> & { since: number };

/** What the director is lent. */
export interface House {
  end: (before?: Stage) => Stage; // the moment the view describes
  sound: (name: string) => void;
  shown: (id: number) => void; // how far the play is
  staged: (event: Event) => boolean; // whether it is worth holding one's breath for
}

export class Director {
  stage = $state() as Stage;
  playing = $state(false);
  begun = $state(false); // something was played since the page opened
  event = $state.raw<Event | null>(null); // what is being played
  suspense = $state(false); // how it turns out is not to be seen yet
  #queue: Cue[] = [];
  #last: number; // the id of the newest event
  #reached: number | null = null; // the id of the last one shown
  #hurried = false;
  #impatient = false; // somebody wants to see what is under the cup
  #left = false;
  #wake: () => void = () => undefined;

  constructor(
    readonly house: House,
    last: number,
  ) {
    this.stage = house.end();
    this.#last = last;
  }

  /** Tell the director what happened; nothing to tell means: jump to what the view says. */
  tell(told: Told<Event>[], last: number): void {
    if (told.length === 0 && last !== this.#last) this.cut();
    this.#last = last;
    const since = performance.now();
    this.#queue.push(...told.map((one) => ({ ...one, since })));
    if (this.#queue.length > TOO_MANY || document.hidden) this.cut();
    if (!this.playing) void this.#perform();
  }

  /** Enough: on to what the view says. */
  cut(): void {
    this.#queue = [];
    this.#hurried = this.playing;
    this.#wake();
  }

  /** Whoever taps need not hold their breath: on to the next thing that is to be seen. */
  skip(): void {
    this.#impatient = this.suspense;
    this.#wake();
  }

  /** Nobody is watching any more: nothing is to be told of it either. */
  leave(): void {
    this.#left = true;
    this.cut();
  }

  async #perform(): Promise<void> {
    this.playing = this.#queue.length > 0;
    this.begun ||= this.playing;
    for (let cue = this.#queue.shift(); cue; cue = this.#queue.shift()) await this.#show(cue);
    this.stage = this.house.end($state.snapshot(this.stage) as Stage);
    this.playing = this.suspense = this.#hurried = false;
    this.event = null;
    this.#reach(this.#last);
  }

  #reach(id: number): void {
    if (id !== this.#reached && !this.#left) this.house.shown(id);
    this.#reached = id;
  }

  async #show({ id, event, since }: Cue): Promise<void> {
    if (event.type !== 'Rolled') this.event = event; // that one is between me and my cup
    const manner = { staged: this.house.staged(event), next: this.#queue[0]?.event };
    for (const { ms, sound, suspense = false } of play(this.stage, event, manner)) {
      this.suspense = suspense;
      if (!suspense) this.#reach(id);
      this.#impatient &&= suspense;
      if (sound && !this.#hurried && !this.#impatient) this.house.sound(sound);
      if (!this.#impatient) await this.#pause(ms, performance.now() - since);
    }
    this.#reach(id);
  }

  async #pause(ms: number, late: number): Promise<void> {
    if (this.#hurried || late > LATEST || document.hidden) return;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
      setTimeout(resolve, late > LONGEST ? ms / 3 : ms);
    });
  }
}
