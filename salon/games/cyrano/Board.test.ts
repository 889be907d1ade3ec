// The board says in words what it draws, and offers exactly the moves it was given.
import { cleanup, fireEvent, screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { faces, show as draw } from '$web/board/board.fixtures.ts';
import { firstMove } from '$web/lib/keys.ts';
import Board from './Board.svelte';
import {
  duel,
  ending,
  heard,
  leaves,
  line,
  look,
  moment,
  page,
  poem,
  rhyme,
  t,
  told,
  word,
  WRITE,
  type Moment,
} from './scene.fixtures.ts';

beforeEach(() => localStorage.clear());
afterEach(cleanup);

const show = (shown: Moment) => draw(Board, shown, t);
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const reciting = look({ phase: 'recital', reciting: 1, poems: [poem(1)], handed_in: [0, 1, 2, 3] });

it('hands in what was written, after a question if something is missing', async () => {
  const { play, container } = show(moment(look(), { moves: [WRITE] }));
  await fireEvent.input(screen.getByLabelText('Line 1'), { target: { value: 'a whale' } });
  await fireEvent.keyDown(container.querySelector('form')!, { key: 'Enter', ctrlKey: true });
  expect(play).not.toHaveBeenCalled();
  expect((await screen.findByRole('alert')).textContent).toContain('Lines 2, 3, 4 are still empty');
  await fireEvent.click(button('Hand in anyway'));
  expect(play).toHaveBeenCalledExactlyOnceWith({
    type: 'HandIn',
    round: 1,
    title: '',
    lines: ['a whale', '', '', ''],
  });
});

it('lets the key M lead to the first line while I write', () => {
  const { container } = show(moment(look(), { moves: [WRITE] }));
  expect(firstMove(container)).toBe(screen.getByLabelText('Line 1'));
});

it('goes from line to line with Enter', async () => {
  show(moment(look(), { moves: [WRITE] }));
  await fireEvent.keyDown(screen.getByLabelText('Line 2'), { key: 'Enter' });
  expect(document.activeElement).toBe(screen.getByLabelText('Line 3'));
});

it('leads from the last line to the button with Enter, and hands nothing in by itself', async () => {
  const { play } = show(moment(look(), { moves: [WRITE] }));
  for (const n of [1, 2, 3, 4])
    await fireEvent.input(screen.getByLabelText(`Line ${n}`), { target: { value: 'a whale' } });
  await fireEvent.keyDown(screen.getByLabelText('Line 4'), { key: 'Enter' });
  expect(document.activeElement).toBe(button('Hand in'));
  expect(play).not.toHaveBeenCalled();
});

it('asks the ear anew before a changed line is handed in, and by no stale verdict', async () => {
  const question = vi.fn(({ lines }: { lines: string[] }) =>
    Promise.resolve({
      type: 'Endings',
      lines: lines.map((text) =>
        ending(text.split(' ').at(-1) ?? '', text.endsWith('moon') ? { standing: 'no', rhyme: null } : {}),
      ),
    }),
  );
  const pocketed = { ...WRITE, lines: ['a whale', 'a sail', 'a tale', 'a moon'] } as typeof WRITE;
  const { play } = show(moment(look(), { moves: [WRITE], pocketed, question: question as never }));
  await fireEvent.click(button('Hand in'));
  await vi.waitFor(() =>
    expect(screen.getByRole('alert').textContent).toContain('Line 4: the ear hears no rhyme yet'),
  );
  await fireEvent.click(button('Go on writing'));
  expect(document.activeElement).toBe(screen.getByLabelText('Line 4'));
  await fireEvent.input(screen.getByLabelText('Line 4'), { target: { value: 'a mail' } });
  await fireEvent.click(button('Hand in'));
  await vi.waitFor(() => expect(play).toHaveBeenCalledOnce());
  expect(screen.queryByRole('alert')).toBeNull();
});

it('finds the draft in my pocket', () => {
  const pocketed = { ...WRITE, lines: ['from my phone', '', '', ''] } as typeof WRITE;
  show(moment(look(), { moves: [WRITE], pocketed }));
  expect((screen.getByLabelText('Line 1') as HTMLTextAreaElement).value).toBe('from my phone');
});

it('shows who is still writing, and no draft to an onlooker', () => {
  const { prompt } = show(moment(look({ seat: null, handed_in: [0, 2] }), { awaited: [1, 3] }));
  expect(prompt()).toBe('Waiting for Bob and Dan…');
  expect(screen.getByText('Ana: done')).toBeTruthy();
  expect(screen.getByText('Bob: not yet')).toBeTruthy();
  expect(screen.queryByLabelText('Line 1')).toBeNull();
});

it('reads each poem once to those who listen', async () => {
  const { ask, again } = show(moment(reciting));
  expect(ask).toHaveBeenLastCalledWith(
    'Bob recites. Ode 1. a snow-white whale. a silver sail. the moon is mine. a glass of brine.',
  );
  await again(moment({ ...reciting, cases: [word(1)] }, { awaited: [3] }));
  expect(ask).toHaveBeenLastCalledWith('Waiting for Dan…');
});

it('asks nothing with the words of a poem that is hidden', async () => {
  const { ask, again } = show(moment(reciting));
  await again(moment({ ...reciting, poems: [poem(1, { hidden: true, lines: [], title: '' })] }));
  expect(ask).toHaveBeenLastCalledWith('Bob recites.');
});

it('says what end words are worth, and contests only where I may', async () => {
  const lines = [
    line('a whale'),
    line('a sail', { standing: 'shared', also: [2] }),
    line('so pale', { standing: 'example' }),
    line('the moon', { standing: 'no', rhyme: null }),
  ];
  const contest = { type: 'Contest', round: 1, poet: 1, line: 3 } as const;
  const { play } = show(moment({ ...reciting, poems: [poem(1, { lines })] }, { moves: [contest] }));
  for (const words of ['only Bob!', 'also Cyd', 'worth nothing: an example', 'does not rhyme'])
    expect(screen.getByText(words)).toBeTruthy();
  await fireEvent.click(button('Contest “moon”'));
  expect(play).not.toHaveBeenCalled();
  await fireEvent.click(button('Contest'));
  expect(play).toHaveBeenCalledExactlyOnceWith(contest);
});

it('keeps the poem in view whose word I am about to contest, and says when time is up', async () => {
  const contest = { type: 'Contest', round: 1, poet: 1, line: 0 } as const;
  const { again } = show(moment(reciting, { moves: [contest] }));
  await fireEvent.click(button('Contest “whale”'));
  const next = look({ ...reciting, reciting: 2, poems: [poem(1), poem(2)] });
  await again(moment(next, { moves: [contest] }));
  expect(screen.getByRole('heading', { name: 'Ode 1' })).toBeTruthy();
  await again(moment(look({ phase: 'vote', ballot: [1], poems: [poem(1)] })));
  expect(screen.getByText(/^Time is up/)).toBeTruthy();
});

it('asks the judges whether a word rhymes', async () => {
  const moves = [true, false].map((rhymes) => ({ type: 'Judge' as const, contest: 1, rhymes }));
  const { play, prompt, container } = show(
    moment({ ...reciting, cases: [word(1)], until: 30_000 }, { moves }),
  );
  expect(prompt()).toBe('Does “flurb” rhyme with -ale or -ine?');
  expect(container.querySelector('.scroll .ballot')).toBeNull();
  await fireEvent.click(button('No'));
  expect(play).toHaveBeenCalledExactlyOnceWith(moves[1]);
});

it('shows what people wrote as text, and nothing of what was taken back', () => {
  const nasty = poem(1, { title: '<img src=x onerror=alert(1)>' });
  const { container } = show(moment({ ...reciting, poems: [nasty] }));
  expect(container.querySelector('h2')!.textContent).toBe('<img src=x onerror=alert(1)>');
  cleanup();
  show(moment({ ...reciting, poems: [poem(1, { hidden: true, lines: [], title: '' })] }));
  expect(screen.getByText('This poem is hidden.')).toBeTruthy();
});

it('lets the poet take a poem back, and the host hide another one’s', async () => {
  const hide = vi.fn().mockResolvedValue(undefined);
  show(moment({ ...reciting, poems: [poem(0)] }, { hide }));
  await fireEvent.click(button('Take back or hide the poem by Ana'));
  await fireEvent.click(screen.getAllByText('Take my poem back').at(-1)!);
  expect(hide).toHaveBeenLastCalledWith('1.0', false);
  cleanup();
  show(moment(reciting, { hide, host: true }));
  await fireEvent.click(button('Take back or hide the poem by Bob'));
  await fireEvent.click(screen.getAllByText('Hide this poem').at(-1)!);
  expect(hide).toHaveBeenLastCalledWith('1.1', true);
  cleanup();
  show(moment(reciting, { hide }));
  expect(screen.queryByRole('button', { name: /hide the poem/ })).toBeNull();
});

it('seals a vote after it was chosen', async () => {
  const moves = [0, 1].map((poet) => ({ type: 'Vote' as const, round: 1, poet, line: null }));
  const view = look({ phase: 'vote', ballot: [0, 1], poems: [poem(0), poem(1)] });
  const { play } = show(moment(view, { moves }));
  expect((button('Choose a poem') as HTMLButtonElement).disabled).toBe(true);
  await fireEvent.click(screen.getAllByRole('radio')[1]!);
  await fireEvent.click(button('Seal my vote for Bob'));
  expect(play).toHaveBeenCalledExactlyOnceWith(moves[1]);
});

it('keeps the sheet of a round while the next one has begun', async () => {
  const vote = look({ phase: 'vote', ballot: [1], poems: [poem(1)] });
  const { again, container, prompt } = show(moment(vote));
  const gains = faces(4).map(() => ({ words: ['whale'], vote: 1, agreed: 3, line: 1 as const }));
  const loved = { poet: 1, line: 1 as const, voters: [0, 1, 2, 3] };
  const fresh = told(
    [0, 1, 2, 3].map((seat) => ({
      type: 'Revealed' as const,
      seat,
      poet: 1,
      agreed: 3,
      stairs: 3,
      line: 1 as const,
    })),
  );
  await again(
    moment(look({ round: 2, gains, loved }), {
      moves: [{ ...WRITE, round: 2 } as typeof WRITE],
      fresh,
      news: fresh,
    }),
  );
  expect(container.textContent).not.toMatch(/a silver sail|4 votes|steps/);
  await fireEvent.click(button('Show everything'));
  expect(screen.getByText('4 votes: Ana, Bob, Cyd and Dan')).toBeTruthy();
  expect(screen.getByText('a silver sail').tagName).toBe('BLOCKQUOTE');
  expect(screen.getAllByText('+3 steps')).toHaveLength(4);
  expect(prompt()).toBe('Most votes (4): Bob.');
  await fireEvent.click(button('On to round 2'));
  expect(screen.getByLabelText('Line 1')).toBeTruthy();
});

it('seals with my vote the line I love, if I love one', async () => {
  const moves = ([null, 2] as const).map((line) => ({ type: 'Vote' as const, round: 1, poet: 1, line }));
  const view = look({ phase: 'vote', ballot: [0, 1], poems: [poem(0), poem(1)] });
  const { play } = show(moment(view, { moves }));
  await fireEvent.click(screen.getAllByRole('radio')[1]!);
  await fireEvent.click(button(/^the moon is mine/));
  await fireEvent.click(button('Seal my vote for Bob ♥ 3'));
  expect(play).toHaveBeenCalledExactlyOnceWith(moves[1]);
});

it('lets a listener go on where the poet leaves it to the others', async () => {
  const moves = [{ type: 'Next' as const, round: 1, poem: 1 }];
  const { play, prompt } = show(moment({ ...reciting, ready: [1] }, { moves }));
  expect(prompt()).toBe('Bob recites.');
  await fireEvent.click(button('Heard enough: next'));
  expect(play).toHaveBeenCalledExactlyOnceWith(moves[0]);
});

it('introduces the duellists before the clock is seen, until I am ready', async () => {
  const moves = [{ type: 'Say' as const, turn: 4, words: 'tra la', heard: [] }];
  await showDuel(moment(fencing({ opens: 5_000, until: 35_000 }), { moves, now: 1_000 }));
  expect(screen.getByText('Ana begins.')).toBeTruthy();
  expect(screen.queryByRole('timer')).toBeNull();
  await fireEvent.click(button('En garde!'));
  expect(screen.getByRole('timer')).toBeTruthy();
  expect(screen.getByLabelText('A sentence that rhymes')).toBeTruthy();
});

it('asks the tied whether they share', async () => {
  const moves = [true, false].map((share) => ({ type: 'Share' as const, share }));
  const { play } = show(moment(look({ phase: 'tie', tied: [0, 2] }), { moves }));
  expect(screen.getByText('Ana and Cyd are equally close to their belles')).toBeTruthy();
  await fireEvent.click(button('Share the victory'));
  expect(play).toHaveBeenCalledExactlyOnceWith(moves[0]);
});

it('tells of tied winners who have met their belles on which floor each lover is', () => {
  const met = { ladder: 14, stairs: 10, lover: 4, belle: 4, hearts: 0, met: true };
  const people = look().people.map((at, seat) => (seat ? { ...met, lover: seat + 3 } : at));
  show(moment(look({ phase: 'tie', tied: [1, 2], people })));
  expect(screen.getByText('Bob and Cyd have come together with their belles in the same round')).toBeTruthy();
  expect(screen.getByText('Bob’s lover: floor 4 of 7')).toBeTruthy();
  expect(screen.getByText('Cyd’s lover: floor 5 of 7')).toBeTruthy();
});

it('duels with sentences of two words at least', async () => {
  const moves = [
    { type: 'Say' as const, turn: 4, words: 'tra la', heard: [] },
    { type: 'Blank' as const, turn: 4 },
  ];
  const { play, prompt } = await showDuel(
    moment(look({ phase: 'duel', theme: '', rhymes: [], duel: duel() }), { moves }),
  );
  expect(prompt()).toBe('Your turn: a sentence that ends in -ale.');
  const field = screen.getByLabelText('A sentence that rhymes');
  await fireEvent.input(field, { target: { value: 'whale' } });
  expect((button('Say it') as HTMLButtonElement).disabled).toBe(true);
  await fireEvent.input(field, { target: { value: 'a whale' } });
  await fireEvent.submit(field.closest('form')!);
  expect(play).toHaveBeenLastCalledWith({ ...moves[0], words: 'a whale' });
  await fireEvent.click(button('Nothing comes to mind'));
  expect(play).toHaveBeenLastCalledWith(moves[1]);
});

/** A duel is fetched when one begins. */
async function showDuel(...shown: Parameters<typeof show>): Promise<ReturnType<typeof show>> {
  const board = show(...shown);
  await vi.dynamicImportSettled();
  await tick();
  return board;
}
const fencing = (changes: Parameters<typeof duel>[0]) =>
  look({ phase: 'duel', theme: '', rhymes: [], duel: duel(changes) });
const said = [{ seat: 1, words: 'I saw a whale', heard: heard('whale'), rhymes: true }];

it('names the sentence that can be contested, though another rhyme lies there', async () => {
  const contest = { type: 'Doubt' as const, sentence: 1 };
  const { play } = await showDuel(
    moment(fencing({ said, rhyme: rhyme('-oon'), said_in: rhyme('-ale') }), { moves: [contest] }),
  );
  await fireEvent.click(button('Contest “whale”'));
  expect(play).toHaveBeenCalledExactlyOnceWith(contest);
});

it('asks the judges of a duel about the rhyme in which it was said', async () => {
  const moves = [{ type: 'Judge' as const, contest: 1, rhymes: true }];
  const { prompt } = await showDuel(
    moment(
      fencing({ said, rhyme: rhyme('-oon'), said_in: rhyme('-ale'), case: word(1, { word: 'whale' }) }),
      { moves },
    ),
  );
  expect(prompt()).toBe('Does “whale” rhyme with -ale?');
  expect(screen.queryByText(/rhyme with -oon/)).toBeNull();
});

it('goes on counting from what was left', async () => {
  await showDuel(moment(fencing({ counting: true, until: 3_000 }), { now: 200 }));
  expect(screen.getByRole('timer', { name: 'Time left: 3 seconds' })).toBeTruthy();
});

it('awaits nobody after the last sentence, which can still be contested', async () => {
  const { prompt } = await showDuel(
    moment(fencing({ said, last_word: true, until: 10_000 }), { moves: [{ type: 'Doubt', sentence: 1 }] }),
  );
  expect(prompt()).toBe('All have said enough. If nobody contests the last sentence, the victory is shared.');
  expect(screen.queryByRole('button', { name: 'Nothing comes to mind' })).toBeNull();
});

it('says to who has spoken too often that there are no sentences left', async () => {
  const { prompt } = await showDuel(moment(fencing({}), { moves: [{ type: 'Blank', turn: 4 }] }));
  expect(prompt()).toBe('You have said all the sentences that a duel allows.');
  expect(screen.queryByLabelText('A sentence that rhymes')).toBeNull();
});

it('says which round is the last', () => {
  const options = { ...look().options, rounds: 6 as const };
  show(moment(look({ round: 6, options }), { moves: [{ ...WRITE, round: 6 } as typeof WRITE] }));
  expect(screen.getByText('Round 6, the last')).toBeTruthy();
});

it('offers the booklet to those who played, and accepted rhymes to the host', async () => {
  const view = look({
    phase: 'over',
    pages: 1,
    winners: [1],
    reason: 'tower',
    accepted: [{ word: 'flurb', same: 'flurb', sound: 'x' }],
  });
  const result = { winners: [1], scores: [0, 3, 0, 0], reason: 'tower', teams: [] };
  const question = vi
    .fn()
    .mockResolvedValue({ type: 'Album', rounds: [leaves(1, [page(1, 1, { votes: [0] })])] });
  const { prompt } = show(moment(view, { result, question, host: true }));
  expect(prompt()).toContain('Bob is in the arms of the belle');
  await vi.waitFor(() => button('Booklet of the evening'));
  expect(screen.getByText('Accepted rhymes (JSON)')).toBeTruthy();
  cleanup();
  show(moment({ ...view, seat: null }, { result }));
  expect(screen.queryByText('Booklet of the evening')).toBeNull();
});
