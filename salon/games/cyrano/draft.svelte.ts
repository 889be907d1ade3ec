// My draft: kept on this device and in my pocket at the table, found again after a reload.
import { recall, remember } from '$web/lib/memory.ts';
import type { Four, HandIn, Move } from './scene.ts';
import { Moment } from './moment.ts';

const MOST = 12; // drafts that a device keeps
const POCKET = 1_000; // ms after the last stroke

export interface Text {
  title: string;
  lines: Four;
}

/** What lies on this device: the text, and what of it the table has. */
export interface Kept extends Text {
  sent: Text | null;
}

const EMPTY: Text = { title: '', lines: ['', '', '', ''] };
export const same = (one: Text | null, other: Text | null): boolean =>
  one === other ||
  (!!one && !!other && one.title === other.title && one.lines.join('\n') === other.lines.join('\n'));

/** Mine of this round, if the move in the pocket is such a one. */
export function inPocket(move: Move | null | undefined, round: number): Text | null {
  if (move?.type !== 'HandIn' || move.round !== round) return null;
  return { title: move.title ?? '', lines: move.lines as Four };
}

/** The newer of the two: what was pocketed elsewhere since this device last did is newer. */
export function restore(kept: Kept | null, pocketed: Text | null): Text {
  if (pocketed && !same(pocketed, kept?.sent ?? null)) return pocketed;
  return kept ?? pocketed ?? EMPTY;
}

/** Several lines laid over mine, from one of them on. */
export function pour(lines: Four, at: number, text: string): Four {
  const poured = text.split(/\s*[\r\n]+\s*/).filter(Boolean);
  return lines.map((line, index) => poured[index - at]?.slice(0, 120) ?? line) as Four;
}

/** A word at the end of what a line says, and where one writes on: in front of it. */
export function withWord(line: string, word: string): { text: string; caret: number } {
  const before = line.trim() ? `${line.trimEnd()} ` : '';
  return { text: `${before} ${word}`.slice(0, 120), caret: before.length };
}

/** A word that came out of the drawer. */
export interface Put {
  rhyme: number;
  line: number;
  word: string;
}

const endsWith = (line: string, word: string) => ` ${line}`.endsWith(` ${word}`);

/** Where a word of the drawer goes: instead of the last one, else to my line unless that is finished with a
 *  rhyme already. */
export function place(
  lines: readonly string[],
  mine: number,
  rhymed: readonly boolean[],
  put: Put | null,
  rhyme: number,
): { line: number; text: string } {
  const written = lines[mine] ?? '';
  const stays = put?.line === mine && endsWith(written, put.word);
  if (stays && put.rhyme === rhyme) return { line: mine, text: written.slice(0, -put.word.length).trimEnd() };
  const empty = [1, 2, 3].map((step) => (mine + step) % 4).find((line) => !lines[line]?.trim());
  const finished = rhymed[mine] && !/\s$/.test(written);
  const line = stays || finished ? (empty ?? mine) : mine;
  return { line, text: lines[line] ?? '' };
}

const drafts = () => recall<Record<string, Kept>>('cyrano.drafts', {});

/** What a draft is lent by the board. */
export interface House {
  key: string; // table, seat and round
  round: number;
  pocket: (move: HandIn) => void;
}

export class Draft {
  title = $state('');
  lines = $state<Four>(['', '', '', '']);
  touched = false; // something was written that the table does not have yet
  #sent: Text | null;
  #moment = new Moment(POCKET);

  constructor(
    readonly house: House,
    pocketed: Text | null,
  ) {
    const kept = drafts()[house.key] ?? null;
    this.#sent = pocketed ?? kept?.sent ?? null;
    this.#take(restore(kept, pocketed));
  }

  get text(): Text {
    return { title: this.title, lines: [...this.lines] as Four };
  }

  /** What lay in my pocket arrives after the page, or another page of mine wrote it: it counts unless I
   *  am writing here. */
  find(pocketed: Text | null): void {
    if (this.touched || !pocketed || same(pocketed, this.#sent)) return;
    this.#sent = pocketed;
    this.#take(pocketed);
  }

  /** Something was written. */
  change(): void {
    this.touched = true;
    this.#keep();
    this.#moment.soon(() => this.#pocket());
  }

  /** Nobody waits when the page goes away. */
  flush(): void {
    this.#moment.now();
  }

  forget(): void {
    this.#moment.never();
    const { [this.house.key]: _, ...rest } = drafts();
    remember('cyrano.drafts', rest);
  }

  #take({ title, lines }: Text): void {
    this.title = title;
    this.lines = [...lines];
  }

  #pocket(): void {
    this.#sent = this.text;
    this.touched = false;
    this.house.pocket({ type: 'HandIn', round: this.house.round, ...this.text } as HandIn);
    this.#keep();
  }

  #keep(): void {
    const { [this.house.key]: _, ...rest } = drafts();
    const recent = Object.entries(rest).slice(1 - MOST);
    const mine: Kept = { ...this.text, sent: this.#sent };
    remember('cyrano.drafts', { ...Object.fromEntries(recent), [this.house.key]: mine });
  }
}
