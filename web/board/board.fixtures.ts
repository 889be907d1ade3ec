// For the tests of every board: people, a table at which nothing happens, and a board to act on.
import { fireEvent, render } from '@testing-library/svelte';
import { vi } from 'vitest';
import shared from '../../salon/texts/en.json';
import { say, type Say, type Texts } from '../lib/texts.ts';
import { SYMBOLS } from '../lib/wire.ts';
import type { Board, BoardProps, SeatFace, Told } from './board.ts';

export const NAMES = ['Ana', 'Bob', 'Cyd', 'Dan', 'Eve', 'Fay', 'Gus', 'Hal', 'Ida'];

/** So many people: Ana is a person, the others are bots. */
export const faces = (count: number, names: readonly string[] = NAMES): SeatFace[] =>
  SYMBOLS.slice(0, count).map((symbol, seat) => ({
    name: names[seat] ?? symbol,
    symbol,
    colour: `var(--player-${seat + 1})`,
    bot: seat > 0,
    here: true,
  }));

/** The game's English. */
export const english =
  (own: Texts, names: readonly string[] = NAMES): Say =>
  (key, args) =>
    say({ ...shared, ...own }, names, key, args);

/** What a board is given, without what it can do. */
export type Still<Props> = Omit<Props, 'play' | 't' | 'sound' | 'ask' | 'shown'>;

type Calm = Pick<
  BoardProps<never, never, never>,
  'fresh' | 'news' | 'awaited' | 'clock' | 'now' | 'result' | 'busy' | 'refused'
>;

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

/** A board as it is drawn at a moment, and then again at the next. */
export function show<Moment extends object>(board: Board, moment: Moment, t: Say, more: object = {}) {
  const [play, ask, sound, shown] = [vi.fn(), vi.fn(), vi.fn(), vi.fn()];
  const lent = { play, ask, sound, shown, t, ...more };
  const drawn = render(board, { props: { ...moment, ...lent } as never });
  const all = (selector: string) => [...drawn.container.querySelectorAll<HTMLElement>(selector)];
  return {
    ...drawn,
    ...{ play, ask, sound, shown, all },
    prompt: () => all('.prompt')[0]?.textContent,
    again: (next: Moment) => drawn.rerender({ ...next, ...lent } as never),
  };
}

/** I have read the lesson, and breathe until there may be another. */
export async function readLesson(): Promise<void> {
  vi.useFakeTimers();
  await fireEvent.click(document.querySelector('.lesson .done')!);
  await vi.advanceTimersByTimeAsync(5_000);
  vi.useRealTimers();
}
