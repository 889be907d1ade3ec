// The messages of salon/server/wire.py under short names.
import type { components } from '../generated/wire.ts';
import type { Symbol } from '../board/board.ts';

type Schemas = components['schemas'];

export type Scene = Schemas['Scene'];
export type Lobby = Schemas['Lobby'];
export type Offer = Schemas['Offer'];
export type Course = Schemas['Course'];
export type News = Schemas['News'];
export type FromServer = Schemas['FromServer'];
export type FromPage = Schemas['FromPage'];
export type Goodbye = Schemas['Goodbye'];
export type FormerInfo = Schemas['FormerInfo'];
export type SeatInfo = Schemas['SeatInfo'];
export type Glance = Schemas['Glance'];
export type TableInfo = Schemas['TableInfo'];
export type FairInfo = Schemas['FairInfo'];
export type GameInfo = Schemas['GameInfo'];
export type Company = Schemas['Company'];
export type Here = Schemas['Here'];
export type NewTable = Schemas['NewTable'];
export type FromCircle = Schemas['FromCircle'];
export type CircleInfo = Schemas['CircleInfo'];
export type Person = Schemas['PersonInfo'];
export type Now = Schemas['Now'];
export type ChatLine = Schemas['Line'];
export type Reaction = Schemas['React']['reaction'];
export type Doorplate = Schemas['Doorplate'];
export type Album = Schemas['Album'];
export type AlbumEntry = Schemas['Entry'];
export type Sitter = Schemas['Sitter'];
export type Award = Schemas['Award'];
export type Standing = Schemas['Standing'];
export type Keepsake = Keepsakes['keepsakes'][number];
export type Standings = Schemas['Standings'];
export type Notify = Schemas['Notify'];
export type PushInfo = Schemas['PushInfo'];
export type TableHere = Schemas['TableHere'];
export type Keepsakes = Schemas['Keepsakes'];
export type NextTable = Schemas['NextTable'];
export type Puzzles = Schemas['Puzzles'];
export type PuzzleInfo = Schemas['PuzzleInfo'];
export type PuzzlePages = Schemas['PuzzlePages'];
export type Votes = Schemas['Votes'];

/** Everything a circle is, but for what is said there. */
export interface CircleSections {
  circle: CircleInfo;
  people: Person[];
  now: Now;
  wishes: Record<string, number[]>;
  teams: Schemas['TeamInfo'][];
  claims: Schemas['ClaimInfo'][];
}
export type Choice = boolean | number | string;

/** A move or an event: tagged by its kind, the rest is the game's affair. */
export interface Tagged {
  type: string;
  [field: string]: unknown;
}

export type Step = Schemas['Replay'];
export type { Truth } from '../board/board.ts';
export type Truths = Schemas['Truths'];
export type Study = Schemas['Study'];
export type Studied = Schemas['Studied'];
export type Conduct = Schemas['Conduct'];
export type Forecast = Schemas['Forecast'];
export type { Decision } from '../board/board.ts';
export type Advice = Omit<Schemas['Advice'], 'move'> & { move: Tagged };

/** In the order in which they are offered; one that is missing or unknown does not compile. */
const OFFERED = { moon: 0, rose: 1, quill: 2, star: 3, mask: 4, heart: 5, bird: 6, key: 7, candle: 8 };
export const SYMBOLS = Object.keys(OFFERED satisfies Record<Symbol, number>) as readonly Symbol[];
