// What is in sight, and what is not.
import { expect, it } from 'vitest';
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
