// A refusal is always in sight.
import { cleanup, render } from '@testing-library/svelte';
import { afterEach, expect, it, vi } from 'vitest';
import { Refusal as Refused } from '../lib/api.ts';
import Refusal from './Refusal.svelte';

afterEach(cleanup);

it('comes into sight, and again when it is another one', async () => {
  const seen = vi.fn();
  HTMLElement.prototype.scrollIntoView = seen;
  const { rerender } = render(Refusal, { problem: null });
  expect(seen).not.toHaveBeenCalled();
  await rerender({ problem: new Refused('locked') });
  await rerender({ problem: new Refused('seat_taken') });
  expect(seen).toHaveBeenCalledTimes(2);
});
