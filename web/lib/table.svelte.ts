// One table as this device sees it: a connection for each seat it holds, or one that watches.
import { given } from './given.ts';
import { Absence } from './absence.svelte.ts';
import type { Former, SeatFace, Told } from '../board/board.ts';
import { commit, reveal } from './luck.ts';
import { knownTable, recall, remember, rememberTable } from './memory.ts';
import { merge, numbered, type Playing, type WholeScene } from './scene.ts';
import type { Link } from './line.ts';
import { TableSocket, socketUrl } from './socket.ts';
import { Telling } from './telling.svelte.ts';
import type { Args, Say } from './texts.ts';
import { SYMBOLS, type FormerInfo, type FromServer, type Scene, type SeatInfo, type Tagged } from './wire.ts';

const SHOW_REFUSAL = 8_000;
const LATEST = 40_000; // ms that a message may be on its way: then the server cuts the connection
const NOTHING: Told<Tagged>[] = [];

/** What one seat (null: an onlooker) sees. */
export class Eyes {
  message = $state.raw<WholeScene | null>(null);
  link = $state<Link>('connecting');
  refusal = $state.raw<{ key: string; details: Args } | null>(null);
  busy = $state(false);
  pocketed = $state.raw<Tagged | null>(null); // my draft, from before this device looked
  fresh = $state.raw(NOTHING);
  news = $state.raw(NOTHING);
  received = 0; // performance.now() when table time was that of the message
  readonly telling = new Telling();
  private told: number | null = null;
  private moveId: string | null = null;
  private forget: ReturnType<typeof setTimeout> | undefined;
  readonly socket: TableSocket;

  constructor(
    readonly table: string,
    readonly seat: number | null,
    private readonly changed: (eyes: Eyes, heard: boolean) => void,
    isScreen = false, // the one in the room
  ) {
    this.socket = new TableSocket(socketUrl(table, seat, isScreen), {
      message: (message) => this.hear(message),
      link: (link) => {
        this.link = link;
        this.changed(this, false);
      },
    });
  }

  play(move: Tagged): void {
    this.refusal = null;
    this.busy = true;
    const made = this.message?.type === 'Playing' ? this.message.made : 0;
    this.moveId = this.socket.play(move, made);
  }

  close(): void {
    this.socket.close();
    this.telling.close();
    clearTimeout(this.forget);
  }

  private hear(message: FromServer): void {
    switch (message.type) {
      case 'Scene':
        this.see(message);
        return;
      case 'WantCommitment':
        this.commit();
        return;
      case 'WantNonce':
        this.reveal(message.opening);
        return;
      case 'Done':
        if (message.id === this.moveId) this.busy = false;
        return;
      case 'Refused':
        this.refuse(message.key, message.details);
        return;
      case 'Pocketed':
        this.pocketed = message.move as Tagged | null;
        return;
      case 'Reply':
      case 'Alive':
      case 'Goodbye':
        return;
    }
  }

  private commit(): void {
    if (this.seat === null || !this.message) return;
    const commitment = commit(this.table, this.message.fair.commitment, this.seat);
    this.socket.send({ type: 'Commit', commitment });
  }

  private reveal(opening: string): void {
    if (this.seat === null || !this.message) return;
    const nonce = reveal(this.table, this.message.fair.commitment, this.seat, opening);
    if (nonce) this.socket.send({ type: 'AddNonce', nonce });
  }

  private see(update: Scene): void {
    const before = update.seq === 1 ? null : this.message; // of an earlier connection nothing counts
    const message = merge(before, update);
    if (message.type === 'Playing') this.read(message, update.news !== undefined);
    this.received = this.momentOf(message, before);
    this.message = message;
    this.changed(this, true);
  }

  /** A message may be late, never early: by a late one the clock is not turned back. */
  private momentOf(message: WholeScene, before: WholeScene | null): number {
    const now = performance.now();
    if (!before || !runs(before) || !runs(message)) return now;
    const expected = this.received + message.now - before.now;
    return now - expected > LATEST ? now : Math.min(now, expected);
  }

  private read(message: Playing, told: boolean): void {
    const known = this.told ?? message.told;
    if (told) this.news = numbered(message, this.news);
    this.fresh = message.told > known ? this.news.filter(({ id }) => id >= known) : NOTHING;
    this.told = message.told;
    this.telling.hear(message);
  }

  private refuse(key: string, details: Args): void {
    this.busy = key === 'not_stored_yet';
    this.refusal = { key, details };
    clearTimeout(this.forget);
    this.forget = setTimeout(() => (this.refusal = null), SHOW_REFUSAL);
  }
}

const runs = (scene: WholeScene): boolean => scene.type === 'Playing' && scene.running;

export class Table {
  eyes = $state.raw<Eyes[]>([]);
  active = $state<number | null>(null); // which of my seats is looking
  refused = $state<string | null>(null); // why this device may not look at all
  passTo = $state<number | null>(null); // the screen hides until this seat's person takes over
  private revealed: number | null = null; // who has taken the device
  private bringing = false; // my seats come here from another device
  latest = $state.raw<WholeScene | null>(null); // until the shown eyes see
  readonly absence = new Absence();

  /** The eyes whose view is on the screen. */
  readonly shown = $derived(this.eyes.find(({ seat }) => seat === this.active) ?? this.eyes[0]);
  readonly message = $derived(this.shown?.message ?? this.latest);
  readonly seats = $derived<readonly SeatInfo[]>(this.message?.seats ?? []);
  readonly mine = $derived(this.seats.flatMap(({ mine }, seat) => (mine ? [seat] : [])));
  readonly elsewhere = $derived(this.shown?.link === 'elsewhere');
  readonly host = $derived(this.seats.some(({ mine, host }) => mine && host));

  constructor(readonly id: string) {
    const seats = knownTable(id)?.seats ?? [];
    this.look(seats.length ? seats : [null]);
  }

  close(): void {
    for (const eyes of this.eyes) eyes.close();
  }

  /** Seconds that everybody has waited for a seat, at a moment of this page; null: nobody is hurried. */
  waited(seat: number, moment: number): number | null {
    const message = this.message;
    if (message?.type !== 'Playing' || message.result || !message.running) return null;
    const since = message.since[message.awaited.indexOf(seat)] ?? null;
    if (since === null || !this.shown) return null;
    return Math.max(0, Math.floor((message.now + moment - this.shown.received - since) / 1_000));
  }

  /** Looks again: before, the server did not know me. */
  lookAgain(): void {
    const seats = this.eyes.map(({ seat }) => seat);
    this.refused = null;
    this.look([]);
    this.look(seats.length ? seats : [null]);
  }

  reveal(): void {
    this.active = this.revealed = this.passTo;
    this.passTo = null;
  }

  /** Comes back to the table, and brings my seats with it if they moved to another device. */
  comeBack(): void {
    this.bringing = this.elsewhere;
    if (this.elsewhere) given(this.shown).socket.take();
    else this.shown?.socket.hurry();
  }

  /** I sat down: look through this seat too. (Before, the server did not know me.) */
  sat(seat: number): void {
    this.refused = null;
    const mine = this.eyes.flatMap((eyes) => (eyes.seat === null ? [] : [eyes.seat]));
    this.look([...new Set([...mine, seat])]);
  }

  /** Looks through these seats from now on. */
  private look(seats: readonly (number | null)[]): void {
    const kept = this.eyes.filter(({ seat }) => seats.includes(seat));
    for (const eyes of this.eyes) if (!kept.includes(eyes)) eyes.close();
    const fresh = seats
      .filter((seat) => !kept.some((eyes) => eyes.seat === seat))
      .map((seat) => new Eyes(this.id, seat, this.changed));
    this.eyes = [...kept, ...fresh];
    if (!seats.includes(this.active)) this.active = seats[0] ?? null;
  }

  private changed = (eyes: Eyes, heard: boolean): void => {
    if (!this.eyes.includes(eyes)) return;
    if (eyes.link === 'gone') {
      if (eyes.seat !== null) this.lose(eyes.seat);
      else this.refused = eyes.refusal?.key ?? 'gone';
      return;
    }
    if (!eyes.message) return;
    this.latest = eyes.message;
    const mine = eyes.message.seats.flatMap(({ mine }, seat) => (mine ? [seat] : []));
    this.look(mine.length ? mine : [null]);
    this.keep(eyes.message, mine);
    if (this.bringing && heard && eyes === this.shown) this.gather();
    if (eyes.message.type !== 'Playing') return;
    if (heard) this.absence.see(eyes.message, performance.now());
    this.pass(eyes.message, mine);
  };

  /** A seat that was mine is no more: look on. */
  private lose(seat: number): void {
    const left = this.eyes.flatMap((eyes) => (eyes.seat === null || eyes.seat === seat ? [] : [eyes.seat]));
    this.look(left.length ? left : [null]);
  }

  /** One of my seats is here again: the others follow. */
  private gather(): void {
    this.bringing = false;
    for (const { socket } of this.eyes) socket.comeBack();
  }

  private keep(message: WholeScene, mine: number[]): void {
    const over = message.type === 'Playing' && message.result !== null;
    const { game, circle } = message.table;
    const known = knownTable(this.id);
    if (!known || known.over !== over || known.seats.join() !== mine.join() || known.circle !== circle)
      rememberTable({ id: this.id, game, circle, seats: mine, at: Date.now(), over });
    const promises = recall<Record<string, string>>('commitments', {});
    if (!promises[this.id])
      remember('commitments', {
        ...Object.fromEntries(Object.entries(promises).slice(-30)),
        [this.id]: message.fair.commitment,
      });
  }

  /** Whether a seat sees, as of this moment, nothing that everybody may not. */
  private isPublic(seat: number | null, now: number): boolean {
    const seen = this.eyes.find((eyes) => eyes.seat === seat)?.message;
    return seen?.type === 'Playing' && seen.public && seen.now >= now;
  }

  /**
   * With several people on one device the screen hides when it is another one's turn; while nothing
   * is secret they look together, and nobody has taken it.
   */
  private pass({ open, awaited, result, now }: Playing, mine: number[]): void {
    if (mine.length < 2 || result) {
      this.passTo = null;
      return;
    }
    const asked = mine.filter((seat) => awaited.includes(seat));
    const wanted = asked.length ? asked : mine;
    const looking = open || this.isPublic(this.active, now) ? this.active : null;
    const holding = this.passTo ?? this.revealed ?? looking;
    const next = holding !== null && (wanted.includes(holding) || !asked.length) ? holding : given(wanted[0]);
    const together = open || (next !== this.revealed && this.isPublic(next, now));
    this.passTo = together || next === this.revealed ? null : next;
    if (together) [this.active, this.revealed] = [next, null];
  }
}

/**
 * Who sits where, as a board draws it. Bots of an older Salon have no character: they are called what
 * they are, and get a symbol nobody took.
 */
export function faces(seats: readonly SeatInfo[], t: Say): SeatFace[] {
  const taken = new Set(seats.map(({ symbol }) => symbol));
  const free = SYMBOLS.filter((symbol) => !taken.has(symbol));
  const levels: Record<string, number> = {};
  return seats.map((seat, number) => {
    const level = seat.level ?? 'random';
    const count = (levels[level] = (levels[level] ?? 0) + (seat.holder === 'bot' && !seat.name ? 1 : 0));
    const botName = count > 1 ? `${t(`bot.${level}`)} ${count}` : t(`bot.${level}`);
    const face = {
      name: seat.name || (seat.holder === 'bot' ? botName : t('seat.number', { n: number + 1 })),
      symbol: seat.symbol ?? free.shift() ?? given(SYMBOLS[number % SYMBOLS.length]),
      colour: `var(--player-${(number % 9) + 1})`,
      bot: seat.holder === 'bot',
      here: seat.holder === 'bot' || seat.here,
      character: seat.character,
    };
    return seat.former.length ? { ...face, former: seat.former.map((one) => formerFace(one, face)) } : face;
  });
}

const formerFace = ({ symbol, character, ...one }: FormerInfo, now: SeatFace): Former => ({
  ...now,
  ...one,
  symbol: symbol ?? now.symbol,
  bot: character !== null,
  character,
});
