// What is on stage at the end: the open hands, then the letters one by one, or all of them at once.
import { onEvents } from '$web/board/events.svelte.ts';
import { stories, type Props } from './scene.ts';

const HANDS = 3_200; // ms to see who has won, and with what

type Board = Pick<Props, 'fresh' | 'news' | 'view' | 'shown' | 'table' | 't'>;

export class Curtain {
  stage = $state<'hands' | 'unfold' | 'all'>('hands');
  #held: number | null = null; // the event that the page is not told before all is read
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** To be called while a component is made. */
  constructor(readonly board: () => Board) {
    board().shown?.(Math.max(-1, ...board().news.map(({ id }) => id)));
    onEvents(board, (unseen) => {
      const end = unseen.find(({ event }) => event.type === 'Unfolded');
      if (end && board().table && stories(board().view.chains).length) this.#hold(end.id);
      else board().shown?.(unseen.at(-1)?.id ?? -1);
    });
  }

  rise = (): void => void (this.stage = 'unfold');
  all = (): void => void (this.stage = 'all');

  /** Enough: the page may tell the result. */
  fall = (): void => {
    this.stage = 'hands';
    if (this.#held !== null) this.board().shown?.(this.#held);
    this.#held = null;
  };

  /** Somebody is still reading. */
  wait = (): void => {
    if (this.#held !== null) this.board().shown?.(this.#held - 1);
  };

  close(): void {
    clearTimeout(this.#timer);
  }

  #hold(end: number): void {
    this.#held = end;
    this.wait();
    this.#timer = setTimeout(this.rise, HANDS);
  }
}
