// Requests to the server; a refusal is thrown with its text key.
import type { Args } from './texts.ts';
import type {
  Advice,
  Album,
  Choice,
  Company,
  Doorplate,
  GameInfo,
  Glance,
  Here,
  Keepsakes,
  NewTable,
  NextTable,
  Standings,
  Step,
  Studied,
  Truths,
} from './wire.ts';
import type { Symbol } from '../board/board.ts';

export class Refusal extends Error {
  constructor(
    readonly key: string,
    readonly details: Args = {},
  ) {
    super(key);
  }
}

const COME_AGAIN = 'come_again'; // nothing was judged: the next try finds whoever keeps this table
const PAUSE = 300;
const TRIES = 12;

export async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await askOnce<T>(method, path, body);
    } catch (problem) {
      if (!(problem instanceof Refusal) || problem.key !== COME_AGAIN || tries === TRIES) throw problem;
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
}

async function askOnce<T>(method: string, path: string, body?: unknown): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(`/api${path}`, {
      method,
      headers: { 'accept-language': document.documentElement.lang, 'content-type': 'application/json' },
      body: body instanceof Blob ? body : (JSON.stringify(body) ?? null),
      credentials: 'same-origin',
    });
  } catch {
    throw new Refusal('offline');
  }
  const text = await answer.text();
  const said = read(text);
  if (answer.ok) return said as T;
  const { key, details } = (said ?? {}) as { key?: string; details?: Args };
  throw new Refusal(key ?? (answer.status === 404 ? 'not_found' : 'trouble'), details ?? {});
}

function read(text: string): unknown {
  try {
    return text ? JSON.parse(text) : null;
  } catch {
    return null;
  }
}

const at = (id: string) => `/tables/${encodeURIComponent(id)}`;
export const of = (id: string) => `/circles/${encodeURIComponent(id)}`;
export const post = <T = null>(path: string, body: unknown = {}) => ask<T>('POST', path, body);

export const company = (game: string) => ask<Company>('GET', `/games/${game}/cast`);
export const games = () => ask<GameInfo[]>('GET', '/games');

/** Where other devices find this page: this machine's own name means nothing to a phone. */
export async function houseOrigin(): Promise<string> {
  if (!['localhost', '127.0.0.1', '[::1]'].includes(location.hostname)) return location.origin;
  const { address } = await ask<Here>('GET', '/here').catch(() => ({ address: null }));
  return address ?? location.origin;
}
export const newTable = (table: NewTable) => post<{ id: string; circle: string }>('/tables', table);
/** The circle under these letters. */
export const findCode = (code: string) => ask<{ id: string }>('GET', `/codes/${encodeURIComponent(code)}`);

export const glance = (id: string) => ask<Glance>('GET', at(id));
/** The numbers of seats that go with these options. */
export const fittingSeats = (game: string, options: Record<string, Choice>) =>
  ask<{ seats: number[] }>(
    'GET',
    `/games/${encodeURIComponent(game)}/seats?options=${encodeURIComponent(JSON.stringify(options))}`,
  );

export interface Sitting {
  name: string;
  symbol: Symbol;
  seat: number | null;
  another: boolean;
}

export const sit = (id: string, sitting: Sitting) => post<{ seat: number }>(`${at(id)}/sit`, sitting);
/** Who of the house sits there; null: nobody. */
export const seatBot = (id: string, seat: number, character: string | null) =>
  post(`${at(id)}/bot`, { seat, character });
/** People of the house for all the empty seats: who play like this level, or a mixed company. */
export const fill = (id: string, level: string | null) => post(`${at(id)}/fill`, { level });
export const start = (id: string) => post(`${at(id)}/start`);
export const device = (id: string) => post<{ token: string }>(`${at(id)}/device`);
/** A device link says which table it is for: player.table.… */
export const bringSeat = (token: string) =>
  post<{ id: string }>(`${at(token.split('.')[1] ?? '')}/seats`, { token });
/** Or which circle. */
export const bringPerson = (token: string) =>
  post<{ id: string }>(`${of(token.split('.')[1] ?? '')}/person`, { token });
export const aboutSeat = (id: string, what: 'leave' | 'kick' | 'host' | 'stand-in', seat: number) =>
  post(`${at(id)}/${what}`, { seat });
/** Before the start, who is on these two seats changes places. */
export const swap = (id: string, seat: number, other: number) => post(`${at(id)}/swap`, { seat, other });
export const hide = (id: string, page: string, seat: number | null) => post(`${at(id)}/hide`, { page, seat });
export const setHouseRules = (id: string, rules: Record<string, Choice>) =>
  post(`${at(id)}/house-rules`, rules);
export const step = (id: string, number: number) => ask<Step>('GET', `${at(id)}/replay?step=${number}`);
export const advice = (id: string, step: number) => ask<Advice>('GET', `${at(id)}/advice?step=${step}`);
/** What was made at a finished table. */
export const keepsakes = (id: string) => ask<Keepsakes>('GET', `${at(id)}/keepsakes`);
export const recordAddress = (id: string) => `/api${at(id)}/record`;
/** What was hidden while a finished table was played. */
export const truths = (id: string) => ask<Truths>('GET', `${at(id)}/truths`);
/** Every decision of a finished table beside best play. */
export const study = (id: string) => ask<Studied>('GET', `${at(id)}/study`);

// Circles

export const doorplate = (id: string) => ask<Doorplate>('GET', of(id));
export const enter = (id: string, who: { name: string; symbol: Symbol }) => post(`${of(id)}/enter`, who);
export const want = (id: string, plays: boolean) => post(`${of(id)}/want`, { plays });
export const like = (id: string, game: string, liked: boolean) => post(`${of(id)}/like`, { game, liked });
/** Everybody comes along. */
export const nextTable = (id: string, wish: Pick<NextTable, 'game'> & Partial<NextTable>) =>
  post<{ id: string; table: string }>(`${of(id)}/tables`, wish);
export const tell = (id: string, line: { id: string; text: string }) => post(`${of(id)}/say`, line);
export const unsay = (id: string, line: number) => post(`${of(id)}/unsay`, { line });
export const setCircleRules = (id: string, rules: { name?: string; locked?: boolean; sound?: boolean }) =>
  post(`${of(id)}/rules`, rules);
export const setHost = (id: string, person: number, hosts: boolean) =>
  post(`${of(id)}/host`, { person, hosts });
export const takeOver = (id: string) => post(`${of(id)}/take-over`);
export const remove = (id: string, person: number) => post(`${of(id)}/remove`, { person });
/** I am this person, with another cookie. */
export const claim = (id: string, person: number) => post(`${of(id)}/claim`, { person });
export const vouch = (id: string, person: number, is_so: boolean) =>
  post(`${of(id)}/vouch`, { person, is_so });
export const circleDevice = (id: string) => post<{ token: string }>(`${of(id)}/device`);
export const formTeam = (id: string, name: string, people: number[]) =>
  post(`${of(id)}/team`, { name, people });
export const favourite = (id: string, table: string, liked: boolean) =>
  post(`${of(id)}/favourite`, { table, liked });
export const album = (id: string, before?: number) =>
  ask<Album>('GET', `${of(id)}/album${before === undefined ? '' : `?before=${before}`}`);
export const standings = (id: string, tonight: boolean, game: string | null) =>
  ask<Standings>('GET', `${of(id)}/standings?tonight=${tonight}${game ? `&game=${game}` : ''}`);
