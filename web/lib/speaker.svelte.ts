// What the page says to screen readers: whole groups of sentences, none twice in a row.

const TOGETHER = 120; // ms within which sentences belong together

export class Speaker {
  spoken = $state('');
  private waiting: string[] = [];
  private question = '';
  private last = '';
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** What happened, and what is asked now: only the newest question counts. */
  say(happened: readonly string[], question = ''): void {
    this.waiting.push(...happened);
    this.question = question;
    this.timer ??= setTimeout(this.speak, TOGETHER);
  }

  /** One more sentence; what is asked stays as it is. */
  add(sentence: string): void {
    this.waiting.push(sentence);
    this.timer ??= setTimeout(this.speak, TOGETHER);
  }

  close(): void {
    clearTimeout(this.timer);
  }

  private speak = (): void => {
    this.timer = undefined;
    const group = [...this.waiting, this.question].filter((sentence) => sentence && this.isNew(sentence));
    [this.waiting, this.question] = [[], ''];
    if (group.length) this.spoken = group.join(' ');
  };

  private isNew(sentence: string): boolean {
    const isNew = sentence !== this.last;
    this.last = sentence;
    return isNew;
  }
}
