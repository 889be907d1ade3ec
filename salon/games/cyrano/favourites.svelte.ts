// The stars I give to poems while they are recited: nobody sees them but me, on this device.
import { recall, remember } from '$web/lib/memory.ts';

const MOST = 40;

export class Favourites {
  #pages = $state.raw<string[]>(recall('cyrano.stars', []));

  constructor(
    readonly table: string,
    readonly seat: number,
  ) {}

  has(page: string): boolean {
    return this.#pages.includes(this.#mark(page));
  }

  turn(page: string): void {
    const mark = this.#mark(page);
    const others = this.#pages.filter((one) => one !== mark);
    this.#pages = this.has(page) ? others : [...others, mark].slice(-MOST);
    remember('cyrano.stars', this.#pages);
  }

  #mark = (page: string): string => `${this.table}.${this.seat}.${page}`;
}
