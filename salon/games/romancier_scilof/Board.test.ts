// The board says in words what it draws, and offers exactly the moves it was given.
import { cleanup, fireEvent, screen } from '@testing-library/svelte';
import { afterEach, expect, it } from 'vitest';
import { show as draw } from '$web/board/board.fixtures.ts';
import Board from './Board.svelte';
import { look, mail, moment, t, told, type Moment } from './scene.fixtures.ts';

afterEach(cleanup);

const show = (shown: Moment) => draw(Board, shown, t);

const view = look(3, ['A1', 'A2', 'B1'], {}, [mail(1, 0), mail(2, 1), mail(0, 2, 30_000, true)]);

it('reads the post office aloud', () => {
  const { prompt, ask } = show(moment(view));
  expect(
    screen.getByText(/^Bob, number 2: .* From Bob to you, sealed. You can answer or refuse.$/),
  ).toBeTruthy();
  expect(
    screen.getByText(/^Cyd.*still unanswered. You can take it back. From Cyd to Bob, sealed.$/),
  ).toBeTruthy();
  expect(screen.getByText('Your hand: A1, A2, B1.')).toBeTruthy();
  expect(prompt()).toContain('1 letter waits for you.');
  expect(ask).toHaveBeenLastCalledWith(prompt());
});

it('offers what is legal and nothing else', () => {
  const { container } = show(moment(view));
  const count = (kind: string) => container.querySelectorAll(`button.${kind}`).length;
  expect([count('answer'), count('refuse'), count('post'), count('recall')]).toEqual([1, 1, 1, 1]);
});

it('sends with two taps, and with two keys', async () => {
  const { play, container } = show(moment(view));
  await fireEvent.click(container.querySelectorAll('.hand button')[1]!);
  await fireEvent.click(container.querySelector('button.answer')!);
  expect(play).toHaveBeenLastCalledWith({ type: 'Reply', to: 1, letter: 'B1', words: '' });
  await fireEvent.keyDown(document.body, { key: 'a' });
  await fireEvent.keyDown(document.body, { key: 'Escape' });
  await fireEvent.keyDown(document.body, { key: '2' });
  await fireEvent.keyDown(document.body, { key: '2' });
  expect(play).toHaveBeenCalledTimes(1);
  await fireEvent.keyDown(document.body, { key: 'b' });
  expect(play).toHaveBeenLastCalledWith({ type: 'Post', to: 1, letter: 'B1', words: '' });
});

it('does not take a letter I write for a letter I choose', async () => {
  const { container } = show(moment(view));
  await fireEvent.keyDown(container.querySelector('input')!, { key: 'a' });
  expect(container.querySelector('.chosen')).toBeNull();
});

it('says a refusal where I tried', async () => {
  const { container, again } = show(moment(view));
  await fireEvent.click(container.querySelector('button.recall')!);
  await again(moment(view, { refused: 'Too late.' }));
  expect(screen.getByRole('alert').closest('[data-anchor]')?.getAttribute('data-anchor')).toBe('hole:2');
});

it('shows what the post brought, with the line on it', async () => {
  const { again } = show(moment(view));
  const fresh = told([{ type: 'Exchanged', other: 1, gave: 'B1', got: 'A3', words: 'Farewell' }]);
  await again(moment(look(3, ['A1', 'A2', 'A3']), { fresh, news: fresh }));
  expect(screen.getByText(/you get A3\. It says: Farewell/)).toBeTruthy();
});

it('says who refused my letter, and forgets it when I go on', async () => {
  const { again, container } = show(moment(view));
  const said = () => container.querySelector('.said')!.textContent;
  const fresh = told([
    { type: 'Refused', seat: 1, to: 0 },
    { type: 'Returned', letter: 'B1', words: '' },
  ]);
  await again(moment(view, { fresh, news: fresh }));
  expect(said()).toContain('Bob refuses: the letter goes back to Ana. Your B1 is back.');
  await again(moment(view, { fresh, news: fresh, busy: true }));
  expect(said()).not.toContain('Bob refuses');
});

it('asks for surplus letters in a pause', async () => {
  const paused = look(2, ['A1', 'B1', 'B2'], { phases: ['paused'] });
  paused.desks[0]!.surplus = 1;
  const moves = paused.hand.map((letter) => ({ type: 'Discard' as const, letter }));
  const { play, prompt } = show(moment(paused, { moves }));
  expect(prompt()).toContain('1 letter too many');
  await fireEvent.keyDown(document.body, { key: 'b' });
  await fireEvent.click(screen.getByRole('button', { name: 'Put B1 into the basket' }));
  expect(play).toHaveBeenCalledExactlyOnceWith({ type: 'Discard', letter: 'B1' });
});

it('names the letters gone astray in a pause', () => {
  const paused = look(2, ['A1', 'B1'], { phases: ['paused'] });
  paused.office!.strays = ['A3', 'C1'];
  paused.office!.mail = [mail(1, 0)];
  const { container } = show(moment(paused));
  expect(screen.getByText(/From Bob to Ana, sealed.$/)).toBeTruthy(); // and wants no answer now
  expect(screen.getByText('A3, C1').parentElement!.textContent).toContain('no longer in the game');
  expect(container.querySelectorAll('.strays .letter')).toHaveLength(2);
});

it('shows an onlooker everybody and no hand', () => {
  const { container, prompt } = show(moment({ ...view, seat: null, hand: [], lines: [] }));
  expect(container.querySelectorAll('.hole')).toHaveLength(3);
  expect(container.querySelector('.hand')).toBeNull();
  expect(prompt()).toBe('Letters go back and forth…');
});

it('says bonjour to everybody of a merged commune', async () => {
  const { container, again } = show(moment(view));
  await again(moment(look(5, ['A1'])));
  expect([...container.querySelectorAll('.bonjour')].map((one) => one.textContent)).toEqual([
    'Bonjour, Dan!',
    'Bonjour, Eve!',
  ]);
});

it('lays the hands open and unfolds the letters to keep', async () => {
  const known = (['A1', 'A2'] as const).map((letter) => ({ letter, seat: 0, to: null }));
  const chains = [{ letter: 'A1' as const, lines: [{ seat: 1, words: 'Once upon a time' }], faded: false }];
  const result = { winners: [0], scores: [1, 0], reason: 'complete', teams: [] };
  const { container, prompt } = show(
    moment(look(2, ['A1', 'A2'], { phases: ['over'], known, chains }), { result }),
  );
  expect(prompt()).toBe('Ana has a complete hand and wins!');
  expect(container.querySelectorAll('.hands .letter')).toHaveLength(2);
  await fireEvent.click(screen.getByRole('button', { name: 'Stories of the letters' }));
  expect(document.querySelectorAll('.scilof-sheet .words')).toHaveLength(2); // to read, and on paper
});
