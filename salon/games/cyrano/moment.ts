// Work that waits a moment.

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
