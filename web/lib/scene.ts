// The whole scene of a table, put together from messages that carry only what has changed.
import type { Told } from '../board/board.ts';
import type { Course, FairInfo, Lobby, News, Offer, Scene, SeatInfo, TableInfo, Tagged } from './wire.ts';

/** What is known of every table. */
interface Around {
  seq: number;
  now: number; // table time when the message was made, ms
  table: TableInfo;
  seats: SeatInfo[];
  fair: FairInfo;
}

/** What a seat was told. */
interface Heard {
  news: unknown[]; // the last 50 events, oldest first
  stood_in: number[]; // which of them a bot did for somebody away, counted like `told`
  told: number; // how many events in all
  times: number[]; // of the news, table time in ms
}

/** A table before it starts. */
export interface Gathering extends Around, Lobby {
  type: 'Gathering';
}

/** Everything this seat may know of a game. */
export interface Playing extends Around, Offer, Course, Heard {
  type: 'Playing';
  seat: number | null; // whose eyes; null: an onlooker's
  view: object; // the game's View
}

export type WholeScene = Gathering | Playing;

const MOST_NEWS = 50;
const UNTOLD: Heard = { news: [], stood_in: [], told: 0, times: [] };

/**
 * The scene after a message: what it carries is new, all the rest is the very same object as before.
 * Before the first message of a connection there is none.
 */
export function merge(before: WholeScene | null, update: Scene): WholeScene {
  const { lobby, offer, course, news, ...came } = update as Scene & { view?: object };
  if (lobby || (before?.type === 'Gathering' && came.view === undefined))
    return { ...before, ...came, ...lobby, type: 'Gathering' } as Gathering;
  const base = before?.type === 'Playing' ? before : { ...around(before), ...UNTOLD };
  const heard = news && hear(base, news);
  const seen = came.view ? { view: { ...(base as Partial<Playing>).view, ...came.view } } : {};
  return { ...base, ...came, ...seen, ...offer, ...course, ...heard, type: 'Playing' } as Playing;
}

/** What stays when a table starts. */
function around(before: Gathering | null): Partial<Around> {
  if (!before) return {};
  const { table, seats, fair } = before;
  return { table, seats, fair };
}

/** Each event once. Where some are missing in between, those before them are forgotten. */
function hear(before: Heard, { events, stood_in, told, times }: News): Heard {
  const first = told - events.length;
  const known = before.told - before.news.length;
  const older = first > before.told ? [] : before.news.slice(0, Math.max(0, first - known));
  const news = [...older, ...events].slice(-MOST_NEWS);
  const ids = [...before.stood_in.filter((id) => id < first), ...stood_in];
  return {
    news,
    stood_in: ids.filter((id) => id >= told - news.length),
    told,
    times: [...before.times.slice(0, older.length), ...times].slice(-MOST_NEWS),
  };
}

/** The news with their numbers; what was numbered before is the very same object. */
export function numbered({ news, stood_in, told, times }: Heard, before: Told<Tagged>[]): Told<Tagged>[] {
  const known = new Map<unknown, Told<Tagged>>(before.map((one) => [one.event, one]));
  const number = (event: unknown, i: number) => {
    const id = told - news.length + i;
    return { id, event: event as Tagged, stoodIn: stood_in.includes(id), at: times[i] };
  };
  return news.map((event, i) => known.get(event) ?? number(event, i));
}
