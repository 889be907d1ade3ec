// How somebody of a circle is drawn, and what the page remembers of whoever this device is.
import type { SeatFace } from '../board/board.ts';
import { remember } from './memory.ts';
import type { Person } from './wire.ts';

export const faceOf = ({ number, symbol }: Person): Pick<SeatFace, 'symbol' | 'colour' | 'character'> => ({
  symbol,
  colour: `var(--player-${(number % 9) + 1})`,
  character: null,
});

export function rememberMe({ name, symbol }: Pick<Person, 'name' | 'symbol'>): void {
  remember('name', name);
  remember('symbol', symbol);
}
