// What was hidden while a table was played, told in its replay: what each move was, who lied how often.
import * as api from './api.ts';
import type { Truth } from './wire.ts';

/** How often somebody hid something, and how often that did not come out. */
export interface Sum {
  seat: number;
  n: number;
  unseen: number;
}

/** What says it: nothing to tell, all of it found out, or some of it not. */
export const sumKey = ({ n, unseen }: Sum): string =>
  n === 0 ? 'truth.sum.none' : unseen === 0 ? 'truth.sum.caught' : 'truth.sum';

export class Truths {
  all = $state.raw<readonly Truth[]>([]);

  constructor(id: string) {
    void api.truths(id).then(
      ({ truths }) => (this.all = truths),
      () => undefined, // a replay is a replay without them too
    );
  }

  readonly hidden = $derived(this.all.filter(({ hid }) => hid));

  /** What lay behind the last move that hides something, as far as this step. */
  at(step: number): Truth | null {
    return this.all.findLast((truth) => truth.step <= step) ?? null;
  }

  /** The step to jump to from this one. */
  next(step: number): number | null {
    return this.hidden.find((truth) => truth.step > step)?.step ?? null;
  }

  previous(step: number): number | null {
    return this.hidden.findLast((truth) => truth.step < step)?.step ?? null;
  }

  sums(seats: number): Sum[] {
    return Array.from({ length: seats }, (_, seat) => {
      const own = this.hidden.filter((truth) => truth.seat === seat);
      return { seat, n: own.length, unseen: own.filter(({ found }) => !found).length };
    });
  }
}
