// The page's own check that nobody chose the luck of a table; see docs/protocol.md, "Fair luck".
import { given } from './given.ts';
import { sha256 as hashed } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { FairInfo } from './wire.ts';

/** Not the browser's: crypto.subtle is absent on http addresses of a LAN. */
export const sha256 = (text: string): string => bytesToHex(hashed(utf8ToBytes(text)));

export const commitment = (secret: string) => sha256(`salon commitment ${secret}`);

/** To a nonce of a seat, at the table with this commitment. */
export const nonceCommitment = (table: string, seat: number | string, nonce: string) =>
  sha256(`salon nonce ${table} ${seat} ${nonce}`);

/** The hash of an opening; empty: it is none. */
export const sealOf = (opening: string) => (/^[\n -~]+$/.test(opening) ? sha256(opening) : '');

/** What an opening says under a word, by seat: the commitments of "nonce", the names of "seat". */
export function listed(opening: string, what: 'nonce' | 'seat'): Record<string, string> {
  const lines = opening.split('\n').map((line) => line.split(' '));
  return Object.fromEntries(lines.flatMap(([word, seat, said]) => (word === what ? [[seat, said]] : [])));
}

export function seed(secret: string, nonces: Record<string, string>, seal = ''): string {
  const added = Object.keys(nonces)
    .sort((a, b) => Number(a) - Number(b))
    .map((seat) => ` ${seat}=${nonces[seat]}`);
  return sha256(`salon seed ${secret}${seal && ` ${seal}`}${added.join('')}`);
}

/** A nonce that this device drew, and the seal of the opening for which it was shown. */
export interface Drawn {
  seat: number;
  nonce: string;
  seal: string; // empty: not shown
}

/** What this device did and was shown. */
export interface Part {
  drawn: readonly Drawn[];
  shown: readonly string[]; // seals, in the order in which the start was tried
  promise?: string; // the commitment it saw first
}

export interface Proof {
  promised: 'kept' | 'broken' | 'changed'; // changed: not the commitment this device saw first
  opening: 'kept' | 'unseen' | 'none' | 'repeated' | 'changed' | 'broken';
  nonce: 'in' | 'none' | 'elsewhere' | 'late' | 'missing'; // elsewhere: another device's is in
  withheld: string[]; // the seats that promised a nonce and did not show it
  seed: string;
  verdict: 'proved' | 'fits' | 'limited' | 'failed'; // fits: but this device took no part
}

/** What can be checked once the secret is out; null before that. */
export function prove(fair: FairInfo, part: Part): Proof | null {
  if (!fair.secret) return null;
  const made = fair.seal ? listed(fair.opening, 'nonce') : {};
  const found = {
    promised: promised(fair, part),
    opening: opening(fair, part, made),
    nonce: ownNonce(fair, part, made),
    withheld: Object.keys(made).filter((seat) => !(seat in fair.nonces)),
    seed: seed(fair.secret, fair.nonces, fair.seal),
  };
  return { ...found, verdict: verdict(found) };
}

function promised(fair: FairInfo, { promise }: Part): Proof['promised'] {
  if (commitment(given(fair.secret)) !== fair.commitment) return 'broken';
  return promise !== undefined && promise !== fair.commitment ? 'changed' : 'kept';
}

function opening(fair: FairInfo, part: Part, made: Record<string, string>): Proof['opening'] {
  if (!fair.seal) return part.shown.length ? 'changed' : 'none';
  const fits =
    sealOf(fair.opening) === fair.seal &&
    fair.opening.split('\n').includes(`commitment ${fair.commitment}`) &&
    Object.entries(fair.nonces).every(
      ([seat, nonce]) => made[seat] === nonceCommitment(fair.commitment, seat, nonce),
    );
  if (!fits) return 'broken';
  if (!part.shown.length) return 'unseen';
  const first = part.drawn.find(({ seat, nonce }) => fair.nonces[seat] === nonce);
  if (!part.shown.includes(fair.seal) || (first && first.seal !== fair.seal)) return 'changed';
  return part.shown.length > 1 ? 'repeated' : 'kept';
}

const WORST = ['late', 'missing', 'elsewhere', 'in'] as const;

function ownNonce(fair: FairInfo, { drawn }: Part, made: Record<string, string>): Proof['nonce'] {
  const seats = [...new Set(drawn.map(({ seat }) => seat))];
  const each = seats.map((seat) => {
    const mine = drawn.filter((one) => one.seat === seat).map(({ nonce }) => nonce);
    if (mine.includes(fair.nonces[seat] ?? '')) return 'in';
    if (mine.some((nonce) => made[seat] === nonceCommitment(fair.commitment, seat, nonce))) return 'late';
    return seat in made || seat in fair.nonces ? 'elsewhere' : 'missing';
  });
  return WORST.find((one) => each.includes(one)) ?? 'none';
}

function verdict({ promised, opening, nonce, withheld }: Omit<Proof, 'verdict'>): Proof['verdict'] {
  if (promised !== 'kept' || opening === 'changed' || opening === 'broken') return 'failed';
  if (opening === 'repeated' || opening === 'none' || withheld.length) return 'limited';
  if (nonce === 'late' || nonce === 'missing') return 'limited';
  return nonce === 'in' ? 'proved' : 'fits';
}
