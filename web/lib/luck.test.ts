// What a device remembers of its part in a table's luck, also where two windows write at once.
import { beforeEach, expect, it } from 'vitest';
import { listed, nonceCommitment, sealOf } from './fairness.ts';
import { commit, partOf, reveal } from './luck.ts';
import { recall, remember } from './memory.ts';

let table = 0;
let id = '';
beforeEach(() => {
  localStorage.clear();
  id = `table ${++table}`;
});

const openingOf = (seat: number, made: string) => `salon opening\nnonce ${seat} ${made}`;

it('draws a new nonce each time, and finds the one that was taken', () => {
  const [first, second] = [commit(id, 'c', 1), commit(id, 'c', 1)];
  expect(first).not.toBe(second);
  const opening = openingOf(1, first);
  const nonce = reveal(id, 'c', 1, opening)!;
  expect(nonceCommitment('c', 1, nonce)).toBe(listed(opening, 'nonce')[1]);
  expect(partOf(id).shown).toEqual([sealOf(opening)]);
  expect(partOf(id).drawn.map(({ seal }) => seal)).toEqual([sealOf(opening), '']);
});

it('keeps what it drew though another window, or no storage at all, forgets it', () => {
  const made = commit(id, 'c', 0);
  remember('luck', { [id]: { drawn: [{ seat: 0, nonce: 'of the other window', seal: '' }], shown: [] } });
  expect(partOf(id).drawn).toHaveLength(2);
  localStorage.clear();
  expect(reveal(id, 'c', 0, openingOf(0, made))).toMatch(/^[0-9a-f]{64}$/);
});

it('remembers the last thirty tables', () => {
  for (let n = 0; n < 40; n++) commit(`${id} ${n}`, 'c', 0);
  const kept = Object.keys(recall<Record<string, unknown>>('luck', {}));
  expect([kept.length, kept.at(-1)]).toEqual([30, `${id} 39`]);
});

it('finds the nonces of tables that began before these were committed to', () => {
  remember('nonces', { [id]: { 2: 'ab' } });
  remember('commitments', { [id]: 'c' });
  expect(partOf(id)).toEqual({ drawn: [{ seat: 2, nonce: 'ab', seal: '' }], shown: [], promise: 'c' });
});
