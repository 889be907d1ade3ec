// A name that is missing or taken is said by the field, which gets the focus.
import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, expect, it, vi } from 'vitest';
import type { Table } from '../lib/table.svelte.ts';
import { SYMBOLS, type SeatInfo } from '../lib/wire.ts';
import SitForm from './SitForm.svelte';

const asked = vi.fn(
  async (..._: unknown[]) =>
    new Response(JSON.stringify({ key: 'name_taken', details: {} }), { status: 409 }),
);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  asked.mockClear();
});

async function sit(name: string) {
  localStorage.clear();
  vi.stubGlobal('fetch', asked);
  const sat = vi.fn();
  render(SitForm, { table: { id: 'x', sat } as unknown as Table, seats: [] });
  const field = screen.getByLabelText<HTMLInputElement>('sit.name');
  await fireEvent.input(field, { target: { value: name } });
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'sit.sit' });
  button.focus();
  expect(button.disabled).toBe(false);
  await fireEvent.click(button);
  const why = await screen.findByRole('alert');
  expect(sat).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(field);
  expect(document.getElementById(field.getAttribute('aria-describedby')!)?.contains(why)).toBe(true);
  return why.textContent;
}

it('says that a name is taken', async () => {
  expect(await sit('Ana')).toBe('illegal.name_taken');
});

it('asks for a name without asking the server', async () => {
  expect(await sit('  ')).toBe('illegal.no_name');
  expect(asked).not.toHaveBeenCalled();
});

it.each([
  ['Gathering', false],
  ['Playing', true],
])('leaves the symbol of a bot to people before the game alone (%s)', (type, taken) => {
  const seats = [{ holder: 'bot', symbol: 'key' }] as unknown as SeatInfo[];
  render(SitForm, { table: { id: 'x', message: { type } } as unknown as Table, seats });
  const key = screen.getAllByRole<HTMLInputElement>('radio')[SYMBOLS.indexOf('key')];
  expect(key?.disabled).toBe(taken);
});

it('says what it is to share a device, and asks for the name of the other person', () => {
  localStorage.setItem('salon.name', '"Ana"');
  render(SitForm, { table: { id: 'x' } as unknown as Table, seats: [], another: true });
  expect(screen.getByText('gather.another.about')).not.toBeNull();
  expect(screen.getByLabelText<HTMLInputElement>('sit.name.another').value).toBe('');
});
