// What I have chosen so far: a letter, or a pigeon-hole. A hole after the letter sends it; a letter after
// the hole waits for a line, and to be sealed.
import { given } from '$web/lib/given.ts';
import { Drafts } from './drafts.svelte.ts';
import { valueOf, type Letter, type Move, type View } from './scene.ts';

/** An envelope: mine to somebody, or somebody's to be answered. */
export interface Way {
  kind: 'Post' | 'Reply';
  to: number;
}

export interface Chosen {
  letter: Letter | null;
  way: Way | null;
}

export type Loss = { what: 'letter'; letter: Letter } | { what: 'mail'; seat: number };

/** The legal move that sends this letter this way. */
export const moveOf = (moves: readonly Move[], { letter, way }: Chosen): Move | null =>
  moves.find(
    (move) =>
      (move.type === 'Post' || move.type === 'Reply') &&
      move.type === way?.kind &&
      move.to === way.to &&
      move.letter === letter,
  ) ?? null;

/** Whether anything can still come of it. */
function isPossible(moves: readonly Move[], { letter, way }: Chosen): boolean {
  return moves.some((move) => {
    if (move.type === 'Discard') return way === null && move.letter === letter;
    if (move.type !== 'Post' && move.type !== 'Reply') return false;
    return (
      (letter === null || move.letter === letter) &&
      (way === null || (move.type === way.kind && move.to === way.to))
    );
  });
}

/** What is left of a choice when the world has moved on, and what was lost of it. */
export function survive(chosen: Chosen, view: View, moves: readonly Move[]): Chosen & { lost: Loss | null } {
  const { letter, way } = chosen;
  if ((!letter && !way) || isPossible(moves, chosen)) return { ...chosen, lost: null };
  const gone = { letter: null, way: null };
  if (letter && !view.hand.includes(letter)) return { ...gone, lost: { what: 'letter', letter } };
  if (
    way?.kind === 'Reply' &&
    !view.office?.mail.some(({ sender, to }) => sender === way.to && to === view.seat)
  )
    return { ...gone, lost: { what: 'mail', seat: way.to } };
  return { ...gone, lost: null };
}

/** Which envelope a pigeon-hole means: what waits is answered first, then one may write. */
export function wayTo(moves: readonly Move[], to: number, after: Way | null = null): Way | null {
  const kinds = (['Reply', 'Post'] as const).filter((kind) =>
    moves.some((move) => move.type === kind && move.to === to),
  );
  const at = after?.to === to ? kinds.indexOf(after.kind) + 1 : 0;
  return kinds[at] ? { kind: kinds[at], to } : null;
}

/** What X refuses: the letter I was about to answer, or the only one that can be refused. */
export function refusal(moves: readonly Move[], way: Way | null): Move | null {
  const all = moves.filter((move) => move.type === 'Refuse');
  const aimed = way?.kind === 'Reply' ? all.find(({ to }) => to === way.to) : undefined;
  return aimed ?? (all.length === 1 && !way ? given(all[0]) : null);
}

/** What a choice is lent by the board. */
export interface House {
  moves: () => readonly Move[];
  ready: () => boolean; // no move of mine is on its way
  play: (move: Move) => void;
}

export class Choice {
  letter = $state<Letter | null>(null);
  way = $state.raw<Way | null>(null);
  lost = $state.raw<Loss | null>(null);
  tried = $state<number | 'hand' | null>(null); // where my last move was made
  #sealed = false; // it goes as soon as it can
  #sent: { letter: Letter; words: string } | null = null; // the line that went with the last one

  constructor(
    readonly house: House,
    readonly drafts: Drafts = new Drafts(null),
  ) {}

  /** The line I write on the letter I have chosen, or on the one I shall choose. */
  get draft(): string {
    return this.drafts.of(this.letter ?? '');
  }
  set draft(words: string) {
    this.drafts.write(this.letter ?? '', words);
  }

  /** Letter and envelope are chosen: there is only the line to write. */
  get composed(): boolean {
    return this.letter !== null && this.way !== null;
  }

  get #chosen(): Chosen {
    return { letter: this.letter, way: this.way };
  }

  pick(letter: Letter | null): void {
    this.letter = this.letter === letter ? null : letter;
    if (this.letter) this.drafts.carry(this.letter);
    [this.lost, this.#sealed] = [null, false];
    if (!moveOf(this.house.moves(), this.#chosen)) this.#keepWhatFits();
  }

  /** A stack: its first letter, or none if one of it was chosen. */
  pickFrom(letters: readonly Letter[]): void {
    const open = this.letter && letters[0] && valueOf(this.letter) === valueOf(letters[0]);
    this.pick(open ? this.letter : (letters[0] ?? null));
  }

  aim(way: Way | null): void {
    const same = this.way && way && this.way.kind === way.kind && this.way.to === way.to;
    if (same && this.letter) return this.seal();
    this.way = same ? null : way;
    this.seal();
  }

  /** Off it goes; while a move of mine is on its way, right after that. */
  seal(): void {
    this.lost = null;
    const move = moveOf(this.house.moves(), this.#chosen);
    if (!move) return this.#keepWhatFits();
    this.#sealed = true;
    if (this.house.ready()) this.#send(move);
  }

  do(move: Move, where: number | 'hand'): void {
    if (!this.house.ready()) return;
    this.tried = where;
    this.lost = null;
    if (move.type === 'Discard') this.letter = null;
    this.house.play(move);
  }

  drop(): void {
    [this.letter, this.way, this.lost, this.#sealed] = [null, null, null, false];
  }

  /** The board has changed under my hands; what had to wait for an answer is sent now. */
  review(view: View): void {
    const { letter, way, lost } = survive(this.#chosen, view, this.house.moves());
    if (letter !== this.letter || way !== this.way) [this.letter, this.way, this.lost] = [letter, way, lost];
    else if (this.#sealed) this.seal();
  }

  /** It was refused: my line is not lost. */
  takeBack(): void {
    if (this.#sent?.words && !this.drafts.of(this.#sent.letter))
      this.drafts.write(this.#sent.letter, this.#sent.words);
    this.#sent = null;
  }

  #send(move: Move): void {
    const [letter, to, words] = [given(this.letter), given(this.way).to, this.draft.trim()];
    this.draft = '';
    this.#sent = { letter, words };
    [this.letter, this.way, this.#sealed] = [null, null, false];
    this.do({ ...move, words } as Move, to);
  }

  /** A letter and a way that do not go together: the letter counts. */
  #keepWhatFits(): void {
    if (this.letter && this.way) this.way = null;
    this.#sealed = false;
  }
}
