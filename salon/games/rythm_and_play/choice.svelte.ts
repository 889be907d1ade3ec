// What I have in mind: RYTHM cards to pay with, a card to lay face up, a card I wonder about.
import { cardsOf, countsOf, exchangeOf, type Counts } from './beats.ts';
import { discardOf, layOf, type Move, type View } from './scene.ts';

/** What a choice is lent by the board. */
export interface House {
  moves: () => readonly Move[];
  ready: () => boolean; // no move of mine is on its way
  play: (move: Move) => void;
}

export class Choice {
  paid = $state.raw<readonly number[]>([]); // places of RYTHM cards
  doomed = $state<number | null>(null); // the place of a PLAY card that a second tap lays face up
  asked = $state<number | null>(null); // the place of a PLAY card that says why it cannot be laid
  #held = ''; // the cards that places count

  constructor(readonly house: House) {}

  do(move: Move | undefined): void {
    if (!move || !this.house.ready()) return;
    this.drop();
    this.house.play(move);
  }

  /** A PLAY card is tapped: it is laid, chosen to be laid face up, or says why not. */
  tap(card: number, place: number): void {
    const moves = this.house.moves();
    const [lay, discard] = [layOf(moves, card), discardOf(moves, card)];
    if (lay) return this.do(lay);
    if (discard && this.doomed === place) return this.do(discard);
    if (discard) this.doomed = place;
    else this.ask(this.asked === place ? null : place);
  }

  ask(place: number | null): void {
    this.asked = place;
  }

  /** A RYTHM card is tapped. */
  pay(place: number): void {
    this.asked = null;
    const chosen = this.paid.includes(place);
    this.paid = chosen ? this.paid.filter((one) => one !== place) : [...this.paid, place];
  }

  /** How many RYTHM cards of each kind are chosen. */
  counts(view: View): Counts {
    const kinds = cardsOf(view.rythm);
    return countsOf(this.paid.flatMap((place) => kinds[place] ?? []));
  }

  exchange(view: View): Move | undefined {
    return exchangeOf(this.house.moves(), this.counts(view));
  }

  drop(): void {
    [this.paid, this.doomed, this.asked] = [[], null, null];
  }

  /** The table has gone on: places count other cards now. */
  review(view: View): void {
    const held = `${view.rythm.join()} ${view.play.join()}`;
    if (held !== this.#held) this.drop();
    this.#held = held;
  }
}
