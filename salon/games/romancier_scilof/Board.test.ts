// The board says in words what it draws, and offers exactly the moves it was given.
import { cleanup, fireEvent, screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { show as draw } from '$web/board/board.fixtures.ts';
import Board from './Board.svelte';
import { look, mail, moment, t, told, type Moment } from './scene.fixtures.ts';

beforeEach(() => vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined })));
afterEach(cleanup);

const show = (shown: Moment) => draw(Board, shown, t);

const view = look(3, ['A1', 'A2', 'B1'], {}, [mail(1, 0), mail(2, 1), mail(0, 2, 30_000, true)]);

it('reads the post office aloud', () => {
  const { prompt, ask } = show(moment(view));
  expect(screen.getByText(/^Bob, number 2: .* From Bob to you, sealed.$/)).toBeTruthy();
  expect(screen.getByText(/^Cyd.*still unanswered. From Cyd to Bob, sealed.$/)).toBeTruthy();
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
  expect(play).toHaveBeenCalledTimes(1); // there is a line to write
  await fireEvent.keyDown(document.body, { key: 'Enter' });
  expect(play).toHaveBeenLastCalledWith({ type: 'Post', to: 1, letter: 'B1', words: '' });
});

it('gives the pen to whoever has a keyboard at hand, for a whole swap without a mouse', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => undefined }));
  const { play } = show(moment(view));
  const pen = screen.getByRole('textbox');
  await fireEvent.keyDown(document.body, { key: 'b' });
  await vi.waitFor(() => expect(document.activeElement).toBe(pen));
  await fireEvent.input(pen, { target: { value: 'No reason' } });
  await fireEvent.keyDown(pen, { key: 'n' });
  expect(pen).toHaveProperty('value', 'No reason');
  await fireEvent.keyDown(pen, { key: 'Enter' });
  expect(document.activeElement?.closest('.cabinet')).toBeTruthy();
  await fireEvent.keyDown(document.activeElement!, { key: '2' });
  expect(play).toHaveBeenLastCalledWith({ type: 'Reply', to: 1, letter: 'B1', words: 'No reason' });
});

it('lays the pen down on the letter that is put back', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => undefined }));
  show(moment(view));
  const pen = screen.getByRole('textbox');
  await fireEvent.keyDown(document.body, { key: 'b' });
  await vi.waitFor(() => expect(document.activeElement).toBe(pen));
  await fireEvent.keyDown(pen, { key: 'Escape' });
  expect(document.activeElement?.getAttribute('data-value')).toBe('B');
});

it('lets no keyboard jump up where one would', async () => {
  show(moment(view));
  await fireEvent.click(document.querySelector('[data-value=B]')!);
  await tick();
  expect(document.activeElement).not.toBe(screen.getByRole('textbox'));
});

it('refuses with a key, and lists that key', async () => {
  const { play, container } = show(moment(view));
  expect(container.querySelector('.refuse')?.getAttribute('aria-keyshortcuts')).toBe('x');
  await fireEvent.keyDown(document.body, { key: 'x' });
  expect(play).toHaveBeenLastCalledWith({ type: 'Refuse', to: 1 });
});

it('refuses with the key the letter I was about to answer, where there are several', async () => {
  const two = look(3, ['A1', 'B1'], {}, [mail(1, 0), mail(2, 0)]);
  const { play, all } = show(moment(two));
  expect(all('[aria-keyshortcuts=x]')).toHaveLength(0);
  await fireEvent.keyDown(document.body, { key: '3' });
  expect(all('[aria-keyshortcuts=x]')).toHaveLength(1);
  await fireEvent.keyDown(document.body, { key: 'x' });
  expect(play).toHaveBeenLastCalledWith({ type: 'Refuse', to: 2 });
});

it('asks to continue the last line, which stands above the pen', async () => {
  const written = { ...view, lines: ['', 'and then the door opened', '❦turn.0'] };
  const { container } = show(moment(written));
  await fireEvent.click(screen.getByRole('button', { name: /^Choose letter A:/ }));
  expect(screen.getByText('A blank letter. How does your story begin?')).toBeTruthy();
  await fireEvent.click(screen.getByText('Letter A, border 2.'));
  const pen = screen.getByRole('textbox', { name: 'And then? Go on…' });
  const above = container.querySelector(`[id="${pen.getAttribute('aria-describedby')?.split(' ')[0]}"]`);
  expect(above?.textContent).toBe('… and then the door opened');
});

it('reads a line of the house in my language', async () => {
  document.documentElement.lang = 'en';
  show(moment({ ...view, lines: ['', '', '❦turn.0'] }));
  await fireEvent.keyDown(document.body, { key: 'b' });
  expect(await screen.findByText(/^… That, at least, is what the postmistress/)).toBeTruthy();
});

it('says on the board that the goal has changed, and why', async () => {
  const { again, container, ask } = show(moment(look(4, ['A1'])));
  const fresh = told([{ type: 'Came', seat: 4, number: 5, commune: 0 }]);
  await again(moment(look(5, ['A1']), { fresh, news: fresh }));
  const sentence =
    'Eve sits down: everybody takes one more letter. The goal is now 5 letters of one value, no longer 4.';
  expect(container.querySelector('.goal p')?.textContent).toBe(sentence);
  expect(ask.mock.lastCall?.[0]).toContain(sentence);
  await fireEvent.click(container.querySelector('.goal button')!);
  expect(container.querySelector('.goal')).toBeNull();
});

it('tells whoever goes round in circles what everybody throws away, until that is closed', async () => {
  const note = { other: 1, gave: 'A1' as const, got: 'A2' as const };
  const circling = look(3, ['A2', 'B1', 'B2'], { diary: [note, note, { ...note, got: 'B2' }, note] });
  const { container } = show(moment(circling));
  expect(container.querySelector('.goal p')?.textContent).toBe('Everybody throws A away: why not collect A?');
  await fireEvent.click(container.querySelector('.goal button')!);
  expect(container.querySelector('.goal')).toBeNull();
});

it.each([
  ['after few swaps', ['A2', 'A3'], ['A2', 'B1', 'B2']],
  ['when I collect just that', ['A2', 'A3', 'A2', 'A3'], ['A2', 'A3', 'B2']],
] as const)('gives no such tip %s', (_, got, hand) => {
  const diary = got.map((one) => ({ other: 1, gave: null, got: one }));
  const { container } = show(moment(look(3, [...hand], { diary })));
  expect(container.querySelector('.goal')).toBeNull();
});

it('says what an invitation would mean before it is sent', async () => {
  const two = look(4, ['A1'], { phases: ['open', 'open'], unions: [4, 8] });
  two.people[3]!.commune = 1;
  const { play } = show(moment(two, { moves: [{ type: 'Invite', seat: 3 }] }));
  await fireEvent.click(await screen.findByRole('button', { name: /Invite Dan/ }));
  expect(play).not.toHaveBeenCalled();
  expect(screen.getByText('If it is accepted, everyone in both communes needs 8 letters.')).toBeTruthy();
  await fireEvent.click(screen.getByRole('button', { name: 'Invite Dan' }));
  expect(play).toHaveBeenCalledExactlyOnceWith({ type: 'Invite', seat: 3 });
});

it('asks before two communes become one, and says what that means', async () => {
  const two = look(4, ['A1'], {
    phases: ['open', 'open'],
    unions: [4, 8],
    invitations: [{ inviter: 3, invitee: 0, until: 60_000 }],
  });
  two.people[3]!.commune = 1;
  const moves = (['Accept', 'Decline'] as const).map((type) => ({ type, inviter: 3 }));
  const { play } = show(moment(two, { moves }));
  await fireEvent.click(await screen.findByRole('button', { name: 'Accept' }));
  expect(play).not.toHaveBeenCalled();
  expect(
    screen.getByText(/This makes the goal 8 letters for everyone in both communes. Merge\?/),
  ).toBeTruthy();
  await fireEvent.click(screen.getByRole('button', { name: 'Merge' }));
  expect(play).toHaveBeenCalledExactlyOnceWith({ type: 'Accept', inviter: 3 });
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

it('shows in a replay who holds what, what is on its way, and the line that was written last', () => {
  const chains = [
    { letter: 'A1' as const, lines: [{ seat: 0, words: 'Once', at: 5 }], faded: false },
    { letter: 'B2' as const, lines: [{ seat: 1, words: 'Twice', at: 9 }], faded: false },
  ];
  const known = [
    { letter: 'A1' as const, seat: 0, to: 1 },
    { letter: 'B1' as const, seat: 0, to: null },
  ];
  const all = look(2, [], { seat: null, chains, known });
  const { container } = show(moment(all, { replay: true }));
  expect(screen.getByText('Bob writes on B2: “Twice”')).toBeTruthy();
  expect(container.querySelectorAll('.known .letter')).toHaveLength(2);
  expect(container.querySelectorAll('.sent .letter')).toHaveLength(1);
  expect(screen.queryByRole('button', { name: 'Unfold the letters' })).toBeNull();
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
  const chains = [
    { letter: 'A1' as const, lines: [{ seat: 1, words: 'Once upon a time', at: 0 }], faded: false },
  ];
  const result = { winners: [0], scores: [1, 0], reason: 'complete', teams: [] };
  const { container, prompt } = show(
    moment(look(2, ['A1', 'A2'], { phases: ['over'], known, chains }), { result }),
  );
  expect(prompt()).toBe('Ana wins with 2 letters of value A!');
  await vi.waitFor(() => expect(container.querySelectorAll('.hands .letter')).toHaveLength(2));
  await fireEvent.click(screen.getByRole('button', { name: 'All at once' }));
  const sheets = () => document.querySelectorAll('.scilof-sheet .words');
  await vi.waitFor(() => expect(sheets()).toHaveLength(2)); // to read, and on paper
});

it('unfolds the letters on stage at the end, before the page tells the result', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const table = moment(look(2, ['A1', 'B1']), { table: 'a table' });
  const { again, shown, all } = show(table);
  const lines = [0, 1].map((seat) => ({ seat, words: `line ${seat}`, at: 0 }));
  const chains = [{ letter: 'A1' as const, lines, faded: false }];
  const fresh = told(
    [
      { type: 'Ended', commune: 0 },
      { type: 'Unfolded', hands: [], chains },
    ],
    7,
  );
  const result = { winners: [], scores: [0, 0], reason: 'nobody', teams: [] };
  await again({ ...table, view: look(2, [], { phases: ['over'], chains }), fresh, news: fresh, result });
  expect(shown).toHaveBeenLastCalledWith(7);
  await vi.advanceTimersByTimeAsync(4_000);
  vi.useRealTimers();
  await screen.findByRole('button', { name: 'Whole letter' });
  await fireEvent.keyDown(document.body, { key: 'ArrowRight' });
  expect(all('.stage .line').map((line) => line.querySelector('span')?.textContent)).toEqual([
    'line 0',
    'line 1',
  ]);
  await fireEvent.click(screen.getByRole('button', { name: 'To the result' }));
  expect(shown).toHaveBeenLastCalledWith(8);
  expect(all('.stage')).toHaveLength(0);
});
