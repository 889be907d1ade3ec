// Whether somebody looks at this page: it is seen, and somebody did something here lately.

const FORGOTTEN = 5 * 60_000; // ms without a sign of life
const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const;

export class Looking {
  now = $state(!document.hidden);
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    document.addEventListener('visibilitychange', this.wake);
    for (const sign of SIGNS) addEventListener(sign, this.wake, { passive: true });
    this.wake();
  }

  close(): void {
    document.removeEventListener('visibilitychange', this.wake);
    for (const sign of SIGNS) removeEventListener(sign, this.wake);
    clearTimeout(this.timer);
  }

  private wake = (): void => {
    this.now = !document.hidden;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => (this.now = false), FORGOTTEN);
  };
}
