// For the tests: a house in which anything happens, and connections that are sent what has changed.
import { everything, gathering, person, playing } from './scene.fixtures.ts';
import type { Playing, WholeScene } from './scene.ts';
import type { Scene, Tagged } from './wire.ts';

type Random = () => number; // from 0 up to 1

/** The same numbers for the same seed (mulberry32). */
export function dice(seed: number): Random {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export class House {
  private sections = everything(gathering({ seats: [person('Ana', true), person('Bob')] }));
  private events: Tagged[] = [];
  private stoodIn: number[] = [];
  private n = 0; // different in everything that changes

  constructor(private readonly random: Random) {}

  get told(): number {
    return this.events.length;
  }

  /** A bit of everything changes, or nothing. */
  happen(): void {
    this.n++;
    const { table, lobby, seats, course } = this.sections;
    if (this.rarely()) this.sections.table = { ...table!, watching: this.n };
    if (this.rarely()) this.sections.seats = seats!.map((one) => ({ ...one, won: this.n }));
    if (this.rarely()) this.sections.fair = { ...this.sections.fair!, seal: `${this.n}` };
    if (lobby && this.rarely()) return this.start();
    if (lobby) return void (this.rarely() && (this.sections.lobby = { ...lobby, teams: [[this.n]] }));
    if (this.rarely()) this.sections.view = { n: this.n };
    if (this.rarely()) this.sections.offer = { moves: [{ type: 'Say' }], made: this.n, public: false };
    if (this.rarely()) this.sections.course = { ...course!, awaited: [this.n], clock: this.n };
    if (this.rarely()) this.tell(this.rarely() ? 70 : 3);
  }

  /** What a connection is sent, if anything: the sections that it has not, and the events after these. */
  update(has: Partial<Scene>, told: number | null): Partial<Scene> {
    const missing = Object.entries(this.sections).filter(
      ([name, section]) => name !== 'seq' && name !== 'now' && section !== has[name as keyof Scene],
    );
    const playing = this.sections.lobby === undefined;
    return {
      ...Object.fromEntries(missing),
      ...(playing && told !== this.told && { news: this.news(told ?? 0) }),
    };
  }

  /** All that there is to know now. */
  whole(seq: number): WholeScene {
    const { offer, course, lobby, type: _, news: __, ...rest } = { ...this.sections, seq, now: this.n };
    if (lobby) return { ...rest, ...lobby, type: 'Gathering' } as WholeScene;
    const { events, ...heard } = this.news(0);
    return { ...rest, ...offer, ...course, ...heard, news: events, type: 'Playing' } as Playing;
  }

  get now(): number {
    return this.n;
  }

  private rarely(): boolean {
    return this.random() < 0.3;
  }

  private start(): void {
    const { seat, view, offer, course } = everything(playing());
    const { lobby: _, ...rest } = this.sections;
    this.sections = { ...rest, seat, view, offer, course };
  }

  private tell(count: number): void {
    for (let i = 0; i < count; i++) {
      if (this.rarely()) this.stoodIn.push(this.told);
      this.events.push({ type: 'Said', n: this.told });
    }
  }

  private news(from: number) {
    const first = Math.max(from, this.told - 50);
    const stood_in = this.stoodIn.filter((id) => id >= first);
    const events = this.events.slice(first);
    return { events, stood_in, told: this.told, times: events.map(({ n }) => 10 * (n as number)) };
  }
}

/** One connection; what it was not sent in time comes with the next message. */
export class Feed {
  seq = 0;
  private has: Partial<Scene> = { type: 'Scene' };
  private told: number | null = null;

  constructor(private readonly house: House) {}

  next(): Scene | null {
    const update = this.house.update(this.has, this.told);
    if (!Object.keys(update).length) return null;
    this.has = { ...this.has, ...update };
    if (update.news) this.told = update.news.told;
    return JSON.parse(
      JSON.stringify({ type: 'Scene', seq: ++this.seq, now: this.house.now, ...update }),
    ) as Scene;
  }
}
