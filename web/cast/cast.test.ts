// The people of the house: what they say, when, and to whom.
import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { SeatFace } from '../board/board.ts';
import Face from '../parts/Face.svelte';
import Seats from '../parts/Seats.svelte';
import { choose } from '../lib/settings.svelte.ts';
import { faces, type Table } from '../lib/table.svelte.ts';
import type { Gathering } from '../lib/scene.ts';
import { nobody } from '../lib/scene.fixtures.ts';
import type { SeatInfo } from '../lib/wire.ts';
import { castWords, levelName, levelsOf, meet, showFaces } from './cast.svelte.ts';
import Chooser from './Chooser.svelte';
import { Greetings } from './greetings.svelte.ts';
import Parting from './Parting.svelte';

const company = {
  levels: { novice: { moka: 'Moka', pip: 'Pip' }, sly: { vera: 'Vera' } },
  strengths: { novice: 'gentle', sly: 'sharp' },
};
beforeEach(async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify(company))));
  choose({ language: 'en' });
  await meet('bluff');
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const ana: SeatInfo = { ...nobody, holder: 'player', name: 'Ana', symbol: 'moon', here: true };
const bot = (character: string, level: string): SeatInfo => ({
  ...nobody,
  holder: 'bot',
  name: character === 'pip' ? 'Pip' : 'Vera',
  symbol: 'rose',
  level,
  character,
});
const [pip, vera] = [bot('pip', 'novice'), bot('vera', 'sly')];
const drawn = (...seats: SeatInfo[]) => faces(seats, (key) => key);
const hello = (character: string) => [1, 2].map((n) => castWords(`cast.${character}.sits.${n}`));

it('greets who saw them come, and nobody who comes later or reloads', () => {
  vi.useFakeTimers();
  const greetings = new Greetings('t');
  greetings.see([ana, vera, nobody]);
  expect(greetings.lines).toEqual({});
  greetings.see([ana, vera, pip]);
  expect(Object.keys(greetings.lines)).toEqual(['2']);
  expect(hello('pip')).toContain(greetings.lines[2]);
  vi.advanceTimersByTime(10_000);
  expect(greetings.lines).toEqual({});
  greetings.see([ana, pip, vera]); // they have changed seats
  expect(greetings.lines).toEqual({});
});

it('lets two of a crowd speak', () => {
  const greetings = new Greetings('t');
  greetings.see([ana, nobody, nobody, nobody]);
  greetings.see([ana, vera, pip, bot('moka', 'novice')]);
  expect(Object.keys(greetings.lines)).toEqual(['1', '2']);
  greetings.close();
});

const parting = (winners: number[], table = 't') => {
  const shown = drawn(ana, pip, vera);
  const result = { winners, scores: [0, 0, 0], reason: 'points', teams: [] };
  const { container } = render(Parting, { table, faces: shown, result });
  const lines = [...container.querySelectorAll('.said')].map((one) => one.textContent);
  cleanup();
  return lines;
};

it('has one who won and one who did not speak at the end, always the same', () => {
  expect(parting([2])).toEqual([castWords('cast.vera.won'), castWords('cast.pip.lost')]);
  expect(parting([2])).toEqual(parting([2]));
  expect(parting([0])).toHaveLength(1);
  const tables = ['a', 'b', 'c', 'd', 'e', 'f'].flatMap((table) => parting([0], table));
  expect(new Set(tables)).toEqual(new Set([castWords('cast.pip.lost'), castWords('cast.vera.lost')]));
});

it('says nothing at the end of a table without them', () => {
  const result = { winners: [0], scores: [0], reason: 'points', teams: [] };
  const { container } = render(Parting, { table: 't', faces: drawn(ana), result });
  expect(container.textContent).toBe('');
});

it('draws the face of a character with its symbol, and of a person the symbol alone', async () => {
  await showFaces([pip]);
  const [person, character] = drawn(ana, pip) as [SeatFace, SeatFace];
  const one = render(Face, { face: character }).container;
  expect(one.querySelectorAll('svg')).toHaveLength(2);
  expect(one.querySelector('.badge svg')).not.toBeNull();
  cleanup();
  expect(render(Face, { face: person }).container.querySelectorAll('svg')).toHaveLength(1);
});

it('calls bots of an older Salon what they are', () => {
  const old = { ...nobody, holder: 'bot', level: 'sly' } as SeatInfo;
  const shown = drawn(vera, old, old);
  expect(shown.map(({ name }) => name)).toEqual(['Vera', 'bot.sly', 'bot.sly 2']);
  expect(shown.map(({ character }) => character)).toEqual(['vera', null, null]);
});

it('says in the lobby what somebody is like and how strong', () => {
  const seats = [ana, vera];
  const message = { type: 'Gathering', table: { game: 'bluff' }, seats, teams: [] } as unknown as Gathering;
  render(Seats, { table: { id: 't', host: false } as Table, message, faces: drawn(...seats) });
  expect(screen.getAllByRole('listitem')[1]!.textContent).toContain(
    'counts everybody’s cards · a sharp opponent',
  );
});

it('offers everybody, by strength, but nobody twice', () => {
  const seats = [ana, vera, pip];
  const chosen: (string | null)[] = [];
  render(Chooser, { game: 'bluff', seat: pip, seats, choose: (one) => chosen.push(one) });
  expect(screen.getAllByRole('heading').map((one) => one.textContent?.trim().split(/\s/)[0])).toEqual([
    'Gentle',
    'Sharp',
  ]);
  for (const name of [/^Gentle/, /^Sharp/]) expect(screen.getByRole('region', { name })).toBeDefined();
  expect(screen.getByRole('button', { name: /Vera/ })).toHaveProperty('disabled', true);
  expect(screen.getByRole('button', { name: /Pip/ }).getAttribute('aria-pressed')).toBe('true');
  screen.getByRole('button', { name: /Moka/ }).click();
  screen.getByRole('button', { name: 'seat.no_bot' }).click();
  expect(chosen).toEqual(['moka', null]);
});

it('calls a level by its own name where bots differ in taste', () => {
  expect(levelName('bluff', 'sly', 'strength', (key) => key)).toBe('a sharp opponent');
  expect(levelName('poets', 'comic', 'strength', (key) => key)).toBe('bot.comic');
  expect(levelsOf('bluff').map(([level]) => level)).toEqual(['novice', 'sly']);
});
