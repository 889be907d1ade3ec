// Mouse and fingers on the window: a tap is a tap, two fingers zoom, a drag pushes what is near.
import { given } from '$web/lib/given.ts';
import type { Point } from './geometry.ts';
import type { Zoom } from './zoom.svelte.ts';

const STILL = 9; // px that a tap may stray
const TWICE = 350; // ms between the taps of a double tap

export interface Hands {
  zoom: Zoom;
  over: (at: Point | null) => void; // the mouse is here, or nowhere
  /** Returns whether the tap laid nothing, so that another may zoom. */
  tap: (at: Point, touch: boolean) => boolean;
  turn: (by: 1 | -1) => boolean; // the wheel
}

export function hands(picture: HTMLElement, { zoom, over, tap, turn }: Hands): { destroy: () => void } {
  let down: { at: Point; last: Point; dragged: boolean } | null = null;
  let pinch: { apart: number; middle: Point } | null = null;
  let before: { time: number; at: Point; idle: boolean } | null = null;

  const here = (event: { clientX: number; clientY: number }): Point => {
    const box = picture.getBoundingClientRect();
    return { x: event.clientX - box.x, y: event.clientY - box.y };
  };
  const apart = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);

  function press(event: PointerEvent): void {
    if (event.button !== 0 || !event.isPrimary) return;
    down = { at: here(event), last: here(event), dragged: false };
  }
  function move(event: PointerEvent): void {
    const at = here(event);
    if (!down) return event.pointerType === 'mouse' ? over(zoom.toDrawing(at)) : undefined;
    if (pinch || !event.isPrimary) return;
    if (apart(at, down.at) > STILL && !down.dragged) {
      down.dragged = true;
      if (zoom.isNear) picture.setPointerCapture(event.pointerId);
    }
    if (down.dragged && zoom.isNear) zoom.push(at.x - down.last.x, at.y - down.last.y);
    down.last = at;
  }
  function release(event: PointerEvent): void {
    if (!down || !event.isPrimary) return;
    const tapped = !down.dragged;
    down = null;
    if (tapped) tapAt(here(event), event.pointerType !== 'mouse', event.timeStamp);
  }
  /** By the time of the finger, not of a page that is busy drawing. */
  function tapAt(at: Point, touch: boolean, now: number): void {
    const quick = before !== null && now - before.time < TWICE && apart(at, before.at) < 3 * STILL;
    const idle = touch && quick ? false : tap(zoom.toDrawing(at), touch);
    if (touch && quick && given(before).idle) look(at);
    before = { time: now, at, idle };
  }
  function look(at: Point): void {
    if (zoom.isNear) zoom.whole();
    else zoom.by(2.2, zoom.toDrawing(at));
  }
  function leave(): void {
    if (!down) over(null);
  }
  function cancel(): void {
    down = null;
  }

  const two = ({ touches }: TouchEvent): { apart: number; middle: Point } => {
    const [a, b] = [here(given(touches[0])), here(given(touches[1]))];
    return { apart: apart(a, b), middle: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 } };
  };
  function touch(event: TouchEvent): void {
    if (event.touches.length !== 2) return;
    pinch = two(event);
    if (down) down.dragged = true;
  }
  function squeeze(event: TouchEvent): void {
    if (!pinch || event.touches.length !== 2) return;
    event.preventDefault();
    const now = two(event);
    zoom.by(now.apart / pinch.apart, zoom.toDrawing(pinch.middle));
    zoom.push(now.middle.x - pinch.middle.x, now.middle.y - pinch.middle.y);
    pinch = now;
  }
  function lift(event: TouchEvent): void {
    if (event.touches.length < 2) pinch = null;
  }
  let turned = 0; // when the wheel last turned something
  function wheel(event: WheelEvent): void {
    if (event.ctrlKey) zoom.by(Math.exp(-event.deltaY / 200), zoom.toDrawing(here(event)));
    else if (event.timeStamp - turned > 120) {
      if (!event.deltaY || !turn(event.deltaY > 0 ? 1 : -1)) return;
      turned = event.timeStamp;
    }
    event.preventDefault();
  }

  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- each listener knows its own kind of event
  const heard: [string, (event: any) => void][] = [
    ['pointerdown', press],
    ['pointermove', move],
    ['pointerup', release],
    ['pointercancel', cancel],
    ['pointerleave', leave],
    ['touchstart', touch],
    ['touchmove', squeeze],
    ['touchend', lift],
    ['touchcancel', lift],
    ['wheel', wheel],
  ];
  /** A piece taken from the tray in between: the next tap on the window is a first one. */
  function elsewhere(event: Event): void {
    if (!picture.contains(event.target as Node)) before = null;
  }
  for (const [name, hear] of heard) picture.addEventListener(name, hear, { passive: false });
  addEventListener('pointerdown', elsewhere, true);
  return {
    destroy() {
      removeEventListener('pointerdown', elsewhere, true);
      for (const [name, hear] of heard) picture.removeEventListener(name, hear);
    },
  };
}
