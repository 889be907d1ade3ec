// The album of the evening, asked for once for each round that is over and each poem taken back.
import type { AlbumReply, Leaves, View } from './scene.ts';

export class Album {
  rounds = $state.raw<readonly Leaves[]>([]);
  missing = $state(false); // it could not be fetched
  #has = '';

  constructor(readonly ask: ((question: unknown) => Promise<unknown>) | undefined) {}

  async turnTo({ pages, hidden, seat }: Pick<View, 'pages' | 'hidden' | 'seat'>): Promise<void> {
    const wanted = `${pages} ${hidden.join()}`;
    if (wanted === this.#has || pages === 0 || seat === null || !this.ask) return;
    this.#has = wanted;
    try {
      const { rounds } = (await this.ask({ type: 'Leaf' })) as AlbumReply;
      if (wanted === this.#has) [this.rounds, this.missing] = [rounds, false];
    } catch {
      [this.#has, this.missing] = ['', true];
    }
  }
}
