// People of a circle as the album draws them: the same colour and symbol at every table.
import type { SeatFace } from '../board/board.ts';
import { COLOURS } from './palette.ts';
import type { Sitter } from './wire.ts';

type Drawn = Pick<SeatFace, 'symbol' | 'colour' | 'character'>;
type Known = Pick<Sitter, 'person' | 'symbol'> & Partial<Pick<Sitter, 'character'>>;

export const colourOf = (person: number): number => person % COLOURS;

/** Who is no person of the circle, a bot, has no colour of their own. */
export function faceOf({ person, symbol, character = null }: Known): Drawn {
  const colour = person === null ? 'var(--muted)' : `var(--player-${colourOf(person) + 1})`;
  return { symbol: symbol ?? 'mask', colour, character };
}

const dates: Record<string, Intl.DateTimeFormat> = {};

/** A day as the country writes it. */
export function dayOf(at: number, locale: string): string {
  dates[locale] ??= new Intl.DateTimeFormat(locale, { dateStyle: 'long' });
  return dates[locale].format(at * 1000);
}
