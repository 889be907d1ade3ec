// The nine shapes as they lie in the tray: true to scale, turned so that they lie flat.
import { given } from '$web/lib/given.ts';
import { outline, pathOf, placesOf, SPACES, type Point } from './geometry.ts';
import { PIECES, type Piece } from './scene.ts';

export interface Flat {
  path: string;
  seams: string;
  wide: number;
  high: number;
}

const TURNS = 20; // of 18°

const turned = ({ x, y }: Point, turn: number): Point => {
  const angle = (turn * 2 * Math.PI) / TURNS;
  return { x: x * Math.cos(angle) - y * Math.sin(angle), y: x * Math.sin(angle) + y * Math.cos(angle) };
};

function extent(points: readonly Point[]): { left: number; top: number; wide: number; high: number } {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return { left, top, wide: Math.max(...xs) - left, high: Math.max(...ys) - top };
}

/** Lying as flat as it can. */
function flat(piece: Piece): Flat {
  const spaces = given(placesOf(piece)[0]);
  const edge = outline(spaces);
  const lying = (turn: number) => extent(edge.map((one) => turned(one, turn)));
  const turns = Array.from({ length: TURNS }, (_, turn) => turn);
  const best = turns.reduce((a, b) => (lying(b).high < lying(a).high - 0.01 ? b : a));
  const { left, top, wide, high } = lying(best);
  const moved = (points: readonly Point[]) =>
    pathOf(
      points
        .map((one) => turned(one, best))
        .map(({ x, y }) => ({ x: x - left - wide / 2, y: y - top - high / 2 })),
    );
  return {
    path: moved(edge),
    seams: spaces.map((space) => moved(given(SPACES[space]).points)).join(''),
    wide,
    high,
  };
}

export const FLAT = Object.fromEntries(PIECES.map((piece) => [piece, flat(piece)])) as Record<Piece, Flat>;
export const WIDEST = Math.max(...PIECES.map((piece) => FLAT[piece].wide));
export const HIGHEST = Math.max(...PIECES.map((piece) => FLAT[piece].high));
