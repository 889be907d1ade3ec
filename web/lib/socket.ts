// One seat's connection to its table: sends a move until it is stored.
import { given } from './given.ts';
import { Refusal } from './api.ts';
import { Line, lineTo, type Listener } from './line.ts';
import type { FromPage, FromServer } from './wire.ts';

const NOT_STORED = 'not_stored'; // the one refusal of a move that a later try may answer otherwise
const STORE_AGAIN = 2_000;

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

export class TableSocket extends Line<FromServer> {
  private unstored = new Map<string, Unstored>(); // moves by id
  private asked = new Map<string, Asked>(); // questions by id
  private inPocket: unknown = null; // the move
  private unpocketed = false; // something was put there without a connection
  private taking = false; // until the seat is here

  constructor(url: string, listener: Listener<FromServer>, make?: (url: string) => WebSocket) {
    super(url, listener, make);
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

  override send(message: FromPage): void {
    super.send(message);
  }

  override close(): void {
    this.unstored.clear();
    super.close();
  }

  /** Brings the seat here from the device it moved to. */
  take(): void {
    this.taking = true;
    this.afresh();
  }

  /** Comes back to a seat that this device has brought here. */
  comeBack(): void {
    if (this.link === 'elsewhere') this.connect();
  }

  protected override address(): string {
    return this.taking ? `${this.url}&take=true` : this.url;
  }

  protected override opened(socket: WebSocket): void {
    this.pocketAgain(socket);
    for (const { text } of this.unstored.values()) socket.send(text);
  }

  protected override isMine(message: FromServer): boolean {
    this.taking = false;
    if (this.isReply(message) || this.isForLater(message)) return true;
    if (message.type === 'Pocketed') this.inPocket = message.move;
    if (message.type === 'Done' || message.type === 'Refused') this.unstored.delete(message.id ?? '');
    return false;
  }

  protected override detach(): void {
    for (const { reject } of this.asked.values()) reject(new Refusal('offline'));
    this.asked.clear();
    super.detach();
  }

  /** What another page of this seat wrote meanwhile is newer, unless somebody wrote here too. */
  private pocketAgain(socket: WebSocket): void {
    const again = !this.unpocketed;
    if (this.inPocket !== null || !again)
      socket.send(JSON.stringify({ type: 'Pocket', move: this.inPocket, again }));
    this.unpocketed = false;
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
}

export function socketUrl(table: string, seat: number | null, isScreen = false): string {
  const query = seat !== null ? `?seat=${seat}` : isScreen ? '?screen=true' : '';
  return lineTo(`/tables/${encodeURIComponent(table)}/socket${query}`);
}
