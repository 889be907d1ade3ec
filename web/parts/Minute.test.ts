// A game in one minute: three pictures and three sentences, or nothing.
import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, expect, it, vi } from 'vitest';
import * as games from '../lib/games.ts';
import Minute from './Minute.svelte';

afterEach(cleanup);
const drawn = Object.keys(import.meta.glob('../../salon/games/*/Minute.svelte')).map(
  (path) => path.split('/').at(-2) ?? '',
);

it.each(drawn)(
  '%s is told in three steps, in order, without pictures for those who hear them',
  async (game) => {
    render(Minute, { game });
    const steps = await screen.findAllByRole('listitem');
    expect(steps.map((step) => step.querySelectorAll('[aria-hidden="true"] svg').length)).toEqual([1, 1, 1]);
    expect(steps.map((step) => step.querySelector('p')?.textContent)).not.toContain('');
    expect(new Set(steps.map((step) => step.textContent)).size).toBe(3);
  },
);

it('shows nothing of a game that has none', async () => {
  const asked = vi.spyOn(games, 'textsOf').mockResolvedValue({});
  const { container } = render(Minute, { game: 'nim' });
  await vi.waitFor(() => expect(asked).toHaveBeenCalled());
  expect(container.textContent).toBe('');
});
