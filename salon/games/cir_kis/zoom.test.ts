// What is in sight, and what is not.
import { afterEach, expect, it, vi } from 'vitest';
import { HALF } from './rim.ts';
import { Zoom } from './zoom.svelte.ts';

it('sees everything from afar, and near only what lies there', () => {
  const zoom = new Zoom();
  [zoom.wide, zoom.high] = [390, 460];
  const [here, there] = [
    { x: -HALF / 2, y: -HALF / 2 },
    { x: HALF / 2, y: HALF / 2 },
  ];
  expect([zoom.sees(here), zoom.sees(there)]).toEqual([true, true]);
  zoom.by(4, here);
  expect([zoom.sees(here), zoom.sees(there)]).toEqual([true, false]);
  zoom.show(there);
  expect([zoom.sees(here), zoom.sees(there)]).toEqual([false, true]);
  zoom.whole();
  expect([zoom.sees(here), zoom.sees(there)]).toEqual([true, true]);
});

const [near, far] = [
  { x: -HALF / 2, y: -HALF / 2 },
  { x: HALF / 2, y: HALF / 2 },
];
function closeUp(): Zoom {
  const zoom = new Zoom();
  [zoom.wide, zoom.high] = [390, 460];
  zoom.by(4, near);
  return zoom;
}
afterEach(() => vi.useRealTimers());

it('eases to where the play goes on out of sight', () => {
  vi.useFakeTimers();
  const zoom = closeUp();
  zoom.follow(far);
  expect(zoom.sees(far)).toBe(false); // not at a jump
  vi.advanceTimersByTime(200);
  const half = zoom.x;
  vi.advanceTimersByTime(400);
  expect(zoom.x).toBeGreaterThan(half);
  expect(zoom.sees(far)).toBe(true);
});

it('stays where a finger holds or pushes it, and where everything is in sight', () => {
  vi.useFakeTimers();
  const zoom = closeUp();
  const at = zoom.box;
  zoom.follow(near);
  zoom.touched = true;
  zoom.follow(far);
  vi.advanceTimersByTime(1000);
  expect(zoom.box).toBe(at);
  zoom.touched = false;
  zoom.follow(far);
  zoom.push(1, 1);
  vi.advanceTimersByTime(1000);
  expect(zoom.sees(far)).toBe(false);
});
