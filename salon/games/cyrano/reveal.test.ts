// Votes are opened one after the other; the towers and the news wait for them.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ranking, Reveal, sheetOf } from './reveal.svelte.ts';
import { look, poem, told } from './scene.fixtures.ts';
import type { Event, View } from './scene.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const gains = [0, 1, 2, 3].map((seat) => ({
  words: [],
  vote: seat < 3 ? 1 : 2,
  agreed: seat < 3 ? 2 : 0,
  line: null,
}));
const before = look({ phase: 'vote', ballot: [1, 2], poems: [poem(1), poem(2, { hidden: true })] });
const stairs = (...marks: number[]) => before.people.map((at, seat) => ({ ...at, stairs: marks[seat]! }));
const after = look({ round: 2, theme: 'The sun', gains, people: stairs(2, 2, 2, 0) });
const opened = (from = 10) =>
  told(
    [0, 1, 2, 3].map((seat): Event => ({
      type: 'Revealed',
      seat,
      poet: 1,
      agreed: 2,
      stairs: 2,
      line: null,
    })),
    from,
  );

function stage() {
  const [shown, sound] = [vi.fn(), vi.fn()];
  return { shown, sound, reveal: new Reveal({ shown, sound }) };
}
const marks = (reveal: Reveal, view: View = after) => reveal.people(view.people).map((at) => at.stairs);

it('keeps the sheet of the round with the titles as they were', () => {
  expect(sheetOf(before, after)).toEqual({
    round: 1,
    theme: 'The moon',
    poems: [
      {
        poet: 1,
        title: 'Ode 1',
        lines: ['a snow-white whale', 'a silver sail', 'the moon is mine', 'a glass of brine'],
      },
      { poet: 2, title: '', lines: [] },
    ],
    gains,
    loved: null,
  });
});

it('ranks poems by the votes that lie open, and lets equals share a place', () => {
  const places = (opened: number[]) =>
    ranking(sheetOf(before, after), opened).map(({ poet, voters, place }) => ({ poet, voters, place }));
  expect(places([])).toEqual([
    { poet: 1, voters: [], place: 1 },
    { poet: 2, voters: [], place: 1 },
  ]);
  expect(places([3, 2])).toEqual([
    { poet: 1, voters: [2], place: 1 },
    { poet: 2, voters: [3], place: 1 },
  ]);
  expect(places([3])).toEqual([
    { poet: 2, voters: [3], place: 1 },
    { poet: 1, voters: [], place: 2 },
  ]);
});

it('applauds once, when the last vote lies open', () => {
  const { reveal, sound } = stage();
  reveal.tell(opened(), 14, before, after);
  vi.advanceTimersByTime(5000);
  reveal.close();
  expect(sound.mock.calls.filter(([name]) => name === 'applause')).toHaveLength(1);
});

it('gives those who have met the stage before the end is told', () => {
  const { reveal, shown } = stage();
  const won = told([{ type: 'Won', seats: [2], reason: 'tower' }], 14);
  const people = after.people.map((at, seat) => ({ ...at, met: seat === 2 }));
  reveal.tell([...opened(), ...won], 14, before, { ...after, round: 1, phase: 'over', people });
  reveal.hurry();
  reveal.close();
  expect([reveal.sheet, reveal.meeting, shown.mock.lastCall]).toEqual([null, [2], [13]]);
  vi.advanceTimersByTime(7000);
  expect(reveal.meeting).toEqual([2]);
  vi.advanceTimersByTime(1500);
  expect([reveal.meeting, shown.mock.lastCall]).toEqual([null, [14]]);
});

it('leaves those who have met at a tap', () => {
  const { reveal } = stage();
  const people = after.people.map((at) => ({ ...at, met: true }));
  reveal.tell(opened(), 14, before, { ...after, round: 1, phase: 'tie', people });
  reveal.close();
  expect(reveal.meeting).toEqual([0, 1, 2, 3]);
  reveal.part();
  expect(reveal.meeting).toBeNull();
});

it('moves no belle and tells no vote before the last seal is broken', () => {
  const { reveal, shown } = stage();
  reveal.tell(opened(), 14, before, after);
  expect([marks(reveal), reveal.opened, reveal.playing]).toEqual([[0, 0, 0, 0], [], true]);
  vi.advanceTimersByTime(900);
  expect([marks(reveal), reveal.opened]).toEqual([[0, 0, 0, 0], [0]]);
  expect(shown).toHaveBeenLastCalledWith(9);
  vi.advanceTimersByTime(5000);
  expect([marks(reveal), reveal.playing]).toEqual([[2, 2, 2, 0], false]);
  expect(shown).toHaveBeenLastCalledWith(14);
});

it('opens everything at once when I have seen enough, and stays until I go on', () => {
  const { reveal } = stage();
  reveal.tell(opened(), 14, before, after);
  reveal.hurry();
  reveal.tell(told([{ type: 'HandedIn', seat: 1 }], 20), 20, after, after);
  expect(reveal.sheet?.round).toBe(1);
  reveal.close();
  expect(reveal.sheet).toBeNull();
});

it('makes way for the next poems, and for an onlooker whatever comes next', () => {
  const mine = stage().reveal;
  mine.tell(opened(), 14, before, after);
  mine.tell([], 14, after, { ...after, phase: 'recital' });
  expect(mine.sheet).toBeNull();
  const other = stage().reveal;
  other.tell(opened(), 14, before, { ...after, seat: null });
  other.tell(told([{ type: 'HandedIn', seat: 1 }], 20), 20, after, { ...after, seat: null });
  expect(other.sheet).toBeNull();
});

it('keeps the end of the game to itself until I go on', () => {
  const { reveal, shown } = stage();
  const won = told([{ type: 'Won', seats: [0], reason: 'tower' }], 14);
  reveal.tell([...opened(), ...won], 14, before, { ...after, round: 1, phase: 'over' });
  vi.advanceTimersByTime(5000);
  expect([reveal.playing, shown.mock.lastCall]).toEqual([false, [13]]);
  reveal.close();
  expect(shown).toHaveBeenLastCalledWith(14);
});

it('tells everything else at once', () => {
  const { reveal, shown } = stage();
  reveal.tell(told([{ type: 'HandedIn', seat: 1 }], 3), 3, before, before);
  expect(shown).toHaveBeenLastCalledWith(3);
});
