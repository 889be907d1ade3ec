// What boards share: countdowns, arrows, places, and events told once.
import { cleanup, render } from '@testing-library/svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { inOrder } from './board.fixtures.ts';
import { countdown, minutes, secondsTo, spoken } from './countdown.ts';
import { choose } from '../lib/settings.svelte.ts';
import { Cursor } from './events.svelte.ts';
import Forced from './Forced.svelte';
import { Places } from './places.ts';
import { placeFor, rove } from './rove.ts';
import Prompt from './Prompt.svelte';

afterEach(cleanup);

describe('time', () => {
  it('is minutes and seconds, and words when it is long', () => {
    expect([0, 999, 61_000, 1_199_001].map((ms) => countdown(ms))).toEqual(['0:00', '0:01', '1:01', '20:00']);
    expect(countdown(5 * 3_600_000)).toBe('5 hr');
    expect(countdown(14 * 86_400_000, 'de')).toBe('14 Tg.');
    expect([59_000, 120_000, 179_000].map((ms) => spoken(ms))).toEqual([
      '59 seconds',
      '2 minutes',
      '2 minutes 59',
    ]);
    expect([spoken(61_000, 'de'), spoken(14 * 86_400_000, 'nl')]).toEqual(['1 Minute 1', '14 dagen']);
  });

  it('counts the seconds that are left', () => {
    expect([secondsTo(5_000, 200), secondsTo(5_000, 4_999), secondsTo(5_000, 9_000)]).toEqual([5, 1, 0]);
    expect([minutes(65), minutes(0)]).toEqual(['1:05', '0:00']);
  });
});

describe('a group of buttons', () => {
  function group(count: number) {
    const made = document.createElement('div');
    made.append(...Array.from({ length: count }, () => document.createElement('button')));
    document.body.replaceChildren(made);
    const stops = () => [...made.children].map((one) => (one as HTMLElement).tabIndex);
    const press = (key: string) =>
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    return { made, stops, press, roving: rove(made) };
  }

  it('has one stop for Tab, and arrows that end at its ends', () => {
    const { made, stops, press } = group(3);
    expect(stops()).toEqual([0, -1, -1]);
    (made.children[0] as HTMLElement).focus();
    ['ArrowRight', 'ArrowRight', 'ArrowRight'].forEach(press);
    expect([document.activeElement, stops()]).toEqual([made.children[2], [-1, -1, 0]]);
    press('Home');
    expect(document.activeElement).toBe(made.children[0]);
  });

  it('can still be reached when the button that Tab would reach is gone', async () => {
    const { made, stops } = group(3);
    (made.children[2] as HTMLElement).focus();
    made.children[2]?.remove();
    await vi.waitFor(() => expect(stops()).toEqual([-1, 0]));
    made.append(document.createElement('button'));
    await vi.waitFor(() => expect(stops().filter((stop) => stop === 0)).toHaveLength(1));
  });

  it('may stand: up is on, or back', () => {
    expect([
      placeFor('ArrowUp', 1, 3, 'on'),
      placeFor('ArrowUp', 1, 3, 'back'),
      placeFor('ArrowUp', 1, 3),
    ]).toEqual([2, 0, null]);
  });
});

describe('events', () => {
  it('are taken once, from those that were not there at first', () => {
    const table = { fresh: inOrder(['old']), news: inOrder(['old']) };
    const cursor = new Cursor(() => table);
    expect(cursor.take()).toEqual([]);
    Object.assign(table, { fresh: inOrder(['new'], 2), news: inOrder(['old', 'new']) });
    expect([cursor.take(), cursor.take()].map((told) => told.map(({ event }) => event))).toEqual([
      ['new'],
      [],
    ]);
  });

  it('are shown again when a replay went back before them', () => {
    const table = { fresh: inOrder(['new'], 2), news: inOrder(['old', 'new']) };
    const cursor = new Cursor(() => table);
    Object.assign(table, { fresh: [], news: inOrder(['old']) });
    cursor.take();
    Object.assign(table, { fresh: inOrder(['new'], 2), news: inOrder(['old', 'new']) });
    expect(cursor.take()).toHaveLength(1);
  });
});

it('things come from where they were and go to where it is', () => {
  const places = new Places();
  const box = (x: number) => ({ getBoundingClientRect: () => new DOMRect(x, 0, 2, 2) });
  places.root = document.createElement('div');
  for (const [anchor, x] of [
    ['stave:0', 10],
    ['stave', 50],
  ] as const) {
    const place = Object.assign(document.createElement('i'), box(x));
    place.setAttribute('data-anchor', anchor);
    places.root.append(place);
  }
  places.remember();
  places.root.firstElementChild?.remove();
  expect([places.was('stave:0')?.x, places.is('stave:0')?.x, places.is('moon')]).toEqual([11, 51, null]);
});

it('a prompt can be given the focus, and is smaller when it is long', () => {
  const { container } = render(Prompt, { props: { words: 'x'.repeat(60), calm: true } });
  expect(container.querySelector('.prompt.long.calm')?.getAttribute('tabindex')).toBe('-1');
});

describe('a move that is the only one', () => {
  type Move = { type: string };
  const asked = { seat: 0, news: [], busy: false, refused: null, result: null, t: (key: string) => key };
  const shows = (moves: Move[], more: object = {}) => {
    const play = vi.fn();
    vi.useFakeTimers();
    const { rerender } = render(Forced, { board: { ...asked, moves, play, ...more } });
    return { play, now: (more: object) => rerender({ board: { ...asked, moves, play, ...more } }) };
  };
  afterEach(() => {
    vi.useRealTimers();
    choose({ forced: true });
  });

  it('goes by itself, after it has been seen, once', async () => {
    const { play, now } = shows([{ type: 'Take' }]);
    expect(document.querySelector('.forced')?.textContent).toBe('forced');
    expect(play).not.toHaveBeenCalled();
    await now({ moves: [{ type: 'Take' }] }); // told again, nothing has changed
    await vi.advanceTimersByTimeAsync(2_500);
    expect(play.mock.calls).toEqual([[{ type: 'Take' }]]);
    await now({ busy: true });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(play).toHaveBeenCalledOnce();
  });

  it.each([
    ['there is a choice', [{ type: 'Take' }, { type: 'Pass' }], {}],
    ['I only watch', [{ type: 'Take' }], { seat: null }],
    ['it was refused', [{ type: 'Take' }], { refused: 'Not now.' }],
  ])('waits for me when %s', async (_, moves, more) => {
    const { play } = shows(moves, more);
    await vi.advanceTimersByTimeAsync(5_000);
    expect([play.mock.calls.length, document.querySelector('.forced')]).toEqual([0, null]);
  });

  it('waits for me when I want it so', async () => {
    choose({ forced: false });
    const { play } = shows([{ type: 'Take' }]);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(play).not.toHaveBeenCalled();
  });
});
