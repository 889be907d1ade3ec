// For the tests: scenes as a server would send them, whole or in part.
import type { Gathering, Playing, WholeScene } from './scene.ts';
import type { Scene, SeatInfo } from './wire.ts';

/** A seat that nobody holds. */
export const nobody: SeatInfo = {
  holder: 'nobody',
  name: '',
  symbol: null,
  level: null,
  character: null,
  here: false,
  stand_in: false,
  gone: false,
  won: 0,
  mine: false,
  host: false,
  former: [],
};

export const person = (name: string, mine = false): SeatInfo => ({
  ...nobody,
  holder: 'player',
  name,
  here: true,
  mine,
});

const around = {
  seq: 1,
  now: 0,
  table: {
    id: 'x',
    game: 'unheard_of',
    options: {},
    patience: 45,
    onlookers: true,
    locked: false,
    circle: 'c',
    watching: 0,
  },
  seats: [person('Ana'), person('Bob')],
  fair: { commitment: 'c', seal: '', opening: '', nonces: {}, secret: null, fingerprint: '' },
};

export const gathering = (more: Partial<Gathering> = {}): Gathering => ({
  type: 'Gathering',
  ...around,
  teams: [],
  starting: false,
  ...more,
});

export const playing = (more: Partial<Playing> = {}): Playing => ({
  type: 'Playing',
  ...around,
  seat: null,
  view: {},
  moves: [],
  made: 0,
  public: false,
  awaited: [],
  since: [],
  clock: null,
  running: true,
  joinable: false,
  open: false,
  result: null,
  news: [],
  stood_in: [],
  told: 0,
  times: (more.news ?? []).map(() => 0),
  ...more,
});

/** A message with every section, like the first one of a connection. */
export function everything(whole: WholeScene, seq = 1): Scene {
  const { table, seats, fair, now } = whole;
  const shared = { type: 'Scene', seq, now, table, seats, fair } as const;
  return whole.type === 'Gathering'
    ? { ...shared, lobby: { teams: whole.teams, starting: whole.starting } }
    : { ...shared, ...sectionsOf(whole) };
}

function sectionsOf(whole: Playing) {
  const { seat, view, moves, made, public: open, news: events, stood_in, told, times } = whole;
  const { awaited, since, clock, running, joinable, result } = whole;
  const course = { awaited, since, clock, running, joinable, open: whole.open, result };
  const news = { events, stood_in, told, times };
  return { seat, view, offer: { moves, made, public: open }, course, news };
}
