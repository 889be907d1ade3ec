// The line I was writing survives a reload, goes when it is sent, and no tab wipes out another's.
import { afterEach, expect, it } from 'vitest';
import { Drafts } from './drafts.svelte.ts';

afterEach(() => localStorage.clear());

it('finds a line again after a reload, at its table, its seat and its letter', () => {
  new Drafts('table 0').write('A1', 'and then');
  expect(new Drafts('table 0').of('A1')).toBe('and then');
  expect([new Drafts('table 1').of('A1'), new Drafts('other 0').of('A1')]).toEqual(['', '']);
  expect(new Drafts('table 0').of('B1')).toBe('');
});

it('forgets a line that was sent', () => {
  const drafts = new Drafts('table 0');
  drafts.write('A1', 'and then');
  drafts.write('A1', '');
  expect(new Drafts('table 0').of('A1')).toBe('');
  expect(localStorage.getItem('salon.scilof.drafts')).toBe('{}');
});

it('leaves alone what another tab has begun', () => {
  const [one, other] = [new Drafts('table 0'), new Drafts('table 0')];
  one.write('A1', 'of the one');
  other.write('B1', 'of the other');
  other.write('B1', '');
  expect(new Drafts('table 0').of('A1')).toBe('of the one');
  expect(other.of('A1')).toBe('of the one');
});

it('shows what another tab has written', () => {
  const [one, other] = [new Drafts('table 0'), new Drafts('table 0')];
  one.write('A1', 'and then');
  other.look();
  expect(other.of('A1')).toBe('and then');
});

it('puts a line that was begun too early onto the letter, unless that has one', () => {
  const drafts = new Drafts('table 0');
  drafts.write('', 'Dear Cyd');
  drafts.carry('A1');
  expect([drafts.of(''), drafts.of('A1')]).toEqual(['', 'Dear Cyd']);
  drafts.write('', 'Dear Dan');
  drafts.carry('A1');
  expect([drafts.of(''), drafts.of('A1')]).toEqual(['Dear Dan', 'Dear Cyd']);
});

it('keeps the drafts of few tables', () => {
  for (let table = 0; table < 20; table++) new Drafts(`${table} 0`).write('A1', 'x');
  expect(Object.keys(JSON.parse(localStorage.getItem('salon.scilof.drafts')!))).toHaveLength(8);
  expect(new Drafts('19 0').of('A1')).toBe('x');
});

it('keeps nothing in a replay', () => {
  new Drafts(null).write('A1', 'x');
  expect(localStorage.length).toBe(0);
});
