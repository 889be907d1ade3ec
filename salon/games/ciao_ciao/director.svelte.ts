// The director: plays what was told, beat by beat, and always ends on what the view says.
import { play } from './beats.ts';
import type { Event, Stage } from './scene.ts';

const TOO_MANY = 20; // events: after a reconnection nobody wants to watch them all
const LONGEST = 4000; // ms: longer plays are played faster

export class Director {
  stage = $state() as Stage;
  playing = $state(false);
  event = $state.raw<Event | null>(null); // what is being played
  #queue: Event[] = [];
  #end: (before: Stage) => Stage;
  #sound: (name: string) => void;

  constructor(end: (before?: Stage) => Stage, sound: (name: string) => void) {
    this.stage = end();
    this.#end = end;
    this.#sound = sound;
  }

  /** Tell the director what happened; nothing to tell means: jump to what the view says. */
  tell(events: Event[]): void {
    this.#queue.push(...events);
    if (this.#queue.length > TOO_MANY || document.hidden) this.#queue = [];
    if (!this.playing) void this.#perform();
  }

  /** Nobody is watching any more. */
  leave(): void {
    this.#queue = [];
    this.#sound = () => undefined;
  }

  async #perform(): Promise<void> {
    this.playing = this.#queue.length > 0;
    const began = performance.now();
    for (let event = this.#queue.shift(); event; event = this.#queue.shift()) {
      if (event.type !== 'Rolled') this.event = event; // that one is between me and my cup
      for (const { ms, sound } of play(this.stage, event)) {
        if (sound) this.#sound(sound);
        await pause(performance.now() - began > LONGEST ? ms / 3 : ms);
      }
    }
    this.stage = this.#end($state.snapshot(this.stage) as Stage);
    this.playing = false;
    this.event = null;
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, document.hidden ? 0 : ms));
}
