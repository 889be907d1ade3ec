// This device's part of a table's luck, and what it was shown of everybody else's: kept so that it
// can be held against the proof at the end.
import { listed, nonceCommitment, sealOf, type Drawn, type Part } from './fairness.ts';
import { recall, remember } from './memory.ts';

type Kept = Pick<Part, 'drawn' | 'shown'>;

const MOST_TABLES = 30;
const here: Record<string, Kept> = {}; // this window's own: another one may write over what is stored

export function partOf(table: string): Part {
  const promise = recall<Record<string, string>>('commitments', {})[table];
  const kept = recall<Record<string, Kept>>('luck', {})[table] ?? { drawn: begunTheOldWay(table), shown: [] };
  const mine = here[table] ?? kept;
  const others = kept.drawn.filter(({ nonce }) => !mine.drawn.some((one) => one.nonce === nonce));
  return {
    drawn: [...others, ...mine.drawn],
    shown: [...new Set([...kept.shown, ...mine.shown])],
    ...(promise === undefined ? {} : { promise }),
  };
}

/** Tables that began before nonces were committed to: one for each seat, under a name of their own. */
function begunTheOldWay(table: string): Drawn[] {
  const nonces = recall<Record<string, Record<string, string>>>('nonces', {})[table] ?? {};
  return Object.entries(nonces).map(([seat, nonce]) => ({ seat: Number(seat), nonce, seal: '' }));
}

/** The commitment to a nonce that nobody has seen yet. */
export function commit(table: string, promise: string, seat: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const nonce = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const { drawn, shown } = partOf(table);
  keep(table, { drawn: [...drawn, { seat, nonce, seal: '' }], shown });
  return nonceCommitment(promise, seat, nonce);
}

/** The nonce this device has committed to in this opening, if it has; never for two openings. */
export function reveal(table: string, promise: string, seat: number, opening: string): string | null {
  const { drawn, shown } = partOf(table);
  const seal = sealOf(opening);
  const made = listed(opening, 'nonce')[seat];
  const mine = drawn.find((one) => one.seat === seat && nonceCommitment(promise, seat, one.nonce) === made);
  const free = mine && (!mine.seal || mine.seal === seal);
  const after = drawn.map((one) => (one === mine && free ? { ...one, seal } : one));
  keep(table, { drawn: after, shown: [...new Set([...shown, seal])] });
  return free ? mine.nonce : null;
}

function keep(table: string, kept: Kept): void {
  here[table] = kept;
  const others = Object.entries(recall<Record<string, Kept>>('luck', {})).filter(([id]) => id !== table);
  remember('luck', { ...Object.fromEntries(others.slice(1 - MOST_TABLES)), [table]: kept });
}
