// Something a person asked for: whether it is under way, and why it was refused.

export class Deed {
  busy = $state(false);
  problem = $state.raw<unknown>(null);

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
