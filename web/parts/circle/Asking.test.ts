// Whoever is here, wherever they are, is asked whether somebody is who they say.
import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { inCircle, member, SilentSocket } from '../../lib/circle.fixtures.ts';
import { leaveCircle } from '../../lib/circle.svelte.ts';
import { go } from '../../lib/router.svelte.ts';
import Asking from './Asking.svelte';

const asked = vi.fn(async (..._: [string, RequestInit]) => new Response('null'));
const me = member(0, 'Bob', { mine: true });
const ana = member(1, 'Ana', { here: false });

beforeEach(() => {
  vi.stubGlobal('fetch', asked);
  vi.stubGlobal('WebSocket', SilentSocket);
});
afterEach(() => {
  cleanup();
  leaveCircle();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

it.each([
  ['yes', true],
  ['no', false],
])('asks politely, and passes the answer on (%s)', async (word, is_so) => {
  inCircle({ people: [me, ana], claims: [{ person: 1, mine: false }] });
  render(Asking);
  expect(screen.getByRole('status').textContent).toContain('room.claim name=Ana');
  await fireEvent.click(screen.getByRole('button', { name: word }));
  await vi.waitFor(() => expect(asked).toHaveBeenCalledOnce());
  const [url, { body }] = asked.mock.calls[0]!;
  expect([url, JSON.parse(body as string)]).toEqual(['/api/circles/c/vouch', { person: 1, is_so }]);
});

it('asks nobody about what they said themselves, or about themselves', () => {
  inCircle({
    people: [me, ana],
    claims: [
      { person: 1, mine: true },
      { person: 0, mine: false },
    ],
  });
  render(Asking);
  expect(screen.queryByRole('status')).toBeNull();
});

it('asks no stranger', () => {
  inCircle({ people: [ana], claims: [{ person: 1, mine: false }] });
  render(Asking);
  expect(screen.queryByRole('status')).toBeNull();
});

it('tells the old device at its table that it is somebody elsewhere now', () => {
  go('/t/x');
  inCircle({ people: [ana] }).refused = { key: 'person_elsewhere', details: {} };
  render(Asking);
  expect(screen.getByRole('status').textContent).toContain('illegal.person_elsewhere');
});
