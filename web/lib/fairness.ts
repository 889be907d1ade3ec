// The page's own check that nobody chose the luck of a table; see salon/core/fairness.py.
import { sha256 } from './sha256.ts';
import type { FairInfo } from './wire.ts';

export const commitment = (secret: string) => sha256(`salon commitment ${secret}`);

export function seed(secret: string, nonces: Record<string, string>): string {
  const added = Object.keys(nonces)
    .sort((a, b) => Number(a) - Number(b))
    .map((seat) => ` ${seat}=${nonces[seat]}`);
  return sha256(`salon seed ${secret}${added.join('')}`);
}

export interface Proof {
  promised: 'kept' | 'broken' | 'changed'; // changed: not the commitment this device saw first
  nonce: 'in' | 'missing' | 'none'; // none: this device added none
  seed: string;
}

/** What can be checked once the secret is out; null before that. */
export function prove(
  fair: FairInfo,
  mine: Record<string, string>,
  seenBefore?: string,
): Proof | null {
  if (!fair.secret) return null;
  const kept = commitment(fair.secret) === fair.commitment;
  const changed = seenBefore !== undefined && seenBefore !== fair.commitment;
  const own = Object.entries(mine);
  const all = own.every(([seat, nonce]) => fair.nonces[seat] === nonce);
  return {
    promised: !kept ? 'broken' : changed ? 'changed' : 'kept',
    nonce: own.length === 0 ? 'none' : all ? 'in' : 'missing',
    seed: seed(fair.secret, fair.nonces),
  };
}
