// A table to try a game at, with one tap: two gentle bots, and nobody asks for a name.
import * as api from './api.ts';
import { given } from './given.ts';
import { recall } from './memory.ts';
import { SYMBOLS, type Choice, type GameInfo } from './wire.ts';

const AT_THE_TABLE = 3;
const PATIENCE = 300; // seconds: time to look a rule up

/** The table, ready to start; `guest` is what somebody is called who has no name here yet. */
export async function practise(
  game: GameInfo,
  options: Record<string, Choice>,
  guest: string,
): Promise<string> {
  const { id } = await api.newTable(tableOf(game, options));
  await api.sit(id, {
    name: recall('name', guest),
    symbol: recall('symbol', given(SYMBOLS[0])),
    seat: null,
    another: false,
  });
  await api.fill(id, given(game.bots[0]));
  ready = id;
  return id;
}

let ready = ''; // the table that starts when I am there

export const startOnArrival = (table: string): void => void (ready = table);

/** Whether I have come to practise here: asked once, when my browser can add its part to the luck. */
export function startsNow(table: string): boolean {
  const now = ready === table;
  if (now) ready = '';
  return now;
}

const seatsOf = ({ seats }: GameInfo) => (seats.includes(AT_THE_TABLE) ? AT_THE_TABLE : given(seats[0]));

const tableOf = (game: GameInfo, options: Record<string, Choice>) => ({
  game: game.name,
  seats: seatsOf(game),
  options,
  patience: PATIENCE,
  onlookers: false,
});
