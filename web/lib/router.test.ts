// Addresses name pages.
import { expect, it } from 'vitest';
import { read } from './router.svelte.ts';

it('reads every address of the page', () => {
  expect(read('/', '')).toEqual({ page: 'home' });
  expect(read('/c', '')).toEqual({ page: 'code', screen: false });
  expect(read('/tv', '')).toEqual({ page: 'code', screen: true });
  expect(read('/new/whist', '')).toEqual({ page: 'new', game: 'whist', circle: null });
  expect(read('/new/whist', '?circle=abc')).toEqual({ page: 'new', game: 'whist', circle: 'abc' });
  expect(read('/seat/a.b-c.d', '')).toEqual({ page: 'seat', token: 'a.b-c.d', whose: 'seat' });
  expect(read('/person/a.b.c', '')).toEqual({ page: 'seat', token: 'a.b.c', whose: 'person' });
  expect(read('/c/abc/album', '')).toEqual({ page: 'album', id: 'abc' });
  expect(read('/t/abc', '')).toEqual({ page: 'table', id: 'abc' });
  expect(read('/c/abc', '')).toEqual({ page: 'circle', id: 'abc' });
  expect(read('/c/abc/room', '')).toEqual({ page: 'room', id: 'abc' });
  expect(read('/t/abc/lab', '')).toEqual({ page: 'lab', id: 'abc' });
  expect(read('/t/abc/replay', '')).toEqual({ page: 'replay', id: 'abc', step: null });
  expect(read('/t/abc/replay', '?step=7')).toEqual({ page: 'replay', id: 'abc', step: 7 });
  expect(read('/t/abc/replay', '?step=x')).toEqual({ page: 'replay', id: 'abc', step: null });
});

it('is lost elsewhere', () => {
  for (const path of [
    '/new',
    '/t',
    '/t/a/b',
    '/c/abc/cellar',
    '/t/a/replay/x',
    '/seat',
    '/seat/a/b',
    '/%E0%A4%A',
  ])
    expect(read(path, '').page).toBe('lost');
});
