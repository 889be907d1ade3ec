// The album of a circle: favourites on top, the newest first, and what may be done about each table.
import { cleanup, fireEvent, render, screen, within } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { entry } from '../lib/album.fixtures.ts';
import { inCircle, member, SilentSocket } from '../lib/circle.fixtures.ts';
import { leaveCircle } from '../lib/circle.svelte.ts';
import type { AlbumEntry } from '../lib/wire.ts';
import Album from './Album.svelte';

const ana = member(0, 'Ana', { host: true, mine: true });
const asked: { path: string; body: unknown }[] = [];
let pages: Record<string, object> = {};
const album = (entries: AlbumEntry[], more: object = {}) => ({
  entries,
  earlier: 0,
  favourites: [],
  ...more,
});
let since = 10; // no table is of this evening
const standings = { tables: 1, people: [], teams: [], games: ['toy'], awards: [] };

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = () => undefined;
  vi.stubGlobal('WebSocket', SilentSocket);
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  asked.length = 0;
  since = 10;
  vi.stubGlobal('fetch', async (url: string, { body }: { body: string | null }) => {
    const path = url.replace('/api/circles/c/', '');
    asked.push({ path, body: body && JSON.parse(body) });
    const known = path.startsWith('standings') ? { since, ...standings } : pages[path];
    return known ? new Response(JSON.stringify(known)) : new Response('null');
  });
});
afterEach(() => {
  cleanup();
  leaveCircle();
  vi.unstubAllGlobals();
});

async function open(found: object, people = [ana], more = {}): Promise<HTMLElement[]> {
  pages = { album: found, ...more };
  inCircle({ people });
  render(Album, { id: 'c' });
  return screen.findAllByRole('article');
}
const results = (articles: HTMLElement[]) =>
  articles.map((one) => within(one).queryAllByRole('link')[0]?.getAttribute('href'));

it('has favourites on top, also old ones, and then the newest first', async () => {
  const liked = { favourite: [1] };
  const articles = await open(
    album([entry('new', { at: 9 }), entry('mid', { at: 8, ...liked }), entry('old', { at: 7 })], {
      favourites: [entry('ancient', { at: 1, ...liked })],
    }),
  );
  expect(results(articles)).toEqual(['/t/mid', '/t/ancient', '/t/new', '/t/old']);
});

it('says who won', async () => {
  const [article] = await open(album([entry('t', { winners: [1] })]));
  const won = within(article!)
    .getAllByRole('listitem')
    .filter((one) => one.textContent!.includes('seat.won'));
  expect(won.map((one) => one.textContent)).toEqual([expect.stringContaining('Bob')]);
});

it('leads nowhere from a table whose moves were deleted', async () => {
  const [article] = await open(album([entry('t', { cleared: true })]));
  expect(within(article!).queryAllByRole('link')).toEqual([]);
  expect(article!.textContent).toContain('album.cleared');
});

it('fetches what was made at a table when somebody looks, and not before', async () => {
  const [article] = await open(album([entry('t', { kept: 2 })]));
  const tale = { type: 'Tale', lines: [['Once upon a time', 1]] };
  const verse = { type: 'Verse', title: 'Spring', lines: ['Roses', 'Violets'], by: 0, loved: 1 };
  pages['/api/tables/t/keepsakes'] = { names: ['Ana', 'Bob'], keepsakes: [verse, tale] };
  expect(asked.some(({ path }) => path.includes('keepsakes'))).toBe(false);
  const details = article!.querySelector('details')!;
  details.open = true;
  await fireEvent(details, new Event('toggle'));
  const told = await within(article!).findByText(/Once upon a time/);
  expect(told.textContent).toContain('Bob');
  expect(within(article!).getByText('Violets').textContent).toContain('♥');
});

it('loads earlier ones when they are asked for', async () => {
  await open(album([entry('new', { at: 9 })], { earlier: 1 }));
  pages['album?before=1'] = album([entry('old', { at: 1 })]);
  await fireEvent.click(screen.getByRole('button', { name: /album.earlier/ }));
  await vi.waitFor(() => expect(results(screen.getAllByRole('article'))).toEqual(['/t/new', '/t/old']));
});

it('keeps a table as a favourite of mine', async () => {
  await open(album([entry('t')]));
  await fireEvent.click(screen.getByRole('button', { name: /album.like/ }));
  expect(asked).toContainEqual({ path: 'favourite', body: { table: 't', liked: true } });
});

it('deletes a table only for a host, who has said so twice', async () => {
  await open(album([entry('t')]), [member(0, 'Ana', { mine: true })]);
  expect(screen.queryByRole('button', { name: /album.forget/ })).toBeNull();
  cleanup();
  leaveCircle();
  await open(album([entry('t')]));
  await fireEvent.click(screen.getByRole('button', { name: /album.forget/ }));
  expect(asked.some(({ path }) => path === 'forget')).toBe(false);
  const sure = screen.getByRole('dialog');
  await fireEvent.click(within(sure).getByRole('button', { name: 'album.forget' }));
  expect(asked).toContainEqual({ path: 'forget', body: { table: 't' } });
});

it('dissolves the circle only when its name was written', async () => {
  await open(album([entry('t')]));
  await fireEvent.click(screen.getByRole('button', { name: 'album.dissolve' }));
  const sure = within(screen.getByRole('dialog'));
  const go = sure.getByRole<HTMLButtonElement>('button', { name: 'album.dissolve' });
  expect(go.disabled).toBe(true);
  await fireEvent.input(sure.getByRole('textbox'), { target: { value: ' CIRCLE.of  name=Ana ' } });
  expect(go.disabled).toBe(false);
  await fireEvent.click(go);
  await vi.waitFor(() => expect(asked.some(({ path }) => path === 'dissolve')).toBe(true));
});

it('offers to a visitor what there is to read, and nothing to delete', async () => {
  await open(album([entry('t')]), [member(0, 'Ana', { host: true })]);
  expect(screen.getByRole('link', { name: /album.print/ }).getAttribute('href')).toMatch(/album\.html/);
  for (const name of [/album.like/, /album.forget/, 'album.texts', 'album.dissolve'])
    expect(screen.queryByRole('button', { name })).toBeNull();
});

it('draws the last evening, and tells it to who cannot see', async () => {
  since = 5;
  await open(
    album([entry('new', { at: 9, winners: [1] }), entry('old', { at: 5 }), entry('before', { at: 4 })]),
  );
  const told = (await screen.findByRole('img', { name: /evening.about/ })).getAttribute('alt');
  expect(told).toMatch(/n=1 game=toy names=Ana\. .*n=2 game=toy names=Bob\.$/);
});

it('has a page for each day whose puzzle somebody solved, which a host may delete', async () => {
  const who = { name: 'Ana', symbol: 'moon', person: 0, character: null };
  const page = { game: 'toy', day: '2026-01-05', people: [who], first_try: [true] };
  await open(album([entry('t')]), [ana], { puzzles: { pages: [page], earlier: 0 } });
  const link = await screen.findByRole('link', { name: /January/ });
  expect(link.getAttribute('href')).toBe('/puzzle/toy/2026-01-05?circle=c');
  expect(link.closest('li')?.textContent).toContain('Ana');
  await fireEvent.click(screen.getByRole('button', { name: /album.puzzle.forget/ }));
  const sure = within(screen.getByRole('dialog'));
  await fireEvent.click(sure.getByRole('button', { name: 'album.puzzle.forget' }));
  expect(asked).toContainEqual({ path: 'forget-puzzle', body: { game: 'toy', day: '2026-01-05' } });
});
