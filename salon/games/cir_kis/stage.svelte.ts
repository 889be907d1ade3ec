// What is on the stage: the table as it is, or a finished window until it has been looked at.
import type { Props } from './scene.ts';

const LOOK = 6_000; // ms for a finished window, and once more when somebody is quick to go on

type Finished = { board: Props; since: number };

export class Stage {
  /** The round that is over, while the table has gone on already. */
  kept = $state.raw<Props | null>(null);
  readonly board = $derived.by(() => this.kept ?? this.live());
  #finished: Finished | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly live: () => Props) {}

  /** The table has gone on. */
  watch(): void {
    const board = this.live();
    if (board.view.phase === 'between') this.#remember(board);
    else if (this.#finished) this.#leave(this.#finished, board);
  }

  #remember(board: Props): void {
    const known = this.#finished?.board.view.round === board.view.round ? this.#finished : null;
    this.#finished = { board: { ...board }, since: known?.since ?? performance.now() };
  }

  /** A replay goes on when it is told to; and who begins the round has seen enough. */
  #leave({ board, since }: Finished, now: Props): void {
    const seen = performance.now() - since > LOOK;
    this.#finished = null;
    if (!now.table || now.view.round !== board.view.round + 1 || seen || isMine(now)) return;
    this.kept = { ...board, moves: [], fresh: [], busy: false, refused: null };
    this.#timer = setTimeout(() => this.goOn(), LOOK);
  }

  goOn(): void {
    clearTimeout(this.#timer);
    this.kept = null;
  }
}

/** Whether I began the round. */
function isMine({ news, seat }: Props): boolean {
  const began = news.findLast(({ event }) => event.type === 'Began');
  return began?.event.type === 'Began' && began.event.seat === seat && !began.stoodIn;
}
