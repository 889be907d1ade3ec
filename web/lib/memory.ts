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

/** A circle this device has been in. */
export interface KnownCircle {
  id: string;
  name: string; // '': called after its host
  host: string;
  at: number; // when it was last open, ms since 1970
}

const MOST_CIRCLES = 12;

export const knownCircles = (): KnownCircle[] => recall<KnownCircle[]>('circles', []);

export function rememberCircle(circle: KnownCircle): void {
  const others = knownCircles().filter(({ id }) => id !== circle.id);
  remember('circles', [circle, ...others].slice(0, MOST_CIRCLES));
}

export function forgetCircle(id: string): void {
  remember(
    'circles',
    knownCircles().filter((circle) => circle.id !== id),
  );
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
  remember(
    'tables',
    knownTables().filter((table) => table.id !== id),
  );
}
