// How far a table's events have been told: the page stays behind a board that shows them one by one.
import { given } from './given.ts';
import type { Playing } from './scene.ts';

const LONGEST = 8_000; // ms that anything is held back
const LAST = 300_000; // and the end, since the board last gave a sign: people read how it came about

export class Telling {
  /** The newest message of which every event has been shown. */
  settled = $state.raw<Playing | null>(null);
  /** The last event that may be told. */
  upTo = $state(-1);
  private held: Playing[] = [];
  private paced = false; // the board says how far it is
  private ending: ReturnType<typeof setTimeout> | undefined;
  private timers = new Set<ReturnType<typeof setTimeout>>();

  constructor() {
    document.addEventListener('visibilitychange', this.unseen);
  }

  hear(message: Playing): void {
    this.held.push(message);
    const last = message.told - 1;
    const waits = this.settled !== null && this.paced && !document.hidden;
    this.tell(waits ? this.upTo : last);
    if (last <= this.upTo) return;
    if (message.result) this.tellEnd(last);
    else this.tellLater(last);
  }

  /** The board has shown everything up to this event. */
  shown = (id: number): void => {
    this.paced = true;
    this.tell(id);
    const held = this.held.at(-1);
    if (held?.result) this.tellEnd(held.told - 1);
  };

  /** There is no board any more, or nobody looks at it. */
  tellAll(): void {
    this.tell((this.held.at(-1)?.told ?? 0) - 1);
  }

  close(): void {
    document.removeEventListener('visibilitychange', this.unseen);
    this.timers.forEach(clearTimeout);
    clearTimeout(this.ending);
  }

  private unseen = (): void => {
    if (document.hidden) this.tellAll();
  };

  private tellLater(last: number): void {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      this.tell(last);
    }, LONGEST);
    this.timers.add(timer);
  }

  private tellEnd(last: number): void {
    clearTimeout(this.ending);
    this.ending = setTimeout(() => this.tell(last), LAST);
  }

  private tell(id: number): void {
    this.upTo = Math.max(this.upTo, id);
    while (this.held[0] && this.held[0].told - 1 <= this.upTo) this.settled = given(this.held.shift());
  }
}
