// What every game's test of its scene needs: a table at which nothing happens, and events in order.
import type { BoardProps, Told } from './board.ts';

/** What a board is given, without what it can do. */
export type Still<Props> = Omit<Props, 'play' | 't' | 'sound' | 'ask' | 'shown'>;

type Calm = Pick<BoardProps<never, never, never>, 'fresh' | 'news' | 'awaited' | 'clock' | 'now' | 'result' | 'busy' | 'refused'>;

export const calm: Calm = {
  fresh: [],
  news: [],
  awaited: [],
  clock: null,
  now: 0,
  result: null,
  busy: false,
  refused: null,
};

export const inOrder = <Event>(events: Event[], from = 1): Told<Event>[] =>
  events.map((event, index) => ({ id: from + index, event }));
