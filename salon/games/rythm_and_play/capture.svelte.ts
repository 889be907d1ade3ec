// A stave on its way to whoever picked it up: it sings card by card, and then its points are theirs.
import { FLIGHT, tempo } from './flights.ts';
import { melodyOf } from './labels.ts';
import type { Event } from './scene.ts';

export type PickedUp = Extract<Event, { type: 'PickedUp' }>;

/** What is lent to it by the board. */
export interface Room {
  sound: (name: string) => void;
  still: () => boolean; // nothing flies
  hurried: () => boolean; // nobody plays who could wait for it
}

const APPLAUSE = 1600; // ms that the points stay to be seen

export class Capture {
  taken = $state.raw<(PickedUp & { id: number }) | null>(null); // while it is to be seen
  running = $state(false); // cards are on their way
  landed = $state(0); // of them
  cuts = $state(0); // how often somebody did not want to wait
  #timers: ReturnType<typeof setTimeout>[] = [];

  constructor(readonly room: Room) {}

  begin(event: PickedUp, id: number): void {
    this.drop();
    this.taken = { ...event, id };
    if (this.room.still()) {
      this.room.sound(melodyOf(event.cards));
      return this.#land();
    }
    this.running = true;
    const beat = tempo(event.cards.length, this.room.hurried());
    event.cards.forEach((card, index) => {
      this.#after(index * beat, () => this.room.sound(melodyOf([card])));
      this.#after(index * beat + FLIGHT, () => this.landed++);
    });
    this.#after((event.cards.length - 1) * beat + FLIGHT, () => this.#land());
  }

  /** Cards of this seat's that are still in the air. */
  owed = (seat: number): number =>
    this.running && this.taken?.seat === seat ? this.taken.cards.length - this.landed : 0;

  /** Whoever taps has seen enough. */
  cut(): void {
    if (!this.running) return;
    this.cuts++;
    this.#land();
  }

  drop(): void {
    this.#timers.forEach(clearTimeout);
    this.#timers = [];
    [this.taken, this.running, this.landed] = [null, false, 0];
  }

  #land(): void {
    const taken = this.taken;
    this.drop();
    if (!taken) return;
    [this.taken, this.landed] = [taken, taken.cards.length];
    this.#after(APPLAUSE, () => this.drop());
  }

  #after(ms: number, then: () => void): void {
    this.#timers.push(setTimeout(then, ms));
  }
}
