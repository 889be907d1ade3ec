// The board says in words what it draws, and offers exactly the moves it was given.
import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, expect, it, vi } from 'vitest';
import { say } from '$web/lib/texts.ts';
import shared from '../../texts/en.json';
import Board from './Board.svelte';
import { moments, type Moment } from './scene.fixtures.ts';
import own from './texts.en.json';

afterEach(cleanup);

function show(name: string, changes: Partial<Moment> = {}) {
  const moment = { ...moments[name]!, ...changes };
  const [play, ask] = [vi.fn(), vi.fn()];
  const names = moment.seats.map((face) => face.name);
  const t = (key: string, args?: Record<string, unknown>) => say({ ...shared, ...own }, names, key, args);
  const drawn = render(Board, { props: { ...moment, play, ask, t, sound: vi.fn(), clock: null, now: 0 } });
  return { play, ask, ...drawn };
}

it('reads the bridge, the podium and the seats aloud', () => {
  show('announce');
  expect(screen.getByText('Plank 4: Ana and Marie-Antoinette')).toBeTruthy();
  expect(screen.getByText('Plank 1: empty')).toBeTruthy();
  expect(screen.getByText('Step 3: Wolfgang Amadeus von Hohenstein')).toBeTruthy();
  expect(screen.getByText('Bob: 5 in reserve, 1 fallen, 0 points')).toBeTruthy();
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

it('lets me peek without holding, and covers the die when I go elsewhere', async () => {
  show('start5');
  await fireEvent.click(screen.getByRole('button', { name: 'Peek' }));
  const word = screen.getByRole('button', { name: 'Under your cup: 3. Hide' });
  await fireEvent.blur(word);
  expect(screen.getByRole('button', { name: 'Peek' })).toBeTruthy();
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

it('lets me choose which pawn falls, and says why a move was refused', async () => {
  const { play } = show('drop', { refused: 'Too late.' });
  await fireEvent.click(screen.getByRole('button', { name: 'Drop the pawn on step 3' }));
  expect(play).toHaveBeenCalledWith({ type: 'Drop', step: 3, turn: 7 });
  expect(screen.getByRole('alert').textContent).toBe('Too late.');
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
