// The circle that this page is in, whichever of its tables it shows: who is here, where everybody is.
import type { Args } from './texts.ts';
import { Line, lineTo, type Link } from './line.ts';
import { knownCircle, rememberCircle } from './memory.ts';
import { rememberMe } from './person.ts';
import type { ChatLine, CircleSections, FromCircle, Now, Person, Reaction } from './wire.ts';

const SHOWN = 2_000; // ms that a reaction is seen
const MOST_LINES = 200;

export interface Seen {
  key: number;
  person: number;
  reaction: Reaction;
}

export class Circle {
  sections = $state.raw<CircleSections | null>(null);
  lines = $state.raw<ChatLine[]>([]);
  seen = $state.raw<Seen[]>([]); // reactions of this moment
  link = $state<Link>('connecting');
  refused = $state<{ key: string; details: Args } | null>(null); // why this device may not come in
  recognised = $state(0); // how often somebody agreed that I am who I said
  private keys = 0;
  private readonly line: Line<FromCircle>;

  // Asked, not derived: a circle outlives the page that it was entered from.
  get people(): readonly Person[] {
    return this.sections?.people ?? [];
  }
  /** Whoever this device belongs to; not who else is at it. */
  get me(): Person | undefined {
    return this.people.find(({ mine, beside }) => mine && beside === null);
  }
  get host(): boolean {
    return this.me?.host ?? false;
  }
  get now(): Now | null {
    return this.sections?.now ?? null;
  }

  constructor(
    readonly id: string,
    screen = false,
  ) {
    const query = screen ? '?screen=true' : '';
    this.line = new Line(lineTo(`/circles/${encodeURIComponent(id)}/socket${query}`), {
      message: (message) => this.hear(message),
      link: (link) => (this.link = link),
    });
    this.line.connect();
  }

  close(): void {
    this.line.close();
  }

  /** The server knows me by another cookie, or not before. */
  comeAgain(): void {
    this.refused = null;
    this.line.connect();
  }

  hurry(): void {
    this.line.hurry();
  }

  react(reaction: Reaction): void {
    this.line.send({ type: 'React', reaction });
  }

  person(number: number): Person | undefined {
    return this.people.find((one) => one.number === number);
  }

  private hear(message: FromCircle): void {
    switch (message.type) {
      case 'Circle':
        this.see(message);
        return;
      case 'Spoke':
        this.lines = [...this.lines, message.line].slice(-MOST_LINES);
        return;
      case 'TookBack':
        this.lines = this.lines.filter(({ number }) => number !== message.line);
        return;
      case 'Reacted':
        this.show({ key: this.keys++, person: message.person, reaction: message.reaction });
        return;
      case 'Refused':
        this.refused = { key: message.key, details: message.details ?? {} };
        return;
      case 'Goodbye':
        if (message.reason === 'gone' || message.reason === 'elsewhere')
          this.refused = { key: message.reason === 'gone' ? 'sent_away' : 'person_elsewhere', details: {} };
        return;
      case 'Alive':
        return;
    }
  }

  private see({ type: _, seq, lines, ...changed }: Extract<FromCircle, { type: 'Circle' }>): void {
    const before = seq === 1 ? null : this.sections;
    const asked = !this.me && this.sections?.claims.some(({ mine }) => mine);
    this.sections = { ...before, ...changed } as CircleSections;
    if (lines) this.lines = lines;
    this.refused = null;
    this.keep(this.sections);
    if (!asked || !this.me) return;
    rememberMe(this.me);
    this.recognised += 1;
  }

  private keep({ circle, people, now }: CircleSections): void {
    const host = people.find(({ host }) => host)?.name ?? '';
    const others = people.flatMap(({ mine, name }) => (mine ? [] : [name]));
    const game = now.game ?? knownCircle(this.id)?.game ?? null;
    rememberCircle({ id: this.id, name: circle.name, host, people: others, game, at: Date.now() });
  }

  private show(one: Seen): void {
    this.seen = [...this.seen, one];
    setTimeout(() => (this.seen = this.seen.filter(({ key }) => key !== one.key)), SHOWN);
  }
}

let current = $state.raw<Circle | null>(null);

/** The table to which everybody goes on from this one of theirs; null: nobody does yet. */
export function tableAfter(id: string, home: string): string | null {
  const now = current && current.id === home ? current.now : null;
  const goesOn = now?.where === 'lobby' || now?.where === 'table';
  return goesOn && now?.table !== id ? (now?.table ?? null) : null;
}

export const circle = {
  get now(): Circle | null {
    return current;
  },
};

/** Whoever goes from table to table of one circle stays connected to it. */
export function enterCircle(id: string): Circle {
  if (current?.id !== id) {
    current?.close();
    current = new Circle(id);
  }
  return current as Circle;
}

export function leaveCircle(): void {
  current?.close();
  current = null;
}
