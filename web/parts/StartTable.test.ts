import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, expect, it, vi } from 'vitest';
import * as api from '../lib/api.ts';
import StartTable from './StartTable.svelte';

vi.mock('../lib/api.ts', async (original) => ({
  ...(await original<typeof api>()),
  fill: vi.fn(() => Promise.resolve(null)),
  start: vi.fn(() => Promise.resolve(null)),
}));

const say = (key: string) => key;
const shows = (more: object) =>
  render(StartTable, { id: 'x', empty: 0, missing: '', outside: '', starting: false, say, ...more });
const button = () => screen.getByRole('button');

afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});

it('is loud when everybody is here', async () => {
  shows({});
  expect(button().classList).toContain('primary');
  await fireEvent.click(button());
  expect([vi.mocked(api.fill).mock.calls.length, vi.mocked(api.start).mock.calls]).toEqual([0, [['x']]]);
});

it('names who is here and has no seat', () => {
  shows({ outside: 'Without a seat: Ugo.' });
  expect(screen.getByText('Without a seat: Ugo.')).not.toBeNull();
  expect(button().classList).toContain('primary');
});

it('says which seats are empty, and gives them to bots with the same tap', async () => {
  shows({ empty: 2 });
  expect(button().classList).not.toContain('primary');
  expect(button().textContent).toContain('gather.with_bots');
  expect(screen.getByText(/^gather\.empty n=2/)).not.toBeNull();
  await fireEvent.click(button());
  await vi.waitFor(() => expect(api.start).toHaveBeenCalledWith('x'));
  expect(api.fill).toHaveBeenCalledWith('x', null);
});

it('is quiet while somebody is away, who may yet come', () => {
  shows({ missing: 'Bob is not here.' });
  expect([button().classList.contains('primary'), button().textContent]).toEqual([false, 'gather.start']);
  expect(screen.getByText('Bob is not here.')).not.toBeNull();
});
