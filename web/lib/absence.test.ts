// A countdown runs only for somebody who is away while the table waits for them.
import { expect, it } from 'vitest';
import { Absence } from './absence.svelte.ts';
import type { Playing } from './scene.ts';

function scene(here: boolean, awaited: number[], more: object = {}): Playing {
  const seat = { holder: 'player', here, stand_in: false, ...more };
  return { seats: [seat, { ...seat, here: true }], awaited, result: null } as unknown as Playing;
}

it('counts from the moment the page saw somebody go, or the table begin to wait', () => {
  const absence = new Absence();
  absence.see(scene(true, [0]), 0);
  expect(absence.left(0, 10, 0)).toBeNull();
  absence.see(scene(false, [1]), 1_000);
  expect(absence.left(0, 10, 1_000)).toBeNull();
  absence.see(scene(false, [0]), 2_000);
  absence.see(scene(false, [0]), 4_000);
  expect(absence.left(0, 10, 4_000)).toBe(8);
  expect(absence.left(0, 10, 60_000)).toBe(0);
});

it('stops when they are back, or a bot has taken over', () => {
  const absence = new Absence();
  absence.see(scene(false, [0]), 0);
  absence.see(scene(true, [0]), 1_000);
  expect(absence.left(0, 10, 1_000)).toBeNull();
  absence.see(scene(false, [0]), 5_000);
  expect(absence.left(0, 10, 5_000)).toBe(10);
  absence.see(scene(false, [0], { stand_in: true }), 6_000);
  expect(absence.left(0, 10, 6_000)).toBeNull();
});
