// What the strongest bot would have done at each step of a finished table, asked for one by one.
import * as api from './api.ts';
import type { Advice } from './wire.ts';

const WORTH_A_LOOK = 0.05; // odds of winning that a step has cost

export class Adviser {
  found = $state.raw<ReadonlyMap<number, Advice>>(new Map());
  done = $state(0); // steps asked for so far
  busy = $state(false);
  problem = $state.raw<unknown>(null);

  constructor(
    readonly table: string,
    readonly steps: number,
  ) {}

  /** Goes on where it was stopped, the step that is looked at first. */
  async ask(first: number): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.problem = null;
    for (const step of this.order(first)) {
      if (!this.busy) return;
      if (!this.asked.has(step)) await this.askFor(step);
    }
    this.busy = false;
  }

  stop(): void {
    this.busy = false;
  }

  /** The steps that cost most, the worst first. */
  get turningPoints(): Advice[] {
    return [...this.found.values()]
      .filter(({ same, odds, played }) => !same && odds - played >= WORTH_A_LOOK)
      .sort((a, b) => b.odds - b.played - (a.odds - a.played))
      .slice(0, 3);
  }

  private asked = new Set<number>();

  private order(first: number): number[] {
    const all = Array.from({ length: this.steps }, (_, i) => i + 1);
    return first > 0 ? [first, ...all.filter((step) => step !== first)] : all;
  }

  private async askFor(step: number): Promise<void> {
    try {
      const advice = await api.advice(this.table, step);
      this.found = new Map(this.found).set(step, advice);
    } catch (refusal) {
      if (!(refusal instanceof api.Refusal && refusal.key === 'no_advice')) {
        this.problem = refusal;
        this.busy = false;
        return;
      }
    }
    this.asked.add(step);
    this.done = this.asked.size;
  }
}
