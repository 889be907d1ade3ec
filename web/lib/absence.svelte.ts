// Since when the table waits for somebody who is away, as this page saw it.
import type { Playing } from './scene.ts';

export class Absence {
  private since = $state.raw<ReadonlyMap<number, number>>(new Map());

  see({ seats, awaited, result }: Playing, now: number): void {
    const missed = seats.flatMap(({ holder, here, stand_in }, seat) =>
      holder === 'player' && !here && !stand_in && !result && awaited.includes(seat) ? [seat] : [],
    );
    this.since = new Map(missed.map((seat) => [seat, this.since.get(seat) ?? now]));
  }

  /** Seconds until a bot takes over; null: nobody waits for this seat. */
  left(seat: number, patience: number, now: number): number | null {
    const since = this.since.get(seat);
    return since === undefined ? null : Math.max(0, Math.ceil(patience - (now - since) / 1_000));
  }
}
