// What I have in mind: a piece, the place where I hold it, a space I wonder about, and what I have just laid.
import { given } from '$web/lib/given.ts';
import { distance, figureOf, type Point } from './geometry.ts';
import { shapeOf } from './shape.ts';
import { around, step, type Way } from './navigate.ts';
import type { Chance, Piece, Place } from './scene.ts';

/** What a choice is lent by the board. */
export interface House {
  chances: () => readonly Chance[];
  ready: () => boolean; // no move of mine is on its way
  lies: (spaces: readonly number[]) => boolean; // whether that glass is on the window
  play: (move: Place) => void;
  why: (piece: Piece, space: number) => Promise<string | null>; // a sentence
  near: () => Point; // where the Leader lies
}

/** Something said beside a space: why not, or how its figure stands. */
export interface Remark {
  space: number;
  why: string | null; // null: the figure tells
}

const worth = ({ prospect, move }: Chance, from: Point): number =>
  (prospect ? Math.max(...prospect.points) * 1000 + (prospect.free ? 500 : 0) : 0) -
  distance(shapeOf(move.spaces).centre, from) / 10;

export class Choice {
  piece = $state<Piece | null>(null);
  held = $state.raw<Chance | null>(null); // the place shown
  remark = $state.raw<Remark | null>(null);
  figure = $state<string | null>(null); // pointed at
  fits = $state.raw<readonly Piece[]>([]); // what else could go where I tapped
  sent = $state.raw<Chance | null>(null); // laid by me, and not yet on the window
  readonly own = new Set<string>(); // the spaces of what I laid here myself
  note = $state<string | null>(null); // said of a piece that can go nowhere, or be turned no further
  touch = $state(false); // whether I chose with a finger
  taught = $state(false); // how a finger lays a piece
  aiming = $state(false); // the piece is being carried: the window stays where it is
  readonly all = $derived.by(() => this.house.chances());
  readonly places = $derived.by(() => this.all.filter(({ move }) => move.piece === this.piece));
  #spot: number | null = null; // the space at which the place was picked
  #turned = false; // by me: it stays until the space is left

  constructor(readonly house: House) {}

  readonly #ready = (): boolean => !this.sent && this.house.ready();

  /** Whether the piece may go anywhere. */
  isOpen(piece: Piece): boolean {
    return this.all.some(({ move }) => move.piece === piece);
  }

  choose(piece: Piece, by: 'touch' | 'mouse' | 'keys'): void {
    if (!this.#ready() || !this.isOpen(piece)) return;
    this.drop();
    this.piece = piece;
    this.touch = by === 'touch';
    if (by === 'keys') this.#hold(this.#best());
  }

  #best(): Chance | null {
    const near = this.house.near();
    return this.places.reduce<Chance | null>(
      (best, one) => (best && worth(best, near) >= worth(one, near) ? best : one),
      null,
    );
  }

  #hold(chance: Chance | null, spot: number | null = null): void {
    this.held = chance;
    this.remark = this.note = null;
    [this.#spot, this.#turned] = [spot, false];
  }

  #at(space: number, from: readonly Chance[] = this.places): Chance[] {
    return from.filter(({ move }) => move.spaces.includes(space));
  }

  /** The mouse is over a space: the piece goes there if it may, else it stays where it was. */
  over(space: number | undefined, at: Point | null): void {
    this.figure = space === undefined ? null : (figureOf(space) ?? null);
    if (!this.piece || !at || space === undefined || this.aiming) return;
    if (this.#spot === space && this.#turned) return;
    const here = this.#at(space);
    if (!here.length) return;
    const found = nearest(here, at);
    if (found !== this.held || this.#spot !== space) this.#hold(found, space);
  }

  /** A tap or a click; returns whether my hand was empty: then two in haste look nearer. */
  tap(space: number | undefined, at: Point, touch: boolean): boolean {
    const empty = !this.piece;
    this.fits = [];
    this.touch = touch;
    if (space === undefined) this.remark = null;
    else if (!this.piece) this.#pick(space, at);
    else if (this.holds(space)) this.place();
    else this.#move(this.piece, space, at);
    return empty;
  }

  /** Whether my piece is shown on this space. */
  holds(space: number | undefined): boolean {
    return space !== undefined && !!this.held?.move.spaces.includes(space);
  }

  /** Carried over a point of the window: the piece goes to the nearest place within reach, else to none. */
  aim(at: Point | null, reach: number): void {
    const near = at && this.places.length ? nearest(this.places, at) : null;
    const found = at && near && distance(shapeOf(near.move.spaces).centre, at) <= reach ? near : null;
    if (found !== this.held) this.#hold(found, found && given(found.move.spaces[0]));
  }

  #move(piece: Piece, space: number, at: Point): void {
    const here = this.#at(space);
    if (here.length) this.#hold(nearest(here, at), space);
    else void this.#wonder(piece, space);
  }

  /** Nothing is chosen yet: what could go there? */
  #pick(space: number, at: Point): void {
    const here = this.#at(space, this.all);
    this.remark = null;
    if (here.length && this.#ready()) {
      this.fits = [...new Set(here.map(({ move }) => move.piece))];
      this.piece = given(this.fits[0]);
      this.#hold(nearest(this.#at(space), at), space);
    } else this.remark = { space, why: null };
  }

  async #wonder(piece: Piece, space: number): Promise<void> {
    this.held = null;
    const why = await this.house.why(piece, space).catch(() => null);
    if (this.piece === piece && !this.held) this.remark = { space, why };
  }

  /** How many places there are where I hold the piece. */
  ways(): Chance[] {
    if (!this.held) return [];
    const here = this.#at(this.#spot ?? given(this.held.move.spaces[0]));
    return here.includes(this.held) ? here : this.#at(given(this.held.move.spaces[0]));
  }

  turn(by: 1 | -1 = 1): boolean {
    const ways = this.ways();
    if (ways.length < 2) return false;
    const spot = this.#spot;
    this.#hold(given(ways.at((ways.indexOf(given(this.held)) + by) % ways.length)), spot);
    this.#turned = true;
    return true;
  }

  step(way: Way | 'first' | 'last'): void {
    if (!this.places.length) return;
    const centres = this.places.map(({ move }) => shapeOf(move.spaces).centre);
    const from = this.held ? this.places.indexOf(this.held) : -1;
    const order = around(centres);
    const to =
      way === 'first'
        ? given(order[0])
        : way === 'last'
          ? given(order.at(-1))
          : from < 0
            ? -1
            : step(centres, from, way);
    this.#hold(to < 0 ? this.#best() : given(this.places[to]));
  }

  place(): void {
    const { held, touch } = this;
    if (!held || !this.#ready()) return;
    this.drop();
    this.sent = held;
    this.own.add(held.move.spaces.join());
    this.taught ||= touch;
    this.house.play(held.move);
  }

  drop(): void {
    this.piece = null;
    this.fits = [];
    this.#hold(null);
  }

  /** The table has gone on: moves have other numbers now. */
  review(): void {
    const { piece, held, sent } = this;
    this.remark = this.note = null;
    if (sent && (this.house.ready() || this.house.lies(sent.move.spaces))) this.sent = null;
    if (!piece) return;
    if (!this.places.length) this.drop();
    else if (held)
      this.held = this.places.find(({ move }) => move.spaces.join() === held.move.spaces.join()) ?? null;
  }

  /** The last move was refused. */
  takeBack(): void {
    this.sent = null;
  }
}

const nearest = (chances: readonly Chance[], at: Point): Chance =>
  chances.reduce((best, one) =>
    distance(shapeOf(one.move.spaces).centre, at) < distance(shapeOf(best.move.spaces).centre, at)
      ? one
      : best,
  );
