// Pieces are carried from the tray to the window, and the window stays still meanwhile.
import { cleanup, screen } from '@testing-library/svelte';
import { show as draw } from '$web/board/board.fixtures.ts';
import { tick } from 'svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import Board from './Board.svelte';
import { HALF } from './rim.ts';
import { look, moment, place, t } from './scene.fixtures.ts';
import { shapeOf } from './shape.ts';

const SIZE = 2 * HALF; // a picture in which a px is a unit, and beside it the rest of the page
const ABOVE = 62; // px that a piece floats above a finger
const view = look([[1, 'hook', 0, 6]]);
const moves = [place('wedge', 5), place('wedge', 14), place('hook', 1, 7)];
const FAR = { clientX: SIZE + 200, clientY: SIZE + 200 };

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(SIZE);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(SIZE);
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, SIZE, SIZE));
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const above = (...spaces: number[]) => {
  const { x, y } = shapeOf(spaces).centre;
  return { clientX: x + SIZE / 2, clientY: y + SIZE / 2 };
};

async function carry(name: RegExp, pointerType: string, to: { clientX: number; clientY: number }) {
  const piece = screen.getByRole('radio', { name });
  const finger = { pointerType, pointerId: 3, isPrimary: true, button: 0, bubbles: true };
  const send = async (on: EventTarget, kind: string, at: object) => {
    on.dispatchEvent(new PointerEvent(kind, { ...finger, ...at }));
    await tick();
  };
  await send(piece, 'pointerdown', FAR);
  await send(window, 'pointermove', { ...FAR, clientX: FAR.clientX + 20 });
  await send(window, 'pointermove', to);
  return {
    drop: () => send(window, 'pointerup', to),
    cancel: () => send(window, 'pointercancel', to),
    piece,
  };
}

it('a mouse lays a piece where it lets go of it, at the nearest place', async () => {
  const { play, all } = draw(Board, moment(view, moves), t);
  const { clientX, clientY } = above(14);
  const { drop } = await carry(/^Wedge/, 'mouse', { clientX: clientX + 15, clientY: clientY - 12 });
  expect([all('.carried').length, all('.ghost').length, all('.lit .dot').length]).toEqual([1, 1, 2]);
  await drop();
  expect(play).toHaveBeenCalledExactlyOnceWith(moves[1]);
  expect(all('.carried')).toHaveLength(0);
});

it('goes back with a word from where it cannot lie, and silently from beside the window', async () => {
  draw(Board, moment(view, moves), t);
  const word = /^It does not fit there/;
  const beside = await carry(/^Wedge/, 'mouse', { clientX: SIZE + 50, clientY: 10 });
  await beside.drop();
  expect(screen.queryByText(word)).toBeNull();
  cleanup();
  draw(Board, moment(view, moves), t);
  const wrong = await carry(/^Wedge/, 'mouse', { clientX: 5, clientY: 5 });
  expect(screen.getByText(/let it go over a lit place/)).toBeTruthy();
  await wrong.drop();
  expect(screen.getByText(word)).toBeTruthy();
});

it('above a finger the piece is in hand where it is dropped, to be confirmed', async () => {
  const { play, all } = draw(Board, moment(view, moves), t);
  const { clientX, clientY } = above(14);
  const { drop } = await carry(/^Wedge/, 'touch', { clientX, clientY: clientY + ABOVE });
  await drop();
  expect(play).not.toHaveBeenCalled();
  expect([all('.ghost').length, all('.caption').length]).toEqual([1, 1]);
});

it('dropped elsewhere it goes back to the tray', async () => {
  vi.useFakeTimers();
  const { play, all } = draw(Board, moment(view, moves), t);
  const { drop } = await carry(/^Wedge/, 'mouse', { ...FAR, clientY: FAR.clientY - 100 });
  await drop();
  expect(all('.returning')).toHaveLength(1);
  vi.runAllTimers();
  await tick();
  expect([all('.carried').length, all('.ghost').length]).toEqual([0, 0]);
  expect(screen.queryByRole('radio', { checked: true })).toBeNull();
  expect(play).not.toHaveBeenCalled();
  vi.useRealTimers();
});

it('is let go when the table takes the pointer away, and by Escape', async () => {
  const { play, all } = draw(Board, moment(view, moves), t);
  const first = await carry(/^Wedge/, 'touch', { ...above(14) });
  await first.cancel();
  expect(all('.ghost')).toHaveLength(0);
  const second = await carry(/^Wedge/, 'mouse', above(14));
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  await tick();
  await second.drop();
  expect(play).not.toHaveBeenCalled();
});

it('the click that ends a carry chooses nothing', async () => {
  draw(Board, moment(view, moves), t);
  const { drop, piece } = await carry(/^Wedge/, 'mouse', FAR);
  await drop();
  piece.dispatchEvent(new MouseEvent('click', { detail: 1, bubbles: true }));
  await tick();
  expect(screen.queryByRole('radio', { checked: true })).toBeNull();
});

it('what can go nowhere cannot be carried either', async () => {
  const { all } = draw(Board, moment(view, moves), t);
  const { drop } = await carry(/^Kite/, 'mouse', above(14));
  await drop();
  expect([all('.carried').length, all('.ghost').length]).toEqual([0, 0]);
});

it('a finger on the piece in hand moves it on, and does not push the window', async () => {
  const { all, play } = draw(Board, moment(view, moves), t);
  const { clientX, clientY } = above(14);
  const { drop } = await carry(/^Wedge/, 'touch', { clientX, clientY: clientY + ABOVE });
  await drop();
  const before = all('.picture svg')[0]!.getAttribute('viewBox');
  const ghost = () => all('.ghost')[0]!.getAttribute('d');
  const [picture, was] = [all('.picture')[0]!, ghost()];
  const finger = { pointerType: 'touch', isPrimary: true, button: 0, bubbles: true };
  picture.dispatchEvent(new PointerEvent('pointerdown', { ...finger, clientX, clientY }));
  picture.dispatchEvent(new PointerEvent('pointermove', { ...finger, ...above(5) }));
  await tick();
  expect(ghost()).not.toBe(was);
  picture.dispatchEvent(new PointerEvent('pointerup', { ...finger, ...above(5) }));
  await tick();
  expect(all('.picture svg')[0]!.getAttribute('viewBox')).toBe(before);
  expect(play).not.toHaveBeenCalled();
});
