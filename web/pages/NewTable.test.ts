// A new table: options and seats that go together, without a refusal.
import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, expect, it, vi } from 'vitest';
import NewTable from './NewTable.svelte';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const game = {
  name: 'g',
  seats: [2, 3, 4, 5],
  options: { teams: [false, true] },
  defaults: { teams: false },
  bots: [],
  adviser: null,
  files: [],
};

it('sets the number of seats that an option asks for, and offers no other', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(decodeURIComponent(url));
    const found = url.includes('/seats') ? { seats: url.includes('true') ? [2] : [2, 3, 4, 5] } : [game];
    return new Response(JSON.stringify(found));
  });
  render(NewTable, { game: 'g' });
  await vi.waitFor(() =>
    expect(screen.getByText('new.more').closest('details')!.textContent).toContain('option.teams'),
  ); // the only one: a detail
  const number = async (label: string) => await screen.findByLabelText<HTMLInputElement>(label);
  expect((await number('4')).checked).toBe(true);
  await fireEvent.click(await number('option.teams.true'));
  await vi.waitFor(async () => expect((await number('2')).checked).toBe(true));
  expect((await number('3')).disabled).toBe(true);
  expect(screen.getByText(/new.fitting seats=2/)).toBeDefined();
  await fireEvent.click(await number('option.teams.false'));
  await vi.waitFor(async () => expect((await number('3')).disabled).toBe(false));
  expect(asked.filter((url) => url.includes('/seats'))).toEqual([
    '/api/games/g/seats?options={"teams":true}',
    '/api/games/g/seats?options={"teams":false}',
  ]);
});

it('opens the next table of a circle with these options: everybody comes along', async () => {
  const sent: [string, unknown][] = [];
  vi.stubGlobal('fetch', async (url: string, { method, body }: RequestInit) => {
    if (method === 'POST') sent.push([url, JSON.parse(body as string)]);
    return new Response(JSON.stringify(method === 'POST' ? { id: 'c', table: 't' } : [game]));
  });
  render(NewTable, { game: 'g', circle: 'c' });
  await fireEvent.click(await screen.findByRole('button', { name: 'new.open' }));
  await vi.waitFor(() => expect(location.pathname).toBe('/t/t'));
  expect(screen.queryByText('new.seats')).toBeNull();
  expect(screen.queryByText('practise')).toBeNull();
  expect(sent).toEqual([['/api/circles/c/tables', { game: 'g', options: { teams: false }, patience: 45 }]]);
});
