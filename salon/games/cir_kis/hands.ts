// Mouse and fingers on the window. An empty hand: a double tap looks nearer. A piece in hand: a tap
// shows it, the next lays it, however quick, and a finger on it moves it along. Two fingers zoom, a
// drag pushes what is near.
import { given } from '$web/lib/given.ts';
import type { Point } from './geometry.ts';
import type { Zoom } from './zoom.svelte.ts';

const STILL = 9; // px that a tap may stray
const TWICE = 350; // ms between the taps of a double tap

export interface Hands {
  zoom: Zoom;
  over: (at: Point | null) => void; // the mouse is here, or nowhere
  /** Returns whether my hand was empty, so that another tap in haste looks nearer. */
  tap: (at: Point, touch: boolean) => boolean;
  putBack: () => void; // what the first of two such taps has picked up
  grip: (at: Point) => Grip | null; // the piece in hand, if it is there
  turn: (by: 1 | -1) => boolean; // the wheel
}

/** My piece under a finger. */
export interface Grip {
  move: (to: Point) => void;
  end: () => void;
}

export function hands(picture: HTMLElement, mine: Hands): { destroy: () => void } {
  const { zoom, over, tap, turn } = mine;
  let down: { at: Point; last: Point; dragged: boolean; grip: Grip | null } | null = null;
  let pinch: { apart: number; middle: Point } | null = null;
  let before: { time: number; at: Point; empty: boolean } | null = null;

  const here = (event: { clientX: number; clientY: number }): Point => {
    const box = picture.getBoundingClientRect();
    return { x: event.clientX - box.x, y: event.clientY - box.y };
  };
  const apart = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);

  function press(event: PointerEvent): void {
    if (event.button !== 0 || !event.isPrimary) return;
    const at = here(event);
    const grip = event.pointerType === 'mouse' ? null : mine.grip(zoom.toDrawing(at));
    down = { at, last: at, dragged: false, grip };
    zoom.touched = true;
  }
  function letGo(): void {
    if (down?.dragged) down.grip?.end();
    down = null;
    zoom.touched = false;
  }
  function move(event: PointerEvent): void {
    const at = here(event);
    if (!down) return event.pointerType === 'mouse' ? over(zoom.toDrawing(at)) : undefined;
    if (pinch || !event.isPrimary) return;
    if (apart(at, down.at) > STILL && !down.dragged) {
      down.dragged = true;
      if (zoom.isNear) picture.setPointerCapture(event.pointerId);
    }
    if (down.dragged) drag(down, at);
    down.last = at;
  }
  function drag({ last, grip }: NonNullable<typeof down>, at: Point): void {
    if (grip) grip.move(zoom.toDrawing(at));
    else if (zoom.isNear) zoom.push(at.x - last.x, at.y - last.y);
  }
  function release(event: PointerEvent): void {
    if (!down || !event.isPrimary) return;
    const tapped = !down.dragged;
    letGo();
    if (tapped) tapAt(here(event), event.pointerType !== 'mouse', event.timeStamp);
  }
  /** By the time of the finger, not of a page that is busy drawing. */
  function tapAt(at: Point, touch: boolean, now: number): void {
    const twice = touch && before?.empty && now - before.time < TWICE && apart(at, before.at) < 3 * STILL;
    if (twice) look(at);
    before = { time: now, at, empty: !twice && tap(zoom.toDrawing(at), touch) };
  }
  function look(at: Point): void {
    mine.putBack();
    if (zoom.isNear) zoom.whole();
    else zoom.by(2.2, zoom.toDrawing(at));
  }
  function leave(): void {
    if (!down) over(null);
  }
  const two = ({ touches }: TouchEvent): { apart: number; middle: Point } => {
    const [a, b] = [here(given(touches[0])), here(given(touches[1]))];
    return { apart: apart(a, b), middle: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 } };
  };
  function touch(event: TouchEvent): void {
    if (event.touches.length !== 2) return;
    pinch = two(event);
    if (down) [down.dragged, down.grip] = [true, null];
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
    ['pointercancel', letGo],
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
