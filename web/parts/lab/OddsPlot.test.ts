// The plot is a slider to the keyboard and to the ear: every step can be reached, and says what it was.
import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, expect, it } from 'vitest';
import { faces } from '../../board/board.fixtures.ts';
import { study } from '../../lib/study.fixtures.ts';
import OddsPlot from './OddsPlot.svelte';

afterEach(cleanup);

function plot(step: number) {
  const picked: number[] = [];
  const opened: number[] = [];
  const { container } = render(OddsPlot, {
    ...{ study, faces: faces(2), step, spoken: 'Ana lied.', say: (key: string) => key },
    pick: (to: number) => picked.push(to),
    open: (at: number) => opened.push(at),
  });
  return { slider: screen.getByRole('slider'), container, picked, opened };
}

it('says everybody’s chances and what was decided', () => {
  const { slider } = plot(2);
  expect(slider.getAttribute('aria-valuetext')).toMatch(/Ana 50%, Bob 50%\. Ana lied\./);
  expect([slider.getAttribute('aria-valuenow'), slider.getAttribute('aria-valuemax')]).toEqual(['2', '6']);
});

it('walks with the arrows, jumps from mark to mark, and opens the step', async () => {
  const { slider, picked, opened } = plot(2);
  for (const key of ['ArrowLeft', 'ArrowRight', 'PageUp', 'PageDown', 'Home', 'End', 'Enter'])
    await fireEvent.keyDown(slider, { key });
  expect(picked).toEqual([1, 3, 3, 1, 0, 6]);
  expect(opened).toEqual([2]);
});

it('marks what was done by its shape, and rings what was costly', () => {
  const { container } = plot(0);
  const marks = [...container.querySelectorAll('.mark')];
  expect(marks).toHaveLength(3);
  expect(marks.map((one) => one.classList.contains('costly'))).toEqual([false, true, true]);
  expect(new Set(marks.map((one) => one.querySelector('path')?.getAttribute('d'))).size).toBe(2);
});
