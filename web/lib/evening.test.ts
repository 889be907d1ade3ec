// The picture of an evening tells who won what, in order, whatever people are called.
import { expect, it } from 'vitest';
import { entry } from './album.fixtures.ts';
import { draw, plot, won } from './evening.ts';
import type { Palette } from './palette.ts';

const colours: Palette = {
  ground: '#fff',
  ink: '#000',
  muted: '#666',
  line: '#ccc',
  on: '#fff',
  players: Array.from({ length: 9 }, (_, at) => `#00000${at}`),
};
const tables = [
  entry('a', { winners: [1] }),
  entry('b', { game: 'chess', winners: [0, 1] }),
  entry('c', { winners: [1] }),
];
const drawn = (...more: typeof tables) =>
  new DOMParser().parseFromString(
    draw(
      plot(
        [...tables, ...more],
        (game) => `<${game}>`,
        () => 'M0 0',
      ),
      colours,
      'Tom & Jerry',
      'May',
    ),
    'image/svg+xml',
  );

it('has a line for each person, who won most first, and nobody for a bot', () => {
  const { rows, games } = plot(
    tables,
    (game) => game,
    () => '',
  );
  expect(rows.map((row) => [row.name, won(row), row.marks])).toEqual([
    ['Bob', 3, ['won', 'won', 'won']],
    ['Ana', 1, ['played', 'won', 'played']],
  ]);
  expect(games).toEqual(['toy', 'chess', 'toy']);
});

it('counts victories as the evening goes on', () => {
  const discs = drawn().querySelectorAll('circle[r="17"] + text');
  expect(Array.from(discs, (one) => one.textContent)).toEqual(['1', '2', '3', '1']);
});

it('is well-formed whatever people and games are called', () => {
  const nasty = entry('d', { winners: [] });
  nasty.seats[0]!.name = '"><script>alert(1)</script>&\u0007';
  const picture = drawn(nasty);
  expect(picture.querySelector('parsererror')).toBeNull();
  expect(picture.querySelector('script')).toBeNull();
  expect(picture.documentElement.textContent).toContain('Tom & Jerry');
});

it('marks nothing where somebody was not there', () => {
  const alone = entry('d', { winners: [0] });
  alone.seats = alone.seats.slice(0, 1);
  const { rows } = plot(
    [...tables, alone],
    (game) => game,
    () => '',
  );
  expect(rows.find(({ name }) => name === 'Bob')!.marks.at(-1)).toBeNull();
});
