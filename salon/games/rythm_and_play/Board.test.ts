// The board says in words what it draws, and offers exactly the moves it was given.
import { cleanup, fireEvent, screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readLesson, show as draw } from '$web/board/board.fixtures.ts';
import { firstMove } from '$web/lib/keys.ts';
import { learn, noMoreOf, teachAgain } from '$web/lib/lessons.svelte.ts';
import Board from './Board.svelte';
import { lay, look, moment, onA, pay, PICK_UP, t, TAKE, told, type Moment } from './scene.fixtures.ts';
import type { Move } from './scene.ts';

beforeEach(() => {
  localStorage.clear();
  noMoreOf('rythm_and_play');
  document.documentElement.lang = 'en';
});
afterEach(() => {
  vi.useRealTimers();
  cleanup();
});

const show = (shown: Moment) => draw(Board, shown, t);
const press = (key: string) => fireEvent.keyDown(document.body, { key });

const view = look(onA);
const moves = [...lay(7, 8), pay(0, 0, 1, 0), pay(0, 0, 0, 2), TAKE];

it('reads the table aloud', () => {
  const { ask } = show(moment(view, moves));
  expect(screen.getByText('Stave: E, A. Sharp: the notes go up. The last card is from Bob.')).toBeTruthy();
  expect(screen.getByText(/^You hold: C, E, B, Sharp, quarter note/)).toBeTruthy();
  expect(ask).toHaveBeenLastCalledWith('Your turn: go on above A. Or exchange, or take a RYTHM card.');
});

it('lights what can be laid and says why the rest cannot', async () => {
  const { all, play } = show(moment(view, moves));
  expect(all('.fan .ok')).toHaveLength(2);
  await fireEvent.click(all('.fan button')[0]!);
  expect(all('.bubble')[0]!.textContent).toBe('Not higher than A.');
  expect(play).not.toHaveBeenCalled();
  await fireEvent.click(screen.getByRole('button', { name: 'Lay B' }));
  expect(play).toHaveBeenCalledExactlyOnceWith({ type: 'Compose', card: 7 });
});

it('pays with the cards I tap, once they make whole beats', async () => {
  const said = { half_beats: 1, beats: 0, offer: 'half' };
  const question = vi.fn(() => Promise.resolve({ ...said }));
  const { all, play } = show(moment(view, moves, { question }));
  const exchange = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Exchange/ });
  await fireEvent.click(all('.beats button')[1]!);
  await tick();
  expect(question).toHaveBeenLastCalledWith({ type: 'Pay', whole: 0, half: 0, quarter: 0, eighth: 1 });
  expect([exchange().disabled, exchange().textContent]).toEqual([
    true,
    expect.stringContaining('½ beat: half a beat short'),
  ]);
  Object.assign(said, { half_beats: 2, beats: 1, offer: 'fair' });
  await fireEvent.click(all('.beats button')[2]!);
  await tick();
  expect(exchange().textContent).toContain('1 beat: 1 card');
  await press('e');
  expect(play).toHaveBeenCalledExactlyOnceWith(pay(0, 0, 0, 2));
});

it('is played with the keyboard alone', async () => {
  const { play } = show(moment(view, moves));
  await press('1'); // does not fit
  await press('t');
  await press('s');
  await press('7');
  expect(play.mock.calls.map(([move]) => (move as Move).type)).toEqual(['Take', 'Compose', 'Compose']);
});

it('asks for an answer to my own stave', async () => {
  const mine = look({ stave: [3], composer: 0 });
  const { play } = show(moment(mine, [...lay(7), PICK_UP]));
  expect(screen.queryByRole('button', { name: /^Exchange/ })).toBeNull();
  await press('u');
  expect(play).toHaveBeenCalledExactlyOnceWith(PICK_UP);
});

it('lays a card face up only when it is tapped twice', async () => {
  const full = look({ play: [1, 2, 3, 4, 5, 8], rythm: [0, 0, 2, 0], phase: 'discard', surplus: 1 });
  const discards = full.play.map((card) => ({ type: 'Discard', card }) as Move);
  const { play, all } = show(moment(full, discards));
  await press('2');
  expect(all('.bubble')[0]!.textContent).toContain('Again: D face up');
  await press('3');
  expect(play).not.toHaveBeenCalled();
  await press('3');
  expect(play).toHaveBeenCalledExactlyOnceWith({ type: 'Discard', card: 3 });
});

it('chooses the tonality with my hand in sight', async () => {
  const start = look({ phase: 'tonality', turn: 1 });
  const tones = (['sharp', 'flat'] as const).map((tonality): Move => ({ type: 'SetTonality', tonality }));
  const { play, all } = show(moment(start, tones));
  expect(all('.fan button')).toHaveLength(4);
  await press('f');
  expect(play).toHaveBeenCalledExactlyOnceWith({ type: 'SetTonality', tonality: 'flat' });
});

it('remembers how notes are called', async () => {
  const first = show(moment(view, moves));
  await fireEvent.click(screen.getByRole('button', { name: /^Names of the notes: C–B/ }));
  expect(first.all('.fan text').map((one) => one.textContent)).toEqual(['Do', 'Mi', 'Si']);
  cleanup();
  expect(show(moment(view, moves)).all('.fan text')[0]!.textContent).toBe('Do');
  cleanup();
  localStorage.clear();
  document.documentElement.lang = 'fr';
  expect(show(moment(view, moves)).all('.fan text')[0]!.textContent).toBe('Do');
});

it('orders my hand as I like', async () => {
  const news = told([{ type: 'Drew', cards: [1] }]);
  const { all } = show(moment(view, moves, { news }));
  const seen = () => all('.fan text').map((one) => one.textContent);
  expect(seen()).toEqual(['C', 'E', 'B']);
  await fireEvent.click(screen.getByRole('button', { name: /^Order of my cards/ }));
  expect(seen()).toEqual(['E', 'B', 'C']);
});

it('moves through the hand with arrows, with one stop for Tab', async () => {
  const { all } = show(moment(view, moves));
  const cards = all('.fan button');
  cards[0]!.focus();
  await fireEvent.keyDown(cards[0]!, { key: 'ArrowRight' });
  expect(document.activeElement).toBe(cards[1]);
  expect(cards.map((card) => card.tabIndex)).toEqual([-1, 0, -1, -1]);
});

describe('a stave that is picked up', () => {
  const fresh = told([{ type: 'PickedUp', seat: 1, cards: [3, 6] }]);
  const hands = look().hands.map((hand, seat) => ({ ...hand, captured: seat === 1 ? 2 : 0 }));
  const after = moment(look({ turn: 2, hands }), [], { fresh, news: fresh });
  const pile = (all: (selector: string) => HTMLElement[]) => all('.pile')[1]!.textContent?.trim();

  it('sings card by card, flies, and brings its points when it lands', async () => {
    vi.useFakeTimers();
    const { again, sound, shown, all, prompt } = show(moment(view, moves));
    await again(after);
    expect([all('.sky > span').length, pile(all), prompt()]).toEqual([2, '0', 'Bob picks up 2 cards!']);
    expect(shown).not.toHaveBeenLastCalledWith(1);
    await vi.advanceTimersByTimeAsync(1500);
    expect(sound.mock.calls).toEqual([['melody:64'], ['melody:69']]);
    expect([pile(all), all('.takes strong')[0]!.textContent]).toEqual(['2', '+2']);
    expect(shown).toHaveBeenLastCalledWith(1);
    await vi.advanceTimersByTimeAsync(3000);
    expect(all('.takes')).toHaveLength(0);
  });

  it('is there at once for whoever taps', async () => {
    const { again, all } = show(moment(view, moves));
    await again(after);
    await fireEvent.pointerDown(document.body);
    expect([all('.sky > span').length, pile(all)]).toEqual([0, '2']);
  });

  it('shows the last one before how the points add up', async () => {
    vi.useFakeTimers();
    const score = { captured: 2, face_up: 0, rythm: [0, 0, 0, 0], lost: 0, beats: 0, half_points: 4 };
    const scores = [0, 1, 2].map(() => score);
    const longest = { seat: 1, cards: [3, 6] };
    const { again, all, sound } = show(moment(view, moves));
    const over = look({ phase: 'over', hands, scores, longest });
    await again(moment(over, [], { fresh, news: fresh }));
    expect(all('.end')).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(1500);
    vi.useRealTimers();
    expect(await screen.findByText('Longest melody: Bob, 2 cards')).toBeTruthy();
    await fireEvent.click(screen.getByRole('button', { name: 'Listen' }));
    expect(sound).toHaveBeenLastCalledWith('melody:64 69');
  });
});

describe('a first game', () => {
  const taught = (all: (selector: string) => HTMLElement[]) => all('.lesson p')[0]?.textContent ?? '';
  const learned = (...ids: string[]) => ids.forEach((id) => learn('rythm_and_play', id));
  beforeEach(teachAgain);

  it('teaches the goal first, then what can follow', async () => {
    const { all } = show(moment(view, moves));
    expect(taught(all)).toMatch(/^Catch staves/);
    await readLesson();
    expect(taught(all)).toMatch(/^You hold two kinds of cards/);
    await readLesson();
    expect(taught(all)).toMatch(/^Sharp is up/);
  });

  it.each([
    ['beats, when nothing fits', moment(view, [pay(0, 0, 1, 0), TAKE]), /^Beats buy cards/],
    ['taking, when there is no whole beat', moment(view, [TAKE]), /^A RYTHM card brings beats/],
    ['picking up', moment(look({ stave: [3], composer: 0 }), [...lay(7), PICK_UP]), /^Once round/],
    [
      'what too many cards cost',
      moment(look({ phase: 'discard', surplus: 1 }), [{ type: 'Discard', card: 1 }]),
      /^You may hold seven/,
    ],
  ])('teaches %s, before anything else', (_, now, words) => {
    expect(taught(show(now).all)).toMatch(words);
  });

  it('lets the only move wait until its lesson is read', async () => {
    learned('goal', 'cards');
    const { all } = show(moment(look({ stave: [3], composer: 0 }), [PICK_UP]));
    expect(all('.forced')).toHaveLength(0);
    await fireEvent.click(all('.lesson .done')[0]!);
    expect(all('.forced')).toHaveLength(1);
  });
});

it('leads to the move itself when the only one is to take a RYTHM card', () => {
  show(moment(look({ ...onA, fits: [] }), [TAKE]));
  expect(firstMove(document.body)?.textContent).toContain('Take a RYTHM card');
});

it('names a card to be laid face up without saying why it could not be laid', () => {
  const surplus = look({ phase: 'discard', surplus: 1, stave: [7], note: 7, no_note: 'higher', play: [2] });
  show(moment(surplus, [{ type: 'Discard', card: 2 }]));
  expect(screen.getByRole('button', { name: 'Lay D face up' })).toBeTruthy();
});

it('leads whoever was on a button that is gone back to the prompt', async () => {
  const { again, all } = show(moment(look({ stave: [3], composer: 0 }), [...lay(7), PICK_UP]));
  screen.getByRole('button', { name: /^Pick up/ }).focus();
  await again(moment(look({ turn: 1 })));
  await tick();
  expect(document.activeElement).toBe(all('.prompt')[0]);
});

it('tells me what I drew, and forgets it when I go on', async () => {
  const { again, all, ask } = show(moment(view, moves));
  const fresh = told([{ type: 'Drew', cards: [3, 9] }]);
  await again(moment(view, moves, { fresh, news: fresh }));
  expect(all('.hint')[0]!.textContent).toBe('You drew: E, Flat.');
  expect(ask).toHaveBeenLastCalledWith(expect.stringContaining('You drew: E, Flat.'));
  await again(moment(view, moves, { fresh, news: fresh, busy: true }));
  expect(all('.hint')).toHaveLength(0);
});

it('says a refusal', () => {
  show(moment(view, moves, { refused: 'It is not your turn.' }));
  expect(screen.getByRole('alert').textContent).toBe('It is not your turn.');
});

it('shows an onlooker the table and no hand', () => {
  const { all } = show(moment({ ...view, seat: null, play: [], rythm: [] }));
  expect(all('.players li')).toHaveLength(3);
  expect(all('.hand')).toHaveLength(0);
});

it('adds up the points with halves', async () => {
  const score = { captured: 8, face_up: 1, rythm: [0, 0, 0, 1], lost: 6, beats: 1, half_points: 9 };
  const scores = [score, { ...score, captured: 0, face_up: 0, lost: 0, half_points: -1 }];
  const hands = look().hands.slice(0, 2);
  const result = { winners: [0], scores: [9, -1], reason: 'points', teams: [] };
  const { all, prompt } = show(moment(look({ phase: 'over', hands, scores }), [], { result }));
  expect(prompt()).toBe('The PLAY stack is empty and the last stave is over. Most points: Ana!');
  await screen.findByRole('group', { name: 'How the points add up' });
  expect(
    all('tbody tr').map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent)),
  ).toEqual([
    ['8', '−3', '−½', '4½'],
    ['0', '0', '−½', '−½'],
  ]);
});

it('keeps what was seen behind a tap', async () => {
  show(moment({ ...view, captured: [3, 3], unseen: [6, 6, 2, 6, 6, 6, 6, 6, 6] }, moves));
  await fireEvent.click(screen.getByRole('button', { name: 'Cards seen' }));
  const dialog = await screen.findByRole('dialog');
  const kinds = [...dialog.querySelectorAll('li')].map((kind) => kind.textContent);
  expect(kinds[2]).toMatch(/^E:.*2 unseen\s*2 picked up$/);
});
