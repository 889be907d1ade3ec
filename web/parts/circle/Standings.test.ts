// Standings: people ranked, bots apart, teams pooled, and strength in plain words.
import { cleanup, fireEvent, render, screen, within } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Standing } from '../../lib/wire.ts';
import Standings from './Standings.svelte';

const one = (name: string, person: number | null, more: Partial<Standing> = {}): Standing => ({
  ...{ name, person, symbol: 'moon', played: 3, won: 1, shared: 0, rating: 27.2, doubt: 2.1 },
  ...more,
});
let people: Standing[] = [];
const asked: string[] = [];

beforeEach(() => {
  asked.length = 0;
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    const teams = [{ name: 'Owls', people: [0, 1], won: 4 }];
    return new Response(
      JSON.stringify({ since: 1, tables: 3, people, teams, games: ['x', 'y'], awards: [] }),
    );
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});
const nameOf = (person: number) => ['Ana', 'Bob'][person]!;
async function show(...found: Standing[]) {
  people = found;
  render(Standings, { id: 'c', changes: 0, nameOf });
  return screen.findByRole('table');
}

it('has bots apart, without a rank, and teams with what they won together', async () => {
  const table = await show(one('Ana', 0), one('Bob', 1), one('Botilda', null));
  expect(
    within(table)
      .getAllByRole('rowheader')
      .map((row) => row.textContent!.trim()),
  ).toEqual(['Ana', 'Bob']);
  expect(screen.getByText('Botilda')).toBeTruthy();
  expect(screen.getByText('Owls').closest('li')!.textContent).toContain('Ana, Bob');
});

it('says for ever how strong somebody is, how sure that is, and what it means', async () => {
  await show(one('Ana', 0), one('Bob', 1, { rating: null, doubt: null }));
  expect(screen.queryByText('27 ± 4')).toBeNull();
  await fireEvent.click(screen.getByRole('radio', { name: 'standings.ever' }));
  expect((await screen.findByText('27 ± 4')).closest('tr')!.textContent).toContain('Ana');
  expect(screen.getByText('standings.rating.about')).toBeTruthy();
  expect(screen.getByText('–')).toBeTruthy();
  expect(asked.some((url) => url.includes('tonight=false'))).toBe(true);
});

it('asks for one game', async () => {
  await show(one('Ana', 0));
  await fireEvent.change(screen.getByRole('combobox'), { target: { value: 'y' } });
  await vi.waitFor(() => expect(asked.some((url) => url.includes('game=y'))).toBe(true));
});

it('has a column for shared victories where there are any', async () => {
  await show(one('Ana', 0));
  expect(screen.queryByText('album.shared')).toBeNull();
  cleanup();
  await show(one('Ana', 0, { shared: 1 }));
  expect(screen.getByText('album.shared')).toBeTruthy();
});
