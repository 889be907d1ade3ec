// Who took a bot's place and who hosts, as this page saw it change: no game has a word for it.
import { given } from './given.ts';
import type { SeatFace } from '../board/board.ts';
import type { Args, Say } from './texts.ts';
import type { SeatInfo } from './wire.ts';

export interface Coming {
  after: number; // how many events of the game had been told
  key: string;
  args: Args;
}

type Seats = readonly SeatInfo[];

export class Comings {
  all = $state.raw<readonly Coming[]>([]);
  private before: { seats: Seats; faces: readonly SeatFace[] } | null = null;

  /** What is new since the last look; of the first one nothing is. */
  see(seats: Seats, faces: readonly SeatFace[], told = 0): readonly Coming[] {
    const { before } = this;
    this.before = { seats, faces };
    if (!before) return [];
    const found = [...taken(before.seats, seats, before.faces), ...hosts(before.seats, seats)];
    const fresh = found.map((one) => ({ after: told, ...one }));
    if (fresh.length) this.all = [...this.all, ...fresh];
    return fresh;
  }
}

export const inWords = ({ key, args }: Coming, say: Say): string => say(key, args);

type Found = Omit<Coming, 'after'>;

function taken(before: Seats, seats: Seats, faces: readonly SeatFace[]): Found[] {
  const sits = (bot: string) => seats.some(({ holder, name }) => holder === 'bot' && name === bot);
  return seats.flatMap(({ holder, name }, seat) =>
    holder === 'player' && before[seat]?.holder === 'bot' && !sits(before[seat].name)
      ? [{ key: 'news.took_place', args: { name, old: given(faces[seat]).name } }]
      : [],
  );
}

function hosts(before: Seats, seats: Seats): Found[] {
  const [old, now] = [before, seats].map((all) => all.findIndex(({ host }) => host)) as [number, number];
  if (now < 0 || old < 0 || now === old) return [];
  const { mine, name } = given(seats[now]);
  if (before[old]?.name === name) return []; // only on another chair
  return [{ key: mine ? 'news.you_host' : 'news.hosts', args: { name } }];
}
