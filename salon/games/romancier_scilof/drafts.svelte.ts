// The lines I have begun, one for each letter: kept on this device, and found again after a reload.
import { recall, remember } from '$web/lib/memory.ts';

const KEY = 'scilof.drafts';
const TABLES = 8; // tables whose drafts a device keeps

type Lines = Readonly<Record<string, string>>; // by letter; '' before one is chosen

const kept = () => recall<Record<string, Lines>>(KEY, {});

export class Drafts {
  #lines = $state.raw<Lines>({});

  /** Of one seat at one table; without a place nothing is kept. */
  constructor(readonly place: string | null) {
    this.look();
  }

  of(letter: string): string {
    return this.#lines[letter] ?? '';
  }

  /** Changes this line alone: what another tab has begun stays. */
  write(letter: string, words: string): void {
    const { [letter]: _, ...others } = this.place === null ? this.#lines : (kept()[this.place] ?? {});
    this.#lines = words ? { ...others, [letter]: words } : others;
    this.#keep();
  }

  /** A line begun before the letter was chosen goes onto it. */
  carry(letter: string): void {
    const begun = this.of('');
    if (!begun || this.of(letter)) return;
    this.write('', '');
    this.write(letter, begun);
  }

  /** What lies there, written here or in another tab. */
  look = (): void => {
    if (this.place !== null) this.#lines = kept()[this.place] ?? {};
  };

  #keep(): void {
    if (this.place === null) return;
    const { [this.place]: _, ...others } = kept();
    const recent = Object.entries(others).slice(1 - TABLES);
    const mine = Object.keys(this.#lines).length ? { [this.place]: this.#lines } : {};
    remember(KEY, { ...Object.fromEntries(recent), ...mine });
  }
}
