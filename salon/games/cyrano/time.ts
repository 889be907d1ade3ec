// Time that is left: seconds for the rings, minutes for the clock, and work that waits a moment.

/** Whole seconds until then; 0 when it is over. */
export const secondsTo = (until: number, now: number): number => Math.max(0, Math.ceil((until - now) / 1000));

/** 1:05 */
export function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Does something a moment after the last time it was asked for. */
export class Moment {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #work: (() => void) | null = null;

  constructor(readonly ms: number) {}

  soon(work: () => void): void {
    clearTimeout(this.#timer);
    this.#work = work;
    this.#timer = setTimeout(() => this.now(), this.ms);
  }

  /** What still waits is done at once. */
  now(): void {
    clearTimeout(this.#timer);
    const work = this.#work;
    this.#work = null;
    work?.();
  }

  never(): void {
    clearTimeout(this.#timer);
    this.#work = null;
  }
}
