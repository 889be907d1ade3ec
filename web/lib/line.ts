// A connection that comes back by itself, and does not trust a silence.

export type Link = 'connecting' | 'open' | 'waiting' | 'elsewhere' | 'gone';

export interface Listener<Message> {
  message: (message: Message) => void;
  link: (link: Link) => void;
}

/** What every server message may be, whatever else it is. */
interface Heard {
  type: string;
  seq?: number;
  reason?: string;
}

export const FIRST_PAUSE = 400;
const LONGEST_PAUSE = 15_000;
const AFTER_FLOOD = 5_000;
const REFUSED = 4403; // the server's close code for a connection it does not want
const TRY_LATER = 1013; // and for one that it does not want just now
const COME_AGAIN = 1012; // and for one that another process will have in a moment
const SILENCE = 10_000; // with nothing heard for this long a connection is not trusted
const ASLEEP = 20_000; // after this long in the background a connection is not trusted

export class Line<Message extends Heard> {
  link: Link = 'connecting';
  private socket: WebSocket | null = null;
  private seq = 0; // of the last numbered message on this connection
  private pause = FIRST_PAUSE;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private silence: ReturnType<typeof setTimeout> | undefined;
  private hiddenSince: number | null = null;

  constructor(
    protected readonly url: string,
    protected readonly listener: Listener<Message>,
    private readonly make: (url: string) => WebSocket = (to) => new WebSocket(to),
  ) {
    addEventListener('online', this.hurry);
    addEventListener('offline', this.drop);
    document.addEventListener('visibilitychange', this.seen);
  }

  close(): void {
    removeEventListener('online', this.hurry);
    removeEventListener('offline', this.drop);
    document.removeEventListener('visibilitychange', this.seen);
    clearTimeout(this.timer);
    this.detach();
    this.link = 'gone';
  }

  /** Comes back now: the person asked for it, or the network is there again. */
  hurry = (): void => {
    if (this.link === 'open' || this.link === 'elsewhere' || this.link === 'gone') return;
    this.pause = FIRST_PAUSE;
    this.connect();
  };

  send(message: object): void {
    this.sendText(JSON.stringify(message));
  }

  protected sendText(text: string): void {
    if (this.link === 'open') this.socket?.send(text);
  }

  connect(): void {
    clearTimeout(this.timer);
    this.detach();
    this.become('connecting');
    this.seq = 0;
    const socket = (this.socket = this.make(this.address()));
    socket.onopen = () => {
      this.become('open');
      this.opened(socket);
      this.listen();
    };
    socket.onmessage = ({ data }) => {
      this.listen();
      this.pause = FIRST_PAUSE;
      this.receive(JSON.parse(data as string) as Message);
    };
    socket.onclose = ({ code }) => {
      if (code === REFUSED) this.leave('gone');
      else if (code === COME_AGAIN) this.retry(FIRST_PAUSE * Math.random());
      else this.retry(code === TRY_LATER ? AFTER_FLOOD : undefined);
    };
  }

  /** Comes back without the pauses that came before. */
  protected afresh(): void {
    this.pause = FIRST_PAUSE;
    this.connect();
  }

  protected address(): string {
    return this.url;
  }

  /** What is said first on a new connection. */
  protected opened(_socket: WebSocket): void {
    return;
  }

  /** Whether a message was taken care of before anybody hears of it. */
  protected isMine(_message: Message): boolean {
    return false;
  }

  protected detach(): void {
    clearTimeout(this.silence);
    if (!this.socket) return;
    this.socket.onopen = this.socket.onmessage = this.socket.onclose = null;
    this.socket.close();
    this.socket = null;
  }

  private receive(message: Message): void {
    if (message.seq !== undefined && message.seq !== ++this.seq) return this.retry(); // one was lost
    if (message.type === 'Alive' || this.isMine(message)) return;
    this.listener.message(message);
    if (message.type !== 'Goodbye') return;
    if (message.reason === 'gone' || message.reason === 'elsewhere') this.leave(message.reason);
    else this.retry(message.reason === 'flood' ? AFTER_FLOOD : undefined);
  }

  private drop = (): void => {
    if (this.link === 'open' || this.link === 'connecting') this.retry();
  };

  private seen = (): void => {
    if (document.hidden) {
      this.hiddenSince = Date.now();
      return;
    }
    const slept = this.hiddenSince !== null && Date.now() - this.hiddenSince > ASLEEP;
    this.hiddenSince = null;
    if (this.link === 'waiting' || (slept && this.link === 'open')) this.afresh();
  };

  /** Waits for any sign that somebody is there: in the background a browser's timers mean little. */
  private listen(): void {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => (document.hidden ? this.listen() : this.retry()), SILENCE);
  }

  private retry(after = this.pause * (0.75 + Math.random() / 2)): void {
    this.detach();
    this.become('waiting');
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.connect(), after);
    this.pause = Math.min(this.pause * 2, LONGEST_PAUSE);
  }

  private leave(link: 'gone' | 'elsewhere'): void {
    clearTimeout(this.timer);
    this.detach();
    this.become(link);
  }

  private become(link: Link): void {
    if (this.link === link) return;
    this.link = link;
    this.listener.link(link);
  }
}

export function lineTo(path: string): string {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return `${scheme}://${location.host}/api${path}`;
}
