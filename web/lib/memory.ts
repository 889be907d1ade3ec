// What this browser remembers; without storage (private windows) it simply forgets.

export function recall<T>(key: string, otherwise: T): T {
  try {
    const kept = localStorage.getItem(`salon.${key}`);
    return kept === null ? otherwise : (JSON.parse(kept) as T);
  } catch {
    return otherwise;
  }
}

export function remember(key: string, value: unknown): void {
  try {
    localStorage.setItem(`salon.${key}`, JSON.stringify(value));
  } catch {
    // Full or forbidden: nothing that matters for play is kept here.
  }
}

/** A table this device has been at. */
export interface KnownTable {
  id: string;
  game: string;
  seats: number[]; // held by this device
  at: number; // when it was last open, ms since 1970
  over: boolean;
}

const MOST_TABLES = 12;

export const knownTables = (): KnownTable[] => recall<KnownTable[]>('tables', []);

export const knownTable = (id: string): KnownTable | undefined =>
  knownTables().find((table) => table.id === id);

export function rememberTable(table: KnownTable): void {
  const others = knownTables().filter(({ id }) => id !== table.id);
  remember('tables', [table, ...others].slice(0, MOST_TABLES));
}

export function forgetTable(id: string): void {
  remember('tables', knownTables().filter((table) => table.id !== id));
}

/** My part of a table's luck: kept so that I can find it again in the proof at the end. */
export const myNonces = (table: string): Record<string, string> =>
  recall<Record<string, Record<string, string>>>('nonces', {})[table] ?? {};

export function myNonce(table: string, seat: number): string {
  const kept = myNonces(table)[seat];
  if (kept) return kept;
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const nonce = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const all = recall<Record<string, Record<string, string>>>('nonces', {});
  const recent = Object.entries(all).slice(-30);
  remember('nonces', { ...Object.fromEntries(recent), [table]: { ...all[table], [seat]: nonce } });
  return nonce;
}
