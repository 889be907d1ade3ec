// The board offers exactly the moves it was given, to mouse, finger and keyboard.
import { cleanup, fireEvent, screen } from '@testing-library/svelte';
import { readLesson, show as draw } from '$web/board/board.fixtures.ts';
import { boardKeys } from '$web/lib/keys.ts';
import { noMoreOf, teachAgain } from '$web/lib/lessons.svelte.ts';
import { tick } from 'svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import Board from './Board.svelte';
import { middle, SPACES } from './geometry.ts';
import { HALF } from './rim.ts';
import { look, moment, place, placed, prospect, t, told, type Moment } from './scene.fixtures.ts';

const SIZE = 2 * HALF; // a picture in which a px is a unit
let now = 0; // ms

beforeEach(() => {
  noMoreOf('cir_kis');
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(SIZE);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(SIZE);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

async function show(shown: Moment, more: Record<string, unknown> = {}) {
  const drawn = draw(Board, shown, t, more);
  const { all } = drawn;
  await tick();
  const picture = all('.picture')[0]!;
  const at = (space: number) => {
    const { x, y } = middle(SPACES[space]!.points);
    return { clientX: x + SIZE / 2, clientY: y + SIZE / 2, isPrimary: true, button: 0, bubbles: true };
  };
  const point = async (name: string, space: number, pointerType: string) => {
    picture.dispatchEvent(new PointerEvent(name, { ...at(space), pointerType }));
    await tick();
  };
  const tap = async (space: number, kind = 'touch', after = 1000) => {
    now += after;
    await point('pointerdown', space, kind);
    await point('pointerup', space, kind);
    await tick();
  };
  return { ...drawn, tap, over: (space: number) => point('pointermove', space, 'mouse') };
}
const press = async (key: string) => {
  await fireEvent.keyDown(document.activeElement ?? document.body, { key });
  await tick();
};

const view = look([[1, 'hook', 0, 6]]);
const moves = [
  place('wedge', 5),
  place('wedge', 14),
  place('hook', 1, 7),
  place('hook', 1, 8),
  place('arrow', 1),
];
const radio = (name: RegExp) => screen.getByRole('radio', { name });

it('counts my pieces and their places', async () => {
  await show(moment(view, moves));
  expect(screen.getAllByRole('radio')).toHaveLength(9);
  expect(radio(/^Wedge: 3 left, 2 places/).getAttribute('aria-disabled')).toBe('false');
  expect(radio(/^Kite: 2 left, 0 places/).getAttribute('aria-disabled')).toBe('true');
});

it('lights the places of the chosen piece', async () => {
  const { all } = await show(moment(view, moves));
  await fireEvent.click(radio(/^Hook/), { detail: 1 });
  expect(all('.lit circle')).toHaveLength(3);
  expect(screen.getAllByRole('option')).toHaveLength(2);
});

it('shows a ghost under the mouse and lays it with a click', async () => {
  const { over, tap, all, play } = await show(moment(view, moves));
  await fireEvent.click(radio(/^Wedge/), { detail: 1 });
  await over(14);
  expect(all('.ghost')).toHaveLength(1);
  await over(40); // it may not go there, so it stays
  expect(all('.ghost')).toHaveLength(1);
  await over(5);
  await tap(5, 'mouse');
  expect(play).toHaveBeenCalledExactlyOnceWith(moves[0]);
});

it('lays with two taps: the first shows, the second confirms', async () => {
  const { tap, play, all } = await show(moment(view, moves));
  await fireEvent.click(radio(/^Wedge/), { detail: 1 });
  await tap(5);
  expect(play).not.toHaveBeenCalled();
  await tap(14);
  expect(all('.ghost')).toHaveLength(1);
  expect(all('.caption small')).toHaveLength(1); // how it goes on
  await tap(14);
  expect(play).toHaveBeenCalledExactlyOnceWith(moves[1]);
});

const wide = () => Number(document.querySelector('.picture svg')!.getAttribute('viewBox')!.split(' ')[2]);

it('lays a piece in hand with the second tap, however quick: tapping again never zooms', async () => {
  const { tap, play } = await show(moment(view, moves));
  const whole = wide();
  await fireEvent.click(radio(/^Wedge/), { detail: 1 });
  await tap(14);
  await tap(14, 'touch', 60);
  expect(play).toHaveBeenCalledExactlyOnceWith(moves[1]);
  expect(wide()).toBeCloseTo(whole);
});

it('looks nearer when an empty hand taps twice in haste, and picks nothing up', async () => {
  const { tap, play, all } = await show(moment(view, moves));
  const whole = wide();
  await tap(14);
  await tap(14, 'touch', 200);
  expect(wide()).toBeLessThan(whole);
  expect(all('.ghost')).toHaveLength(0);
  expect(play).not.toHaveBeenCalled();
});

it('takes two slow taps of an empty hand for picking up and laying', async () => {
  const { tap, play } = await show(moment(view, moves));
  const whole = wide();
  await tap(14);
  await tap(14, 'touch', 900);
  expect(play).toHaveBeenCalledExactlyOnceWith(moves[1]);
  expect(wide()).toBeCloseTo(whole);
});

it('says on a touch screen how a piece in hand is laid, and how to look nearer', async () => {
  const { tap, all } = await show(moment(view, moves));
  await fireEvent.click(radio(/^Wedge/), { detail: 1 });
  await tap(14);
  expect(all('.caption small')[0]!.textContent).toBe('Tap again or press “Lay”. Two fingers zoom.');
});

it('takes a tap for a first one when a piece was taken in between', async () => {
  const { tap } = await show(moment(view, moves));
  const whole = wide();
  await tap(40);
  await fireEvent.pointerDown(radio(/^Wedge/));
  await tap(40, 'touch', 200);
  expect(wide()).toBeCloseTo(whole);
});

it('keeps the glass in place until the table knows of it', async () => {
  const { all, again, play } = await show(moment(view, moves));
  await press('2');
  await press('Enter');
  expect(play).toHaveBeenCalledOnce();
  await again(moment(view, moves, { busy: true }));
  expect([all('.sent').length, all('.lit').length]).toEqual([1, 0]);
  expect(all('.prompt')[0]!.textContent).toBe('You lay a Wedge…');
  await press('3');
  expect(all('.caption')).toHaveLength(0);
  await again(moment(view, moves, { refused: 'Too late.' }));
  expect([all('.sent').length, all('.lit').length]).toEqual([0, 1]);
});

it('says why a piece can go nowhere, and keeps what I chose', async () => {
  const { all } = await show(moment(view, moves));
  await fireEvent.click(radio(/^Wedge/), { detail: 1 });
  expect(all('.prompt')[0]!.textContent).toBe('Wedge: now choose a lit place.');
  await fireEvent.click(radio(/^Kite/), { detail: 1 });
  expect(screen.getByRole('status').textContent).toBe('Kite: no place where it would touch the Leader.');
  expect(radio(/^Wedge/).getAttribute('aria-checked')).toBe('true');
});

it('sweeps through every place, one key after the other', async () => {
  const { all } = await show(moment(view, moves));
  await press('7');
  const chosen = () => screen.getByRole('option', { selected: true }).textContent!.trim();
  const first = chosen();
  await press('PageDown');
  expect(chosen()).not.toBe(first);
  await press(',');
  expect(chosen()).toBe(first);
  expect(all('.places')[0]!.getAttribute('aria-label')).toBe(
    'Hook: 2 places on the board. All of them touch the Leader.',
  );
  expect(boardKeys(document.body)).toContainEqual({ keys: ['PAGEDOWN', '.'], what: 'next place' });
  expect(boardKeys(document.body)).toContainEqual({ keys: ['2'], what: 'choose Wedge' });
});

it('speaks of no places while others move', async () => {
  await show(moment(view));
  expect(radio(/^Wedge/).getAttribute('aria-labelledby')).toBeTruthy();
  expect(radio(/^Wedge: 3 left$/)).toBeTruthy();
});

it('is played with the keyboard alone', async () => {
  const { play, again } = await show(moment(view, moves));
  await press('7');
  const first = screen.getByRole('option', { selected: true }).textContent;
  await press('ArrowRight');
  expect(screen.getByRole('option', { selected: true }).textContent).not.toBe(first);
  await press('ArrowRight');
  await press('r'); // the other Hook that covers the same dart
  await press('Enter');
  expect(play).toHaveBeenCalledOnce();
  expect(document.activeElement!.className).toContain('prompt');
  await again(moment({ ...view }, moves));
  await press('2');
  await press('Escape');
  await press('Enter');
  expect(play).toHaveBeenCalledOnce();
});

it('keeps R from the frame only while a piece is held', async () => {
  await show(moment(view, moves));
  const frame = vi.fn();
  window.addEventListener('keydown', frame);
  await press('r');
  await press('7');
  const before = frame.mock.calls.length;
  await press('r');
  expect([before, frame.mock.calls.length]).toEqual([2, 2]);
  await press('3');
  await press('r');
  expect(screen.getByRole('status').textContent).toBe('It fits here one way only.');
  window.removeEventListener('keydown', frame);
});

it('says why a piece cannot go there', async () => {
  const question = vi.fn().mockResolvedValue({ key: 'not_at_the_leader' });
  const { tap } = await show(moment(view, moves), { question });
  await fireEvent.click(radio(/^Wedge/), { detail: 1 });
  await tap(40);
  expect(question).toHaveBeenCalledExactlyOnceWith({ type: 'Why', piece: 'wedge', space: 40 });
  expect((await screen.findByRole('status')).textContent).toBe('does not touch the Leader');
});

it('picks a piece that fits where I tap, and marks the others', async () => {
  const { tap, all, play } = await show(moment(view, moves));
  await tap(1);
  expect(
    radio(/^Arrow/).getAttribute('aria-checked') === 'true' ||
      radio(/^Hook/).getAttribute('aria-checked') === 'true',
  ).toBe(true);
  expect(all('.tray .fits')).toHaveLength(2);
  expect(play).not.toHaveBeenCalled();
});

it('marks what brings points or a free turn', async () => {
  const gain = prospect(1, { points: [10, 0], figures: ['circle_1'], free: 'enclosed' });
  const { all } = await show(moment({ ...view, prospects: [gain] }, moves));
  await fireEvent.click(radio(/^Wedge/), { detail: 1 });
  expect(all('.mark text').map((one) => one.textContent)).toEqual(['10']);
  await press('2');
  expect(all('.caption p')[0]!.textContent!.replace(/\s+/g, ' ').trim()).toBe(
    'Completes Circle 1 north. Ana+10 free turn',
  );
});

it('rings when a figure is complete', async () => {
  const { again, sound, all } = await show(moment(view, moves));
  const fresh = told([
    placed(0, 'wedge', 5),
    { type: 'Completed', seat: 0, figure: 'star_0', dominant: 0, dominant_points: 10, finisher_points: 0 },
  ]);
  await again(
    moment(
      look(
        [
          [1, 'hook', 0, 6],
          [0, 'wedge', 5],
        ],
        { turn: 1 },
      ),
      [],
      { fresh, news: fresh },
    ),
  );
  expect(sound.mock.calls.flat()).toEqual(['tap', 'ring']);
  expect(all('.ringing')).toHaveLength(1);
  expect(all('.won text').map((one) => one.textContent)).toEqual(['+10']);
  expect(all('.hint')[0]!.textContent).toContain('completes the Centre Star');
});

it('begins the next round', async () => {
  const { play } = await show(
    moment({ ...view, match: true, phase: 'between', ended: 'forty' }, [{ type: 'Begin' }]),
  );
  await fireEvent.click(screen.getByRole('button', { name: 'Begin round 2' }));
  expect(play).toHaveBeenCalledExactlyOnceWith({ type: 'Begin' });
  expect(screen.queryByRole('radio')).toBeNull();
});

it('shows an onlooker the window and no tray', async () => {
  const { all } = await show(moment({ ...view, seat: null }));
  expect(all('.piece')).toHaveLength(1);
  expect(screen.queryByRole('radio')).toBeNull();
});

it('keeps everybody’s pieces behind a tap', async () => {
  await show(moment(view, moves));
  await fireEvent.click(screen.getByRole('button', { name: /^Bob: 0 points, 19 pieces left/ }));
  const dialog = await screen.findByRole('dialog');
  const rows = [...dialog.querySelectorAll('tbody tr')].map((row) =>
    row.textContent!.replace(/\s+/g, ' ').trim(),
  );
  expect(rows[6]).toMatch(/^Hook ?4 ?3$/);
});

it('zooms with keys and shows the whole again', async () => {
  await show(moment(view, moves), { table: 'T' });
  const whole = wide();
  await press('+');
  expect(wide()).toBeLessThan(whole);
  cleanup();
  await show(moment(view, moves), { table: 'T' }); // somebody else took the device
  expect(wide()).toBeLessThan(whole);
  await press('0');
  expect(wide()).toBeCloseTo(whole);
});

it('outlines in a replay what master would have laid', async () => {
  const advice = { move: place('wedge', 58), same: false };
  const { all } = await show(moment({ ...view, seat: null }), { advice });
  expect(all('.better')).toHaveLength(2);
  expect(all('.hint')[0]!.textContent).toBe(
    'Instead of Bob’s piece, Master would have laid a Wedge: Circle 1 north.',
  );
  cleanup();
  const agreed = await show(moment({ ...view, seat: null }), { advice: { ...advice, same: true } });
  expect(agreed.all('.better')).toHaveLength(0);
  expect(agreed.all('.hint')[0]!.textContent).toBe('Master sees nothing clearly better.');
});

it('says a refusal', async () => {
  await show(moment(view, moves, { refused: 'It is not your turn.' }));
  expect(screen.getByRole('alert').textContent).toBe('It is not your turn.');
});

it('teaches a first game: the goal, where a piece goes, and how it is turned', async () => {
  teachAgain();
  const { all } = await show(moment(view, moves));
  const taught: string[] = [];
  while (all('.lesson').length) {
    taught.push(all('.lesson p')[0]!.textContent!.split(/[:.]/)[0]!);
    await readLesson();
  }
  expect(taught).toEqual(['First to 40 points wins the round', 'The glowing piece leads']);
  await press('7');
  await press('ArrowRight');
  expect(all('.lesson p')[0]!.textContent).toMatch(/^It fits here in more than one way/);
  await press('Escape');
  expect(all('.lesson')).toHaveLength(0);
});

it('follows the play in a zoomed window, but not while I hold a piece', async () => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true); // at a jump
  const { again, all } = await show(moment(view, moves), { table: 'Z' });
  const box = () => all('.picture svg')[0]!.getAttribute('viewBox');
  for (const key of '+++') await press(key);
  const before = box();
  const far = {
    ...look([
      [1, 'hook', 0, 6],
      [1, 'wedge', 147],
    ]),
  };
  const fresh = told([placed(1, 'wedge', 147)]);
  await fireEvent.click(radio(/^Wedge/), { detail: 1 });
  await again(moment(far, moves, { fresh, news: fresh }));
  expect(box()).toBe(before);
  await press('Escape');
  const later = told([placed(1, 'wedge', 147)], 2);
  await again(moment({ ...far }, moves, { fresh: later, news: later }));
  expect(box()).not.toBe(before);
});

it('tells the ear how to lay a piece until I have laid one, then only that it is my turn', async () => {
  const { ask, again } = await show(moment(view));
  await again(moment({ ...view }, moves));
  expect(ask).toHaveBeenLastCalledWith('Your turn: lay a piece that touches the Leader, the one laid last.');
  await again(moment(view));
  const later = look([
    [0, 'hook', 0, 6],
    [1, 'wedge', 5],
  ]);
  await again(moment(later, moves));
  expect(ask).toHaveBeenLastCalledWith('Your turn.');
});
