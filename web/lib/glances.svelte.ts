// The tables of this device, looked at from outside: whose turn it is.
import * as api from './api.ts';
import { forgetTable, knownTables, type KnownTable } from './memory.ts';
import { faces } from './table.svelte.ts';
import { t, wordsOf } from './words.svelte.ts';
import type { Glance } from './wire.ts';

const AGAIN = 60_000; // ms until it looks again

export class Glances {
  tables = $state.raw(knownTables());
  private seen = $state.raw<Readonly<Record<string, Glance>>>({});
  private readonly timer = setInterval(() => this.look(), AGAIN);

  constructor() {
    this.look();
  }

  close(): void {
    clearInterval(this.timer);
  }

  look(): void {
    if (document.hidden) return;
    for (const { id, over } of this.tables) if (!over) void this.glance(id);
  }

  forget(id: string): void {
    forgetTable(id);
    this.tables = knownTables();
  }

  circleOf({ id, circle }: KnownTable): string | undefined {
    return circle ?? this.seen[id]?.circle;
  }

  isMyTurn({ id }: KnownTable): boolean {
    const found = this.seen[id];
    return found?.seats.some(({ mine }, seat) => mine && found.awaited.includes(seat)) ?? false;
  }

  isOver({ id, over }: KnownTable): boolean {
    return over || (this.seen[id]?.over ?? false);
  }

  /** How it goes there, in words. */
  how(table: KnownTable): string {
    const glance = this.seen[table.id];
    if (this.isOver(table)) return t('home.over');
    if (this.isMyTurn(table)) return wordsOf(table.game)('home.my_turn');
    if (!glance) return t('home.running');
    if (!glance.started) return t('home.gathers');
    const names = faces(glance.seats, wordsOf(glance.game)).map(({ name }) => name);
    return glance.awaited.length
      ? wordsOf(glance.game, names)('play.waiting', { awaited: glance.awaited })
      : t('home.running');
  }

  private async glance(id: string): Promise<void> {
    const found = await api.glance(id).catch(() => null);
    if (found) this.seen = { ...this.seen, [id]: found };
  }
}
