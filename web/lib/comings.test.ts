// What the page tells of who came and who hosts, and what it keeps quiet about.
import { expect, it } from 'vitest';
import { Comings } from './comings.svelte.ts';
import { nobody, person } from './scene.fixtures.ts';
import { faces } from './table.svelte.ts';
import type { SeatInfo } from './wire.ts';

const ana: SeatInfo = { ...person('Ana'), host: true };
const bob = person('Bob');
const pip: SeatInfo = { ...nobody, holder: 'bot', level: 'sly', name: 'Pip' };

function told(...looks: SeatInfo[][]): string[] {
  const comings = new Comings();
  for (const seats of looks)
    comings.see(
      seats,
      faces(seats, (key) => key),
    );
  return comings.all.map(({ key }) => key);
}

it('tells who took the place of a bot, and who hosts now', () => {
  expect(told([ana, pip], [ana, bob])).toEqual(['news.took_place']);
  expect(
    told(
      [ana, bob],
      [
        { ...ana, host: false },
        { ...bob, host: true },
      ],
    ),
  ).toEqual(['news.hosts']);
});

it('tells nothing when people only change places', () => {
  expect(told([ana, pip], [pip, ana])).toEqual([]);
  expect(told([ana, bob], [bob, ana])).toEqual([]);
});
