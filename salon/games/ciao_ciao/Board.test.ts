// The board says in words what it draws, and offers exactly the moves it was given.
import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readLesson, show as draw } from '$web/board/board.fixtures.ts';
import { noMoreOf, teachAgain } from '$web/lib/lessons.svelte.ts';
import Board from './Board.svelte';
import Standing from './Standing.svelte';
import { moments, pawn, t, told, type Moment } from './scene.fixtures.ts';

beforeEach(() => {
  localStorage.clear();
  teachAgain();
});
afterEach(cleanup);

function show(name: string, changes: Partial<Moment> = {}) {
  const drawn = draw(Board, { ...moments[name]!, ...changes }, t);
  return { ...drawn, hand: () => drawn.all('.hand button').length };
}

it('reads the bridge, the podium and the seats aloud', () => {
  show('announce');
  expect(screen.getByText('Plank 4: Ana and Marie-Antoinette')).toBeTruthy();
  expect(screen.getByText('Plank 1: empty')).toBeTruthy();
  expect(screen.getByText('Step 3: Wolfgang Amadeus von Hohenstein')).toBeTruthy();
  expect(screen.getAllByText(/steps are empty/)).toHaveLength(1);
  expect(screen.getByText('Bob: 5 in reserve, 1 fallen, 0 points.')).toBeTruthy();
  expect(screen.getByText(/^Ana: .* That is you. Has the cup. Is asked now.$/)).toBeTruthy();
});

it('says who has believed, and reads question and moves before everything else', () => {
  const { container } = show('answer');
  expect(screen.getByText(/^Wolfgang .* Has believed.$/)).toBeTruthy();
  const [controls, ...lists] = container.querySelectorAll('.controls, ol, ul');
  expect(controls!.className).toContain('controls');
  expect(lists).toHaveLength(3);
});

it('hides the die until I peek, and again when I let go', async () => {
  const { container } = show('start5');
  const cup = screen.getByRole('button', { name: /Your cup/ });
  const pips = () => cup.querySelectorAll('circle').length;
  expect(container.textContent).not.toContain('Under your cup');
  expect(pips()).toBe(0);
  await fireEvent.pointerDown(cup, { button: 0 });
  expect(pips()).toBe(3);
  await fireEvent.pointerUp(cup);
  expect(pips()).toBe(0);
});

it('asks whoever has peeked only what they say, and shows no number twice', async () => {
  const { prompt, all } = show('start5');
  const cup = screen.getByRole('button', { name: /Your cup/ });
  expect(prompt()).toContain('Peek under your cup');
  await fireEvent.pointerDown(cup, { button: 0 });
  await fireEvent.pointerUp(cup);
  expect(prompt()).toBe('What do you say?');
  expect(all('.Announce kbd')).toHaveLength(0);
});

it('tells me my die by key, to nobody else, until I press again or go elsewhere', async () => {
  const { ask, container } = show('start5');
  const cup = screen.getByRole('button', { name: 'Your cup. Press to peek' });
  await fireEvent.click(cup, { detail: 0 });
  expect(screen.getByRole('button', { name: 'Your cup: 3. Press to cover it' })).toBe(cup);
  expect(ask).toHaveBeenLastCalledWith('Under your cup: 3.');
  await fireEvent.blur(cup, { relatedTarget: screen.getByRole('button', { name: 'Say 4' }) });
  expect(cup.textContent).toContain('3');
  await fireEvent.blur(cup, { relatedTarget: container.querySelector('ol li') });
  expect(cup.textContent).not.toContain('3');
  await fireEvent.click(cup, { detail: 0 });
  await fireEvent.click(cup, { detail: 0 });
  expect(cup.textContent).not.toContain('3');
  expect(ask).not.toHaveBeenLastCalledWith('Under your cup: 3.');
});

it('tells a newcomer what is at stake, and names a cross only while I look at it', async () => {
  noMoreOf('ciao_ciao');
  const { container, unmount } = show('announce');
  const hint = () => container.querySelector('.hint')?.textContent;
  expect(hint()).not.toContain('cross');
  await fireEvent.click(screen.getByRole('button', { name: /Your cup/ }), { detail: 0 });
  expect(hint()).toBe('A cross: you have to bluff.');
  unmount();
  localStorage.setItem('salon.ciao_ciao.finished', '3');
  expect(show('answer').container.querySelector('.hint')).toBeNull();
});

it('says in a replay what would have been better', () => {
  const advice = { move: { type: 'Doubt' as const, turn: 1 }, same: false };
  const hint = (changes: object) => show('answer', changes).all('.hint').at(-1)?.textContent;
  expect(hint({ advice })).toBe('Better: “Doubt!”.');
  cleanup();
  expect(hint({ advice: { ...advice, same: true } })).toBe('Nothing would have been better.');
});

it('teaches a first game: the goal, the die, what an announcement risks, what a doubt does', async () => {
  const { all, unmount } = show('announce');
  const lesson = () => all('.lesson p')[0]?.textContent ?? '';
  const taught = [lesson()];
  while (all('.lesson').length) {
    await readLesson();
    taught.push(lesson());
  }
  expect(taught.map((words) => words.split(' ').slice(0, 2).join(' '))).toEqual([
    'Bring three',
    'The die',
    'Say any',
    'A pawn',
    '',
  ]);
  unmount();
  expect(show('answer').all('.lesson p')[0]?.textContent).toMatch(/^A bluff\?/);
});

it('announces by button and by key', async () => {
  const { play } = show('start5');
  await fireEvent.click(screen.getByRole('button', { name: 'Say 4' }));
  await fireEvent.keyDown(window, { key: '2' });
  await fireEvent.keyDown(window, { key: 'd' });
  expect(play.mock.calls).toEqual([
    [{ type: 'Announce', number: 4, turn: 7 }],
    [{ type: 'Announce', number: 2, turn: 7 }],
  ]);
});

it('answers by key, but not while a move is on its way', async () => {
  const { play, rerender } = show('answer');
  await fireEvent.keyDown(window, { key: 'D' });
  await rerender({ busy: true });
  await fireEvent.keyDown(window, { key: 'b' });
  expect(play.mock.calls).toEqual([[{ type: 'Doubt', turn: 7 }]]);
});

it('hands its question to the page, which speaks it; the die is not in it', () => {
  const { ask } = show('start5');
  expect(ask).toHaveBeenLastCalledWith('Peek under your cup. What do you say?');
});

it('lets me choose which pawn falls, in words and on the picture, and says why not', async () => {
  const { play, container } = show('drop', { refused: 'Too late.' });
  const [inWords, onThePicture, ...more] = screen.getAllByRole('button', { name: /Give up step.3/ });
  expect(more).toEqual([]);
  expect(container.querySelector('.hand button')!.textContent).toMatch(/Give up step.2/);
  for (const button of [inWords!, onThePicture!]) {
    expect(button.tabIndex).toBe(0);
    await fireEvent.click(button);
    expect(play).toHaveBeenLastCalledWith({ type: 'Drop', step: 3, turn: 7 });
  }
  expect(screen.getByRole('alert').textContent).toBe('Too late.');
});

it('leaves whoever moved by keyboard at the prompt, not nowhere', async () => {
  const { rerender, container } = show('answer');
  screen.getByRole('button', { name: /Believe/ }).focus();
  await rerender({ moves: [], awaited: [1], view: { ...moments.answer!.view, awaited: 1 } });
  await vi.waitFor(() => expect(document.activeElement).toBe(container.querySelector('.prompt')));
});

describe('a doubt', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const before = moments.asked!;
  const news = told([
    { type: 'Doubted', seat: 1, roller: 0, number: 2, truth: false },
    { type: 'Fell', seat: 0, plank: 11 },
    { type: 'Advanced', seat: 1, number: 2, plank: 7 },
    { type: 'TurnBegan', seat: 0, turn: 8 },
    { type: 'Rolled', die: 4 },
  ]);
  const after: Partial<Moment> = {
    view: {
      ...before.view,
      pawns: [pawn(1, 3, [1], 2), pawn(7, 6)],
      turn: 8,
      phase: 'announce',
      awaited: 0,
      number: null,
      die: 4,
      opened: { roller: 0, doubter: 1, number: 2, truth: false, die: null },
    },
    moves: moments.start5!.moves,
    awaited: [0],
    fresh: news,
    news,
  };

  it('is not spoiled before the cup is open, nor are the next turn and its moves', async () => {
    const { rerender, prompt, shown, hand, ask, container } = show('asked');
    await rerender(after);
    expect(prompt()).toBe('Wolfgang Amadeus von Hohenstein doubts Ana…');
    expect(shown.mock.calls).toEqual([[-1]]);
    expect(ask).not.toHaveBeenCalledWith('Peek under your cup. What do you say?');
    expect(hand()).toBe(0);
    expect(container.querySelector('.awaited')).toBeNull();
    expect(screen.queryByRole('button', { name: /Your cup/ })).toBeNull();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(prompt()).toBe('Wolfgang Amadeus von Hohenstein doubts Ana…');
    await vi.advanceTimersByTimeAsync(300);
    expect(prompt()).toContain('2 was a bluff!');
    expect(shown).toHaveBeenLastCalledWith(1);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(shown).toHaveBeenLastCalledWith(5);
    expect(hand()).toBe(4);
    expect(container.querySelector('.awaited')).toBeTruthy();
    expect(ask).toHaveBeenLastCalledWith('Announce 1 to 4.');
  });

  it.each([
    ['a tap', () => fireEvent.pointerDown(document.body)],
    ['a key', () => fireEvent.keyDown(document.body, { key: 'x' })],
  ])('need not be waited for: %s lifts the cup', async (_, hasten) => {
    const { rerender, prompt, sound } = show('asked');
    await rerender(after);
    await hasten();
    await vi.advanceTimersByTimeAsync(0);
    expect(prompt()).toContain('2 was a bluff!');
    expect(sound.mock.calls.map(([name]) => String(name))).toEqual(['drum', 'bluff']);
  });

  it.each([
    ['bots among themselves', { seats: moments.asked!.seats.map((face) => ({ ...face, bot: true })) }],
    ['a replay', { replay: true }],
  ])('is quick for %s', async (_, who) => {
    const { rerender, prompt } = show('asked', who);
    await rerender({ ...after, ...who });
    await vi.advanceTimersByTimeAsync(450);
    expect(prompt()).toContain('2 was a bluff!');
  });

  it('is no longer told of by a board that was taken away', async () => {
    const { rerender, shown, unmount } = show('asked');
    await rerender(after);
    unmount();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(shown.mock.calls).toEqual([[-1]]);
  });

  it('is shown at once to nobody who watches, and after a jump', async () => {
    const { rerender, shown, hand } = show('asked');
    await rerender({ ...after, fresh: [] });
    expect(shown).toHaveBeenLastCalledWith(5);
    expect(hand()).toBe(4);
    await rerender({ ...moments.asked!, news: [] });
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    await rerender(after);
    hidden.mockRestore();
    expect(shown).toHaveBeenLastCalledWith(5);
    expect(hand()).toBe(4);
  });
});

it('shows in a replay, and only there, what lay under the cup beside what was said', () => {
  const truth = { step: 3, seat: 4, kind: 'bluff', hid: true, found: false, details: { number: 3, die: 0 } };
  const { all, unmount } = show('answer', { seat: null, moves: [], replay: true, truth });
  expect(all('.bubble .lie')).toHaveLength(1);
  expect(all('.bubble .cross')).toHaveLength(1);
  unmount();
  expect(show('answer').all('.bubble .truth')).toHaveLength(0);
});

it('walks along the planks with the arrow keys', async () => {
  show('announce');
  const first = screen.getByText('Plank 1: empty').closest('li')!;
  first.focus();
  await fireEvent.keyDown(first, { key: 'ArrowUp' });
  expect(document.activeElement?.textContent).toContain('Plank 2: Bob');
});

it.each(Object.keys(moments))('every text of "%s" is known', (name) => {
  const { container } = show(name);
  expect(container.textContent).not.toMatch(/(scene|ask|wait|move|word|reason)\.\w+/);
});

it.each([
  ['third_pawn', '2 across'],
  ['points', '8 points'],
])('shows large in the result what decided it: %s', (reason, large) => {
  const view = { ...moments.announce!.view, pawns: [pawn(0, 3, [2, 6])] };
  const { container } = render(Standing, { view, seat: 0, points: '8 points', reason, t });
  expect(container.querySelector('strong')?.textContent).toBe(large);
});
