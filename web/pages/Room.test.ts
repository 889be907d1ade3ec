// The room of a circle: what everybody sees there, and what a host may do.
import { cleanup, fireEvent, render, screen, within } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { inCircle, member, sections, SilentSocket } from '../lib/circle.fixtures.ts';
import { leaveCircle, type Circle } from '../lib/circle.svelte.ts';
import { folders } from '../lib/games.ts';
import { given } from '../lib/given.ts';
import type { CircleSections, Now } from '../lib/wire.ts';
import Room from './Room.svelte';

const games = folders.map((name) => ({ name, seats: [2, 3, 4] }));
const asked = vi.fn(
  async (url: string, _: RequestInit) =>
    new Response(JSON.stringify(url === '/api/games' ? games : { id: 'c', table: 't' })),
);
const sent = () =>
  asked.mock.calls
    .filter(([, { method }]) => method === 'POST')
    .map(([url, { body }]) => [url.replace('/api/circles/c', ''), JSON.parse(body as string)]);

const ana = member(0, 'Ana', { host: true });
const bob = member(1, 'Bob', { symbol: 'rose' });
const eva = member(2, 'Eva', { here: false });
const info = (more: object) => ({ circle: { ...sections().circle, ...more } });
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const closed = () => vi.waitFor(() => expect(document.querySelector('dialog')).toBeNull());

let circle: Circle;
function show(me: number | null, more: Partial<CircleSections> = {}) {
  const people = [ana, bob, eva].map((one) => ({ ...one, mine: one.number === me }));
  circle = inCircle({ people, ...more });
  render(Room, { id: 'c' });
}
const asHost = (more: Partial<CircleSections> = {}) => show(0, more);
const asGuest = (more: Partial<CircleSections> = {}) => show(1, more);

beforeEach(() => {
  localStorage.clear();
  history.replaceState(null, '', '/c/c/room');
  vi.stubGlobal('fetch', asked);
  vi.stubGlobal('WebSocket', SilentSocket);
});
afterEach(() => {
  cleanup();
  leaveCircle();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

it('is called after its host until the host calls it something else', async () => {
  asHost();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('circle.of name=Ana');
  await press('room.rename');
  await fireEvent.input(screen.getByLabelText('room.name'), { target: { value: ' Montagsrunde ' } });
  await press('room.save');
  await vi.waitFor(() => expect(sent()).toEqual([['/rules', { name: 'Montagsrunde' }]]));
  await vi.waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'room.rename' })),
  );
});

it('shows who is here and who is not, who hosts and who rather watches', () => {
  asGuest({ people: [ana, { ...bob, mine: true, watches: true }, eva] });
  const names = (list: HTMLElement) =>
    within(list)
      .getAllByRole('listitem')
      .map((one) => one.textContent);
  const [here, away] = screen
    .getAllByRole('list')
    .slice(0, 2)
    .map(names)
    .map((all) => all.map((one) => one!.replace(/\s+/g, ' ').trim()));
  expect(here).toEqual(['Bob seat.mine room.watches', 'Ana seat.host']);
  expect(away).toEqual(['Eva seat.away']);
});

it('says aloud who comes and who goes', async () => {
  asGuest();
  await tick();
  const people = circle.people.map((one) => ({ ...one, here: one.name !== 'Ana' }));
  circle.sections = { ...sections(), people };
  await screen.findByText('room.came names=Eva room.went names=Ana');
});

it('lets everybody say whether they are in for the next game, and what they are called', async () => {
  asGuest();
  await fireEvent.click(screen.getByRole('switch', { name: /door.next/ }));
  await press(/^Bob/);
  await press('sit.change');
  await fireEvent.input(screen.getByLabelText('sit.name'), { target: { value: 'Robert' } });
  await press('room.save');
  await vi.waitFor(() => expect(sent()).toHaveLength(2));
  expect(sent()).toEqual([
    ['/want', { plays: false }],
    ['/enter', { name: 'Robert', symbol: 'rose' }],
  ]);
});

it('gives guests no say about others, and no lock', () => {
  asGuest();
  expect(screen.queryByRole('button', { name: /^Ana/ })).toBeNull();
  expect(screen.queryByRole('switch', { name: /room.lock/ })).toBeNull();
  expect(screen.queryByRole('button', { name: 'room.rename' })).toBeNull();
});

it('lets a host name another, hand over, and lock', async () => {
  asHost();
  await press(/^Bob/);
  await press('room.make_host');
  await vi.waitFor(() => expect(sent()).toEqual([['/host', { person: 1, hosts: true }]]));
  await closed();
  await press(/^Bob/);
  await press('seat.make_host');
  await vi.waitFor(() => expect(sent().at(-1)).toEqual(['/host', { person: 0, hosts: false }]));
  await closed();
  await fireEvent.click(screen.getByRole('switch', { name: /room.lock/ }));
  await vi.waitFor(() => expect(sent().at(-1)).toEqual(['/rules', { locked: true }]));
});

it('sends nobody away without asking again', async () => {
  asHost();
  await press(/^Bob/);
  await press('room.remove');
  expect(sent()).toEqual([]);
  screen.getByText('room.remove.sure name=Bob');
  await press('room.remove');
  await vi.waitFor(() => expect(sent()).toEqual([['/remove', { person: 1 }]]));
});

it('lets somebody host where no host has been for long', async () => {
  asGuest(info({ may_take_over: true }));
  await press('room.take_over');
  await vi.waitFor(() => expect(sent()).toEqual([['/take-over', {}]]));
});

it('leads to every table that is open', () => {
  const tables = [
    { id: 'long', game: 'swap', started: true },
    { id: 'new', game: 'nim', started: false },
  ];
  asGuest({ now: { where: 'lobby', table: 'new', game: 'nim', tables } });
  const open = within(screen.getByRole('region', { name: 'room.tables' }));
  const links = open.getAllByRole('link');
  expect(links.map((one) => one.getAttribute('href'))).toEqual(['/t/new', '/t/long']);
  expect(links[0]!.textContent).toContain('home.gathers');
  expect(links[1]!.textContent).toContain('room.running');
});

it('opens the next table with one tap of a host, and goes there', async () => {
  asHost();
  await fireEvent.click((await screen.findAllByRole('button', { name: /^circle.play/ }))[0]!);
  await vi.waitFor(() => expect(location.pathname).toBe('/t/t'));
  expect(sent()).toEqual([['/tables', { game: folders[0] }]]);
});

it('asks first while a game is being played: whoever plays there does not come along', async () => {
  asHost({ now: { where: 'table', table: 'x', game: given(folders[1]), tables: [] } });
  await fireEvent.click((await screen.findAllByRole('button', { name: /^circle.play/ }))[0]!);
  const sure = await screen.findByRole('button', { name: 'room.beside', hidden: true });
  expect(sent()).toEqual([]);
  await fireEvent.click(sure);
  await vi.waitFor(() => expect(sent()).toEqual([['/tables', { game: folders[0] }]]));
});

it('leads a host to the options of a game in this circle', async () => {
  asHost();
  const [first] = await screen.findAllByRole('link', { name: /^room.options/ });
  expect(first!.getAttribute('href')).toBe(`/new/${folders[0]}?circle=c`);
});

it('shows guests who would like which game, and asks them too', async () => {
  asGuest({ wishes: { [folders[1]!]: [0, 2] } });
  await screen.findByText('circle.likers names=Ana, Eva');
  expect(screen.queryByRole('button', { name: /^circle.play/ })).toBeNull();
  await fireEvent.click(screen.getAllByRole('button', { name: /^circle.like/ })[1]!);
  await vi.waitFor(() => expect(sent()).toEqual([['/like', { game: folders[1], liked: true }]]));
});

it('forms a team of two at least, changes it and dissolves it', async () => {
  asGuest({ teams: [{ name: 'Owls', people: [0, 1] }] });
  await press('room.team.form');
  await fireEvent.input(screen.getByLabelText('room.team.name'), { target: { value: 'Larks' } });
  await press('room.save');
  await screen.findByText('illegal.team_of_two');
  await fireEvent.click(screen.getByRole('checkbox', { name: 'Eva' }));
  await press('room.save');
  await vi.waitFor(() => expect(sent()).toEqual([['/team', { name: 'Larks', people: [1, 2] }]]));
  await closed();
  await press('room.team.change name=Owls');
  await press('room.team.dissolve');
  await vi.waitFor(() => expect(sent().at(-1)).toEqual(['/team', { name: 'Owls', people: [] }]));
});

it('asks who comes new first who they are, with the name they go by', async () => {
  localStorage.setItem('salon.name', '"Nora"');
  show(null);
  expect(screen.queryByText('room.games')).toBeNull();
  expect(screen.queryByRole('switch')).toBeNull();
  await press('room.come_in');
  await vi.waitFor(() => expect(sent()).toEqual([['/enter', { name: 'Nora', symbol: 'quill' }]]));
});

it('offers who lost the cookie the names of those who are not here, and says that it waits', async () => {
  const again = vi.spyOn(Object.getPrototypeOf(inCircle()) as Circle, 'comeAgain');
  show(null);
  expect(screen.getAllByRole('button', { name: /^room.i_am/ })).toHaveLength(1);
  await press('room.i_am name=Eva');
  await vi.waitFor(() => expect(again).toHaveBeenCalled());
  expect(sent()).toEqual([['/claim', { person: 2 }]]);
  circle.sections = { ...circle.sections!, claims: [{ person: 2, mine: true }] };
  await screen.findByText('room.asked name=Eva');
  circle.sections = { ...circle.sections!, claims: [] };
  await screen.findByText('room.not_you name=Eva');
});

it('goes where the others are when it is known again', async () => {
  show(null);
  await tick();
  const now: Now = { where: 'table', table: 'x', game: 'nim', tables: [] };
  circle.sections = { ...circle.sections!, people: [{ ...eva, mine: true, here: true }], now };
  circle.recognised += 1;
  await vi.waitFor(() => expect(location.pathname).toBe('/t/x'));
});

it.each(['circle_locked', 'sent_away', 'person_elsewhere', 'no_such_circle'])(
  'says why it is closed, and what to do (%s)',
  async (key) => {
    circle = inCircle();
    circle.refused = { key, details: {} };
    render(Room, { id: 'c' });
    screen.getByText(`illegal.${key}`);
    screen.getByText(`room.hint.${key}`);
    const again = screen.queryByRole('button', { name: /room.(try|here_again)/ });
    expect(again !== null).toBe(key !== 'no_such_circle');
  },
);
