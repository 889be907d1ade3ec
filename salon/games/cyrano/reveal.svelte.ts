// The votes as they are opened one after the other, the poems ranked by them, and who meets at last.
import { prefersReducedMotion } from 'svelte/motion';
import { given } from '$web/lib/given.ts';
import type { Told } from '$web/board/board.ts';
import type { Event, Floors, Gain, View } from './scene.ts';

const BEAT = 850; // ms for a vote
const LONGEST = 6_500; // ms for all of them
const MEETING = 8_000; // ms in each other's arms, unless somebody goes on
const QUICK = 120; // ms for a vote where people want no motion

export interface Leaf {
  poet: number;
  title: string; // '': it is hidden
  lines: readonly string[];
}

export interface Sheet {
  round: number;
  theme: string;
  poems: readonly Leaf[]; // that could be chosen, as they were recited
  gains: readonly Gain[]; // by seat
  loved: View['loved']; // the line of the round
}

export interface Ranked extends Leaf {
  voters: number[]; // in the order in which their votes were opened
  place: number; // from 1; several may share one
}

type Opened = { id: number; seat: number };

/** What the votes of a round were, read from the views before and after. */
export function sheetOf(before: View, after: View): Sheet {
  const poems = before.poems
    .filter(({ poet }) => before.ballot.includes(poet))
    .map(({ poet, title, hidden, lines }) => ({
      poet,
      title: hidden ? '' : title,
      lines: hidden ? [] : lines.map(({ text }) => text),
    }));
  return { round: before.round, theme: before.theme, poems, gains: after.gains, loved: after.loved };
}

/** The poems by the votes that lie open, the most loved first. */
export function ranking({ poems, gains }: Sheet, opened: readonly number[]): Ranked[] {
  const found = poems.map((poem) => ({
    ...poem,
    voters: opened.filter((seat) => gains[seat]?.vote === poem.poet),
  }));
  const above = (votes: number) => found.filter(({ voters }) => voters.length > votes).length;
  return found
    .map((poem) => ({ ...poem, place: above(poem.voters.length) + 1 }))
    .sort((one, other) => one.place - other.place);
}

/** What the reveal is lent by the board. */
export interface House {
  shown: (id: number) => void;
  sound: (name: string) => void;
}

export class Reveal {
  sheet = $state.raw<Sheet | null>(null);
  meeting = $state.raw<readonly number[] | null>(null); // whose lover and belle are in each other's arms
  #order = $state.raw<Opened[]>([]);
  #count = $state(0); // opened so far
  #before = $state.raw<readonly Floors[]>([]);
  #last = -1;
  #won: number | null = null; // the end, told when the sheet is closed
  #met: number[] = []; // this round
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly house: House) {}

  get playing(): boolean {
    return this.#count < this.#order.length;
  }

  /** Seats whose vote lies open, in the order in which they were opened. */
  get opened(): number[] {
    return this.#order.slice(0, this.#count).map(({ seat }) => seat);
  }

  /** Where everybody stands, as far as it has been told: how many agree is open with the last vote. */
  people(now: readonly Floors[]): readonly Floors[] {
    return this.playing ? this.#before : now;
  }

  tell(fresh: Told<Event>[], last: number, before: View, view: View): void {
    this.#last = last;
    if (this.#isStale(view, fresh.length > 0)) this.part();
    const votes = fresh.flatMap(({ id, event }) =>
      event.type === 'Revealed' ? { id, seat: event.seat } : [],
    );
    const opens = votes.length > 0 || fresh.some(({ event }) => event.type === 'NoVote');
    const end = fresh.find(({ event }) => event.type === 'Won');
    if (end && (opens || this.sheet || this.meeting)) this.#won = end.id;
    if (opens) this.#begin(votes, before, view);
    else if (!this.playing) this.#tellOn();
  }

  /** Enough: everything lies open. */
  hurry(): void {
    clearTimeout(this.#timer);
    if (this.playing) this.house.sound('applause');
    this.#count = this.#order.length;
    this.#tellOn();
  }

  /** On from the sheet: to those who have met, if anybody has. */
  close(): void {
    this.hurry();
    this.sheet = null;
    if (!this.#met.length || document.hidden) return this.part();
    this.meeting = this.#met;
    this.house.sound('ring');
    this.#timer = setTimeout(() => this.part(), MEETING);
  }

  /** Nothing is left to be told later. */
  part(): void {
    [this.sheet, this.meeting, this.#won, this.#met] = [null, null, null, []];
    clearTimeout(this.#timer);
    this.#count = this.#order.length;
    this.#tellOn();
  }

  leave(): void {
    clearTimeout(this.#timer);
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
    clearTimeout(this.#timer);
    [this.sheet, this.meeting] = [sheetOf(before, view), null];
    this.#met = view.people.flatMap(({ met }, seat) => (met ? seat : []));
    [this.#order, this.#count, this.#before] = [votes, 0, before.people];
    if (document.hidden || !votes.length) return this.hurry();
    this.house.shown(given(votes[0]).id - 1);
    this.#wait();
  }

  #wait(): void {
    const beat = prefersReducedMotion.current ? QUICK : Math.min(BEAT, LONGEST / this.#order.length);
    this.#timer = setTimeout(() => this.#open(), beat);
  }

  #open(): void {
    if (this.#count === this.#order.length - 1) return this.hurry();
    this.house.sound('paper');
    this.#count += 1;
    this.#wait();
  }
}
