// Something a person asked for: whether it is under way, and why it was refused.

export class Deed {
  busy = $state(false);
  problem = $state.raw<unknown>(null);
  private last: Promise<unknown> = Promise.resolve();

  /** Does it after what was asked before: a second wish is not lost while the first is under way. */
  queue(work: () => Promise<unknown>): void {
    this.last = this.last.then(() => this.do(work));
  }

  async do<T>(work: () => Promise<T>): Promise<T | undefined> {
    if (this.busy) return undefined;
    this.busy = true;
    this.problem = null;
    try {
      return await work();
    } catch (problem) {
      this.problem = problem;
      return undefined;
    } finally {
      this.busy = false;
    }
  }
}
