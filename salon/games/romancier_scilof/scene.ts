// What the counter shows: hands, pigeon-holes and houses, read from the view and the legal moves.
import { given } from '$web/lib/given.ts';
import { faceAt, type BoardProps, type SeatFace } from '$web/board/board.ts';
import type { components } from '$web/generated/wire.ts';

type Schemas = components['schemas'];
export type View = Schemas['RomancierScilofView'];
export type Move = Schemas['RomancierScilofMove'];
export type Event = Schemas['RomancierScilofEvent'];
export type Mail = Schemas['RomancierScilofMailView'];
export type Chain = Schemas['RomancierScilofChain'];
export type Line = Schemas['RomancierScilofLine'];
export type Letter = View['hand'][number];
export type Phase = View['phases'][number];
export type Props = BoardProps<View, Move, Event>;

export const valueOf = (letter: Letter): string => given(letter[0]);
export const borderOf = (letter: Letter): number => Number(letter[1]);

/** All letters of one value in a hand. */
export interface Stack {
  value: string;
  letters: Letter[];
}

/** One stack for each value of the game, so that none moves when another is empty. */
export function stacks(hand: readonly Letter[], size: number): Stack[] {
  const values = new Set([...'ABCDEFGH'.slice(0, size), ...hand.map(valueOf)]);
  return [...values]
    .sort()
    .map((value) => ({ value, letters: hand.filter((letter) => valueOf(letter) === value) }));
}

/** Somebody of my commune, and what lies between us. */
export interface Correspondent {
  seat: number;
  number: number;
  letters: number; // in hand
  closer: boolean;
  full: boolean;
  incoming: Mail | null; // from them, for me
  outgoing: Mail | null; // from me, for them
  elsewhere: number[]; // the others they have written to
  posts: boolean; // I may write
  replies: boolean; // I may answer
  refuse: Move | null;
  recall: Move | null;
}

export function correspondents(view: View, moves: readonly Move[]): Correspondent[] {
  const { office, desks, people, seat: me } = view;
  if (!office) return [];
  const between = (sender: number | null, to: number | null) =>
    office.mail.find((mail) => mail.sender === sender && mail.to === to) ?? null;
  const may = (type: Move['type'], seat: number) =>
    moves.find((move) => move.type === type && 'to' in move && move.to === seat) ?? null;
  return desks
    .filter(({ seat }) => seat !== me)
    .map((desk) => ({
      ...desk,
      letters: given(office.held[desk.seat]),
      number: given(people[desk.seat]).number,
      incoming: between(desk.seat, me),
      outgoing: between(me, desk.seat),
      elsewhere: office.mail.flatMap(({ sender, to }) => (sender === desk.seat && to !== me ? to : [])),
      posts: may('Post', desk.seat) !== null,
      replies: may('Reply', desk.seat) !== null,
      refuse: may('Refuse', desk.seat),
      recall: may('Recall', desk.seat),
    }));
}

/** Of how many people a letter waits that I can answer or refuse. */
export function waiting(moves: readonly Move[]): number {
  const senders = moves.flatMap((move) => (move.type === 'Reply' || move.type === 'Refuse' ? move.to : []));
  return new Set(senders).size;
}

/** Letters I have to put into the basket. */
export const surplus = ({ desks, seat }: View): number =>
  desks.find((desk) => desk.seat === seat)?.surplus ?? 0;

/** Of my commune; without one, of the only office to look into. */
export function phaseOf(view: View): Phase {
  const own = view.office?.commune ?? (view.seat === null ? null : view.people[view.seat]?.commune);
  if (own !== null && own !== undefined) return given(view.phases[own]);
  return view.phases.every((phase) => phase === 'over') ? 'over' : 'open';
}

/** Whoever had the seat when the line was written. */
export const writer = ({ seat, at }: Line, seats: readonly SeatFace[]): SeatFace =>
  faceAt(given(seats[seat]), at);

/** Their names, in the order of the seats. */
export const writers = (lines: readonly Line[], seats: readonly SeatFace[]): string[] => [
  ...new Set(
    lines.toSorted((a, b) => a.seat - b.seat || a.at - b.at).map((line) => writer(line, seats).name),
  ),
];

/** A commune I do not look into: all that is seen of it is who lives there, and whether it is open. */
export interface House {
  commune: number;
  phase: Phase;
  people: number[];
}

export function houses(view: View): House[] {
  return view.phases
    .map((phase, commune) => ({
      commune,
      phase,
      people: view.people.flatMap((person, seat) => (person.commune === commune && !person.left ? seat : [])),
    }))
    .filter(({ commune, people }) => commune !== view.office?.commune && people.length > 0);
}

/** The letters I know somebody to hold. */
export const heldBy = (view: View, seat: number): Letter[] =>
  view.known.flatMap((known) => (known.seat === seat && known.to === null ? known.letter : []));

/** Hands that lie open: those of an office that is over. */
export function openHands(view: View): { seat: number; letters: Letter[] }[] {
  return view.people.flatMap((person, seat) => {
    const letters = heldBy(view, seat);
    const over = person.commune !== null && view.phases[person.commune] === 'over';
    return over && letters.length > 0 ? { seat, letters } : [];
  });
}

/** The value of which there are most in a hand. */
export function best(hand: readonly Letter[]): { value: string; n: number } {
  const counted = stacks(hand, 0).map(({ value, letters }) => ({ value, n: letters.length }));
  return counted.toSorted((one, other) => other.n - one.n)[0] ?? { value: '', n: 0 };
}

const LATELY = 5; // swaps

/** The value that most of the latest swaps brought and that I do not collect; '' if there is none. */
export function thrownAway(view: View): string {
  const got = view.diary.slice(-LATELY).map((note) => note.got);
  const { value, n } = best(got);
  return phaseOf(view) === 'open' && n * 2 > LATELY && best(view.hand).value !== value ? value : '';
}

const hands = ({ lines }: Chain): number => new Set(lines.map(({ seat }) => seat)).size;

/** The letters on which anything was written, those with most hands first. */
export const stories = (chains: readonly Chain[]): Chain[] =>
  chains
    .map((chain) => ({ ...chain, lines: chain.lines.filter(({ words }) => words.trim()) }))
    .filter(({ lines }) => lines.length > 0)
    .sort((one, other) => hands(other) - hands(one) || other.lines.length - one.lines.length);

/** What was written last, and on which letter. */
export const latestLine = (chains: readonly Chain[]): (Line & { letter: Letter }) | null =>
  chains
    .flatMap(({ letter, lines }) => lines.map((line) => ({ ...line, letter })))
    .reduce<(Line & { letter: Letter }) | null>((last, one) => (last && last.at > one.at ? last : one), null);

/** Letters of somebody that are known to be on their way. */
export const underWay = (view: View, seat: number): Letter[] =>
  view.known.flatMap((known) => (known.seat === seat && known.to !== null ? known.letter : []));

/** The seat whose number is on the border; whoever has it now, if somebody left with it. */
export function ownerOf(view: View, letter: Letter): number | null {
  const seats = view.people.flatMap(({ number }, seat) => (number === borderOf(letter) ? seat : []));
  return seats.find((seat) => !given(view.people[seat]).left) ?? seats[0] ?? null;
}
