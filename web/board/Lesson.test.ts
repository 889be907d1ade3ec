// A lesson is given once, at its moment, to whoever plays, and stands in nobody's way.
import { cleanup, fireEvent, render } from '@testing-library/svelte';
import { afterEach, expect, it, vi } from 'vitest';
import { anyHad, teachAgain } from '../lib/lessons.svelte.ts';
import { readLesson } from './board.fixtures.ts';
import Lesson from './Lesson.svelte';

const teach = vi.fn();
const board = { seat: 0 as number | null, result: null, busy: false, t: (key: string) => key, teach };
const due = ['goal', 'die'];
const shown = () => document.querySelector('.lesson p')?.textContent ?? null;
const press = async (name: string) => fireEvent.click(document.querySelector(`.lesson .${name}`)!);
const give = (more: object = {}) =>
  render(Lesson, { props: { game: 'nim', board: { ...board, ...more } as never, due } });

afterEach(() => {
  cleanup();
  teachAgain();
  teach.mockClear();
});

it('is one at a time, and each never again', async () => {
  give();
  expect(shown()).toBe('lesson.goal');
  await readLesson();
  expect(shown()).toBe('lesson.die');
  await readLesson();
  expect(shown()).toBeNull();
  cleanup();
  give();
  expect(shown()).toBeNull();
});

it('lets me breathe before the next one', async () => {
  give();
  await press('done');
  expect(shown()).toBeNull();
});

it('is remembered by the device, for this game alone', async () => {
  give();
  await press('done');
  expect(localStorage.getItem('salon.lessons')).toBe('["nim.goal"]');
  cleanup();
  render(Lesson, { props: { game: 'chess', board: board as never, due } });
  expect(shown()).toBe('lesson.goal');
});

it('goes with the move it is about', async () => {
  const { rerender } = give();
  await rerender({ board: { ...board, busy: true } as never });
  await rerender({ board: board as never, due: ['goal'] });
  expect(shown()).toBeNull();
});

it('goes with the move also when nothing was said while I chose it', async () => {
  const { rerender } = give();
  await rerender({ due: [] });
  await rerender({ board: { ...board, busy: true } as never });
  await rerender({ board: board as never, due: ['goal'] });
  expect(shown()).toBeNull();
});

it('can be told to stop, and in the settings to begin again', async () => {
  give();
  await press('enough');
  expect([shown(), anyHad()]).toEqual([null, true]);
  teachAgain();
  await vi.waitFor(() => expect(shown()).toBe('lesson.goal'));
});

it.each([
  ['onlookers and replays', { seat: null }],
  ['those who have finished', { result: { winners: [0] } }],
])('is not for %s', (_, who) => {
  give(who);
  expect(shown()).toBeNull();
  expect(teach).not.toHaveBeenCalled();
});

it('is spoken once, also when a scene came between', async () => {
  const { rerender } = give();
  expect(teach.mock.calls).toEqual([['lesson.goal']]);
  await rerender({ due: [] });
  expect(shown()).toBeNull();
  await rerender({ due });
  expect(teach).toHaveBeenCalledTimes(1);
});

it('gives the focus back to the prompt', async () => {
  document.body.innerHTML = '<div class="scene"><p class="prompt" tabindex="-1"></p><div></div></div>';
  const target = document.querySelector<HTMLElement>('.scene > div')!;
  render(Lesson, { target, props: { game: 'nim', board: board as never, due } });
  await press('done');
  await vi.waitFor(() => expect(document.activeElement?.className).toBe('prompt'));
});
