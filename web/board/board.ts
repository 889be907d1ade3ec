// The contract between the page and a game's Board.svelte: what a board is given, what it may look for
// in this folder, and how the page finds its way in what a board draws. It knows no game.
import type { Component } from 'svelte';
import type { components } from '../generated/wire.ts';

type Schemas = components['schemas'];
export type Result = Schemas['Result'];
export type Truth = Schemas['Truth'];
export type Decision = Schemas['Decision'];
export type Symbol = NonNullable<Schemas['SeatInfo']['symbol']>;

/** A seat as a board draws it. */
export interface SeatFace {
  name: string;
  symbol: Symbol;
  colour: string; // a CSS value, e.g. 'var(--player-3)'
  bot: boolean;
  here: boolean; // a bot is always here
  character?: string | null; // who of the house a bot is: Face.svelte draws it
  former?: readonly Former[]; // who had the seat before, in the same game
}

export interface Former extends SeatFace {
  until: number; // table time, ms
}

/** Who had a seat then. */
export const faceAt = (face: SeatFace, time: number): SeatFace =>
  face.former?.find(({ until }) => time <= until) ?? face;

/** An event with a number that stays the same from message to message: a key for each blocks. */
export interface Told<Event> {
  id: number;
  event: Event;
  stoodIn?: boolean; // a bot did it for somebody who was away
  at?: number; // table time, ms
}

/** What `Standing.svelte` is given: how a seat stands in the end, what decided it first. */
export interface StandingProps<View> {
  view: View;
  seat: number;
  points: string; // in words
  reason: string; // why it ended
  t: BoardProps<View, unknown, unknown>['t'];
}

/** What `Verdict.svelte` is given: a decision of a finished table, to draw what lay behind it. */
export interface VerdictProps {
  decision: Decision;
}

/**
 * A board may use any key for its moves except N, R, P, M and ?, which belong to the frame; while a
 * piece is in hand that can be turned, R turns it.
 */
export interface BoardProps<View, Move, Event> {
  view: View; // the game's View
  moves: Move[]; // what I may do now (empty: nothing)
  seat: number | null; // whose eyes; null: an onlooker's, or a replay
  seats: SeatFace[]; // by seat
  fresh: Told<Event>[]; // events told since the last message, in order, to animate (see events.svelte.ts)
  news: Told<Event>[]; // up to 50, oldest first
  awaited: number[];
  clock: number | null; // table time of the next tick, ms
  now: number; // table time, ms, running on while the table's time runs
  result: Result | null;
  busy: boolean; // a move of mine is on its way
  refused: string | null; // why the last one was refused, a sentence
  play: (move: Move) => void;
  /** Texts of the game first, then the shared ones; names of seats are filled in. */
  t: (key: string, args?: Record<string, unknown>) => string;
  sound: (name: string) => void; // a name in lib/sound.ts; silent while off
  /** The prompt I draw, for the page to speak it to screen readers; boards need no live region. */
  ask?: (sentence: string) => void;
  /** What a lesson says, to be spoken once besides (Lesson.svelte does it). */
  teach?: (sentence: string) => void;
  /**
   * A board that tells its events one after the other says how far it is (the id of the last event
   * it has shown); until then the page neither lists, speaks nor lights what comes after.
   */
  shown?: (id: number) => void;
  /** The move to make for me when my time runs out (a draft); nobody is told. null: none. */
  pocket?: (move: Move | null) => void;
  pocketed?: Move | null; // what lay in my pocket before I came: a reload, another device
  /** A private question to the game, which changes nothing. Rejects with a Refusal. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the game's own Question and Reply
  question?: (question: any) => Promise<any>;
  /** Shows a text no more: mine, or with `asHost` anybody's. */
  hide?: (page: string, asHost: boolean) => Promise<void>;
  /** In a replay: what the strongest bot would have done instead of the step that is shown. In a
   *  puzzle: the move to find; vaguely: only what it begins with, where the board can light that. */
  advice?: { move: Move; same: boolean; vague?: boolean } | null;
  replay?: boolean; // it was played before
  truth?: Truth | null; // in a replay: what the last move was, whatever it seemed to be
  host?: boolean; // whether I am the host
  table?: string; // its id: for what a board keeps on this device
}

/** The frame knows no game, so to it any view, move and event will do. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- unknown would refuse every game's own
export type Board = Component<BoardProps<any, any, any>>;

/**
 * The classes of a board that are more than looks. A board writes them into its elements; the page
 * and this kit look for them. `board.test.ts` asks every board for the first two.
 */
export const PARTS = {
  /** The one line that says what to do next (Prompt.svelte). Focus that has lost its place comes here. */
  prompt: '.prompt',
  /** Around buttons and fields of my moves: the key M goes to the first usable one (or to the prompt). */
  hand: '.hand',
  /** Around prompt, hint and hand, at the edge where my things lie: dresses prompt and hint in it. */
  desk: '.desk',
  /** In a desk, under the prompt: one more word. With `.bad` a refusal, and then role="alert". */
  hint: '.hint',
  /** A word beside what it is about, on ink. With `.bad`: why not. */
  bubble: '.bubble',
} as const;

/**
 * A place that things fly from and to (Flights.svelte): `data-anchor="hand"`, or one of several by its
 * kind and number, `data-anchor="seat:2"`. Where `seat:2` is not drawn, `seat` stands in for it.
 */
export const ANCHOR = 'data-anchor';

/**
 * `aria-keyshortcuts` on a button is heard by the sheet of keys ("?"): its value is the key, its name
 * what the key does. The board itself listens, with `isShortcut` of lib/keys.ts.
 */
export const KEYS = 'aria-keyshortcuts';
