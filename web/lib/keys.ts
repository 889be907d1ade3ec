// Keys that do something by themselves: which they are, and how they are silenced.
import { KEYS, PARTS } from '../board/board.ts';
import { settings } from './settings.svelte.ts';

const SIGN = /^[\p{L}\p{N}\p{P}\p{S}]$/u;
const WRITING = 'input, textarea, select, dialog, [contenteditable]';

/** Whether a shortcut is meant: no sheet is open, and nobody writes. */
export function isShortcut(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  return !(event.target instanceof Element && event.target.closest(WRITING));
}

/** With single keys switched off neither the page nor a board hears of them. */
export function hush(event: KeyboardEvent): void {
  if (!settings.keys && SIGN.test(event.key) && isShortcut(event)) event.stopImmediatePropagation();
}

export interface BoardKey {
  keys: string[];
  what: string;
}

/** The keys that the board has for the moves of this moment. */
export function boardKeys(board: ParentNode | null): BoardKey[] {
  const buttons = board?.querySelectorAll<HTMLElement>(`[${KEYS}]`) ?? [];
  return Array.from(buttons, (button) => ({
    keys: (button.getAttribute(KEYS) ?? '').toUpperCase().split(' '),
    what: nameOf(button),
  }));
}

function nameOf(button: HTMLElement): string {
  const seen = button.cloneNode(true) as HTMLElement;
  seen.querySelectorAll('[aria-hidden=true]').forEach((hidden) => hidden.remove());
  return (button.getAttribute('aria-label') ?? seen.textContent ?? '').trim();
}

/** My first move on a board, or at least what it says; what can be pressed but leads nowhere is idle. */
export function firstMove(board: ParentNode | null): HTMLElement | null {
  const means = `${PARTS.hand} :is(button, input, textarea):not(:disabled, [data-idle])`;
  const seen = [...(board?.querySelectorAll<HTMLElement>(means) ?? [])].filter(
    (one) => !one.closest('[aria-hidden=true]') && nameOf(one) && one.checkVisibility(),
  );
  const usable = seen.find((one) => one.getAttribute('aria-disabled') !== 'true') ?? seen[0];
  return usable ?? board?.querySelector<HTMLElement>(PARTS.prompt) ?? null;
}
