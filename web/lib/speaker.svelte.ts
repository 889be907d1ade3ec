// What the page says to screen readers: whole groups of sentences, none twice in a row, each question once.

const TOGETHER = 120; // ms within which sentences belong together

export class Speaker {
  spoken = $state('');
  private waiting: string[] = [];
  private question = '';
  private asked = ''; // and not answered yet
  private last = '';
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** What happened, and what is asked now (null: not known yet): only the newest question counts. */
  say(happened: readonly string[], question: string | null = ''): void {
    this.waiting.push(...happened);
    this.question = question ?? this.question;
    this.timer ??= setTimeout(this.speak, TOGETHER);
  }

  /** One more sentence; what is asked stays as it is. */
  add(sentence: string): void {
    this.waiting.push(sentence);
    this.timer ??= setTimeout(this.speak, TOGETHER);
  }

  /** The question is answered: the next one is asked even if it is the same. */
  answered(): void {
    this.asked = '';
  }

  /** Nothing of what was said can be read again. */
  forget(): void {
    this.spoken = '';
  }

  close(): void {
    clearTimeout(this.timer);
  }

  private speak = (): void => {
    this.timer = undefined;
    const question = this.question === this.asked ? '' : this.question;
    const group = [...this.waiting, question].filter((sentence) => sentence && this.isNew(sentence));
    this.asked = this.question;
    this.waiting = [];
    if (group.length) this.spoken = group.join(' ');
  };

  private isNew(sentence: string): boolean {
    const isNew = sentence !== this.last;
    this.last = sentence;
    return isNew;
  }
}
