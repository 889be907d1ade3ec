// One seat's connection to its table: comes back by itself, and sends a move until it is stored.
import { given } from './given.ts';
import { Refusal } from './api.ts';
import type { FromPage, FromServer } from './wire.ts';

export type Link = 'connecting' | 'open' | 'waiting' | 'elsewhere' | 'gone';

export interface Listener {
  message: (message: FromServer) => void;
  link: (link: Link) => void;
}

const FIRST_PAUSE = 400;
const LONGEST_PAUSE = 15_000;
const AFTER_FLOOD = 5_000;
const REFUSED = 4403; // the server's close code for a connection it does not want
const TRY_LATER = 1013; // and for one that it does not want just now
const COME_AGAIN = 1012; // and for one that another process will have in a moment
const NOT_STORED = 'not_stored'; // the one refusal of a move that a later try may answer otherwise
const STORE_AGAIN = 2_000;
const SILENCE = 10_000; // with nothing heard for this long a connection is not trusted
const ASLEEP = 20_000; // after this long in the background a connection is not trusted

let counter = 0;

interface Unstored {
  text: string; // as sent
  made: number; // moves of this seat before it
}

interface Asked {
  resolve: (reply: unknown) => void;
  reject: (why: Refusal) => void;
}

/** Different on every device, tab and call. */
export function newId(): string {
  const random = crypto.getRandomValues(new Uint32Array(2));
  return `${given(random[0]).toString(36)}${given(random[1]).toString(36)}-${(counter++).toString(36)}`;
}

export class TableSocket {
  link: Link = 'connecting';
  private socket: WebSocket | null = null;
  private unstored = new Map<string, Unstored>(); // moves by id
  private asked = new Map<string, Asked>(); // questions by id
  private inPocket: unknown = null; // the move
  private unpocketed = false; // something was put there without a connection
  private taking = false; // until the seat is here
  private seq = 0; // of the last scene on this connection
  private pause = FIRST_PAUSE;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private silence: ReturnType<typeof setTimeout> | undefined;
  private hiddenSince: number | null = null;

  constructor(
    private readonly url: string,
    private readonly listener: Listener,
    private readonly make: (url: string) => WebSocket = (to) => new WebSocket(to),
  ) {
    addEventListener('online', this.hurry);
    addEventListener('offline', this.drop);
    document.addEventListener('visibilitychange', this.seen);
    this.connect();
  }

  /** Sends a move, chosen when this seat had made so many; it is sent again on every new connection
   *  until the server says it is stored, or that somebody has played for this seat meanwhile. */
  play(move: unknown, known: number): string {
    const id = newId();
    const waiting = [...this.unstored.values()].filter((one) => one.made >= known);
    const made = known + waiting.length;
    const text = JSON.stringify({ type: 'Play', id, move, made });
    this.unstored.set(id, { text, made });
    this.sendText(text);
    return id;
  }

  /** Leaves a move for the moment when my time runs out; on every new connection again. */
  pocket(move: unknown): void {
    this.inPocket = move;
    this.unpocketed = this.link !== 'open';
    this.sendText(JSON.stringify({ type: 'Pocket', move }));
  }

  /** The game's reply to a question; a Refusal if there is none, or no connection. */
  ask(question: unknown): Promise<unknown> {
    if (this.link !== 'open') return Promise.reject(new Refusal('offline'));
    const id = newId();
    this.sendText(JSON.stringify({ type: 'Ask', id, question }));
    return new Promise((resolve, reject) => this.asked.set(id, { resolve, reject }));
  }

  send(message: FromPage): void {
    this.sendText(JSON.stringify(message));
  }

  close(): void {
    removeEventListener('online', this.hurry);
    removeEventListener('offline', this.drop);
    document.removeEventListener('visibilitychange', this.seen);
    this.unstored.clear();
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

  /** Brings the seat here from the device it moved to. */
  take(): void {
    this.taking = true;
    this.pause = FIRST_PAUSE;
    this.connect();
  }

  /** Comes back to a seat that this device has brought here. */
  comeBack(): void {
    if (this.link === 'elsewhere') this.connect();
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
    if (this.link === 'waiting' || (slept && this.link === 'open')) {
      this.pause = FIRST_PAUSE;
      this.connect();
    }
  };

  private connect(): void {
    clearTimeout(this.timer);
    this.detach();
    this.become('connecting');
    this.seq = 0;
    const socket = (this.socket = this.make(this.taking ? `${this.url}&take=true` : this.url));
    socket.onopen = () => {
      this.become('open');
      this.pocketAgain(socket);
      for (const { text } of this.unstored.values()) socket.send(text);
      this.listen();
    };
    socket.onmessage = ({ data }) => {
      this.listen();
      this.pause = FIRST_PAUSE;
      this.taking = false;
      this.receive(JSON.parse(data as string) as FromServer);
    };
    socket.onclose = ({ code }) => {
      if (code === REFUSED) this.leave('gone');
      else if (code === COME_AGAIN) this.retry(FIRST_PAUSE * Math.random());
      else this.retry(code === TRY_LATER ? AFTER_FLOOD : undefined);
    };
  }

  /** What another page of this seat wrote meanwhile is newer, unless somebody wrote here too. */
  private pocketAgain(socket: WebSocket): void {
    const again = !this.unpocketed;
    if (this.inPocket !== null || !again)
      socket.send(JSON.stringify({ type: 'Pocket', move: this.inPocket, again }));
    this.unpocketed = false;
  }

  /** Waits for any sign that somebody is there: in the background a browser's timers mean little. */
  private listen(): void {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => (document.hidden ? this.listen() : this.retry()), SILENCE);
  }

  private receive(message: FromServer): void {
    if (message.type === 'Scene' && message.seq !== ++this.seq) return this.retry(); // one was lost
    if (message.type === 'Alive' || this.isReply(message)) return;
    if (this.isForLater(message)) return;
    if (message.type === 'Pocketed') this.inPocket = message.move;
    if (message.type === 'Done' || message.type === 'Refused') this.unstored.delete(message.id ?? '');
    this.listener.message(message);
    if (message.type !== 'Goodbye') return;
    if (message.reason === 'gone' || message.reason === 'elsewhere') this.leave(message.reason);
    else this.retry(message.reason === 'flood' ? AFTER_FLOOD : undefined);
  }

  /** Whether a move could not be stored: with the same id it can do no harm to send it again, and if
   *  it was stored after all, that is what the server will say. */
  private isForLater(message: FromServer): boolean {
    if (message.type !== 'Refused' || (message.key !== NOT_STORED && message.key !== 'come_again'))
      return false;
    const move = this.unstored.get(message.id ?? '');
    if (!move) return false;
    if (message.key === 'come_again') return true; // on the next connection, which is not far
    setTimeout(() => this.unstored.has(given(message.id)) && this.sendText(move.text), STORE_AGAIN);
    this.listener.message({ ...message, key: 'not_stored_yet' });
    return true;
  }

  /** Whether it was for somebody who asked a question. */
  private isReply(message: FromServer): boolean {
    if (message.type !== 'Reply' && message.type !== 'Refused') return false;
    const asked = this.asked.get(message.id ?? '');
    this.asked.delete(message.id ?? '');
    if (message.type === 'Reply') asked?.resolve(message.reply);
    else asked?.reject(new Refusal(message.key, message.details));
    return message.type === 'Reply' || asked !== undefined;
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

  private detach(): void {
    clearTimeout(this.silence);
    for (const { reject } of this.asked.values()) reject(new Refusal('offline'));
    this.asked.clear();
    if (!this.socket) return;
    this.socket.onopen = this.socket.onmessage = this.socket.onclose = null;
    this.socket.close();
    this.socket = null;
  }

  private sendText(text: string): void {
    if (this.link === 'open') this.socket?.send(text);
  }

  private become(link: Link): void {
    if (this.link === link) return;
    this.link = link;
    this.listener.link(link);
  }
}

export function socketUrl(table: string, seat: number | null): string {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  const query = seat === null ? '' : `?seat=${seat}`;
  return `${scheme}://${location.host}/api/tables/${encodeURIComponent(table)}/socket${query}`;
}
