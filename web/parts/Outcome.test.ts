// How it ended, in words: partners with one score stand there once.
import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, expect, it } from 'vitest';
import { faces as drawn } from '../board/board.fixtures.ts';
import type { Playing } from '../lib/scene.ts';
import type { Table } from '../lib/table.svelte.ts';
import Outcome from './Outcome.svelte';

afterEach(cleanup);
const say = (key: string, args: Record<string, unknown> = {}) => [key, ...Object.values(args)].join(' ');

async function rows(scores: number[], teams: number[][], won: number[], view = {}): Promise<string[]> {
  const result = { winners: [0, 2], scores, reason: 'hundred', teams };
  const seats = won.map((won) => ({ won }));
  const message = {
    result,
    seats,
    view,
    table: { game: 'unheard_of' },
    fair: {},
  } as unknown as Playing;
  const table = { id: 'T', mine: [] } as unknown as Table;
  render(Outcome, { table, message, faces: drawn(4), say, come: () => undefined });
  await screen.findAllByText(/result.points/);
  return screen.getAllByRole('listitem').map((one) => one.textContent!.replace(/\s+/g, ' ').trim());
}

it('shows a team once, with its total and what it has won together', async () => {
  const said = await rows(
    [104, 81, 104, 81],
    [
      [0, 2],
      [1, 3],
    ],
    [2, 0, 2, 0],
  );
  expect(said).toHaveLength(2);
  expect(said[0]).toContain('Ana, Cyd');
  expect(said[0]).toContain('result.points 104');
  expect(said[0]).toContain('n=2');
  expect(said[1]).toContain('result.points 81');
});

it('shows everybody where each has a score of their own', async () => {
  const said = await rows([1, 0, 1, 0], [[0, 1]], [1, 0, 1, 0]);
  expect(said).toHaveLength(5); // and who was together
});

it('says what told equal scores apart', async () => {
  await rows([40, 40, 40, 0], [], [1, 0, 1, 0], { tie: 'unplayed' });
  expect(screen.getByText(/reason\.hundred .*tie\.unplayed/)).toBeTruthy();
});
