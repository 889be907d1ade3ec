// Where things stand on the drawing of a tower: rungs, ribbons, steps, windows, hearts.
import type { Floors, Tower } from './scene.ts';

export const WIDTH = 100;
export const HEIGHT = 262;
const TOP = 28; // of the wall
const WALL = 208; // its height

export interface Storey {
  number: number; // from the bottom
  colour: string;
  top: number;
  height: number;
}

export const storeys = ({ floors, colours }: Tower): Storey[] =>
  colours.map((colour, index) => ({
    number: index + 1,
    colour: `var(--floor-${colour})`,
    top: TOP + WALL - ((index + 1) * WALL) / floors,
    height: WALL / floors,
  }));

const step = ({ floors, squares }: Tower) => WALL / (floors * squares);

/** The ground is half a storey lower, so that each ribbon hangs in the middle of its floor. */
export const groundOf = ({ floors }: Tower): number => TOP + WALL + WALL / floors / 2;

export const rungAt = (tower: Tower, ladder: number): number => groundOf(tower) - ladder * step(tower);

export interface Place {
  x: number;
  y: number;
}

const STAIRS = { left: 77, width: 18 };

/** The stairs turn on every floor; before her first step she stands on the balcony at the top. */
export function stepAt(tower: Tower, stairs: number): Place {
  if (stairs === 0) return { x: 87, y: TOP - step(tower) / 2 };
  const flight = Math.floor((stairs - 1) / tower.squares);
  const part = (((stairs - 1) % tower.squares) + 0.5) / tower.squares;
  const x = STAIRS.left + STAIRS.width * (flight % 2 ? part : 1 - part);
  return { x, y: TOP + (stairs - 0.5) * step(tower) };
}

/** All treads of the stairs, as they are drawn. */
export function treads(tower: Tower): string {
  const width = STAIRS.width / tower.squares;
  return rungs(tower)
    .map((stairs) => stepAt(tower, stairs))
    .map(
      ({ x, y }) =>
        `M${x - width / 2} ${y + step(tower) * 0.62}v${-step(tower) * 0.2}h${width}v${step(tower) * 0.2}`,
    )
    .join('');
}

/** Where those who have met stand: on his floor. */
export const meetingAt = (tower: Tower, lover: number): number => rungAt(tower, lover * tower.squares);

export const rungs = (tower: Tower): number[] =>
  Array.from({ length: tower.floors * tower.squares }, (_, index) => index + 1);

export interface Heart {
  number: number; // from the bottom
  left: boolean;
  right: boolean;
  x: number;
  y: number;
}

const COLUMNS = 3;

/** The string of hearts winds up in rows of three. */
export function heartsOf({ hearts }: Tower, { ladder, stairs }: Pick<Floors, 'ladder' | 'stairs'>): Heart[] {
  const rows = Math.ceil(hearts / COLUMNS);
  return Array.from({ length: hearts }, (_, index) => {
    const row = Math.floor(index / COLUMNS);
    const place = index % COLUMNS;
    const column = row % 2 ? COLUMNS - 1 - place : place;
    return {
      number: index + 1,
      left: index < ladder,
      right: index >= hearts - stairs,
      x: 18 + column * 32,
      y: HEIGHT - 24 - (row * (HEIGHT - 46)) / Math.max(1, rows - 1),
    };
  });
}
