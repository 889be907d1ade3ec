// The votes as they are opened one after the other, and the sheet of the round that stays until I go on.
import { given } from '$web/lib/given.ts';
import type { Told } from '$web/board/board.ts';
import type { Event, Floors, Gain, View } from './scene.ts';

const BEAT = 850; // ms for a vote
const LONGEST = 6_500; // ms for all of them

export interface Sheet {
  round: number;
  theme: string;
  titles: Record<number, string>; // by poet
  gains: readonly Gain[]; // by seat
}

type Opened = { id: number; seat: number };

/** What the votes of a round were, read from the views before and after. */
export function sheetOf(before: View, after: View): Sheet {
  const titles = before.poems.map(({ poet, title, hidden }) => [poet, hidden ? '' : title] as const);
  return { round: before.round, theme: before.theme, titles: Object.fromEntries(titles), gains: after.gains };
}

/** Who voted for each poem, the most loved first. */
export function grouped(gains: readonly Gain[]): { poet: number; voters: number[] }[] {
  const poets = [...new Set(gains.flatMap(({ vote }) => vote ?? []))];
  return poets
    .map((poet) => ({ poet, voters: gains.flatMap(({ vote }, seat) => (vote === poet ? seat : [])) }))
    .sort((one, other) => other.voters.length - one.voters.length);
}

/** What the reveal is lent by the board. */
export interface House {
  shown: (id: number) => void;
  sound: (name: string) => void;
}

export class Reveal {
  sheet = $state.raw<Sheet | null>(null);
  #order = $state.raw<Opened[]>([]);
  #count = $state(0); // opened so far
  #before = $state.raw<readonly Floors[]>([]);
  #last = -1;
  #won: number | null = null; // the end, told when the sheet is closed
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(readonly house: House) {}

  get playing(): boolean {
    return this.#count < this.#order.length;
  }

  /** Seats whose vote lies open, in the order in which they were opened. */
  get opened(): number[] {
    return this.#order.slice(0, this.#count).map(({ seat }) => seat);
  }

  /** Where everybody stands, as far as it has been told. */
  people(now: readonly Floors[]): readonly Floors[] {
    if (!this.playing) return now;
    const sealed = this.#order.slice(this.#count).map(({ seat }) => seat);
    return now.map((at, seat) =>
      sealed.includes(seat) ? { ...at, stairs: this.#before[seat]?.stairs ?? at.stairs } : at,
    );
  }

  tell(fresh: Told<Event>[], last: number, before: View, view: View): void {
    this.#last = last;
    if (this.#isStale(view, fresh.length > 0)) this.close();
    const votes = fresh.flatMap(({ id, event }) =>
      event.type === 'Revealed' ? { id, seat: event.seat } : [],
    );
    const opens = votes.length > 0 || fresh.some(({ event }) => event.type === 'NoVote');
    const end = fresh.find(({ event }) => event.type === 'Won');
    if (end && (opens || this.sheet)) this.#won = end.id;
    if (opens) this.#begin(votes, before, view);
    else if (!this.playing) this.#tellOn();
  }

  /** Enough: everything lies open. */
  hurry(): void {
    clearInterval(this.#timer);
    this.#count = this.#order.length;
    this.#tellOn();
  }

  close(): void {
    this.sheet = null;
    this.#won = null;
    this.hurry();
  }

  leave(): void {
    clearInterval(this.#timer);
  }

  #tellOn(): void {
    this.house.shown(this.#won === null ? this.#last : this.#won - 1);
  }

  /** Somebody who plays keeps it until the next poems; an onlooker goes along. */
  #isStale(view: View, told: boolean): boolean {
    if (!this.sheet) return false;
    if (view.seat === null) return told || view.round !== this.sheet.round + 1;
    return view.round > this.sheet.round && view.phase !== 'writing';
  }

  #begin(votes: Opened[], before: View, view: View): void {
    clearInterval(this.#timer);
    this.sheet = sheetOf(before, view);
    [this.#order, this.#count, this.#before] = [votes, 0, before.people];
    if (document.hidden || !votes.length) return this.hurry();
    this.#timer = setInterval(() => this.#open(), Math.min(BEAT, LONGEST / votes.length));
  }

  #open(): void {
    this.house.sound('paper');
    this.house.shown(given(this.#order[this.#count]).id);
    this.#count += 1;
    if (!this.playing) this.hurry();
  }
}
