// What a person chose for this device: language, theme, sound, text size, keys, and what of others they see.
import { recall, remember } from './memory.ts';

export const LANGUAGES = ['en', 'fr', 'de', 'it', 'nl'] as const;
export type Language = (typeof LANGUAGES)[number];
export const THEMES = ['auto', 'paper', 'candlelight'] as const;
export const SIZES = ['normal', 'large', 'larger'] as const;

export interface Settings {
  language: Language;
  theme: (typeof THEMES)[number];
  sound: boolean | null; // null: not asked yet
  size: (typeof SIZES)[number];
  keys: boolean; // whether a single letter or digit does something
  forced: boolean; // whether the only move I have goes by itself
  reactions: boolean; // whether they are offered and shown
  muted: boolean; // whether the chat keeps to itself
}

function ownLanguage(): Language {
  for (const wanted of navigator.languages ?? [navigator.language]) {
    const found = LANGUAGES.find((language) => wanted?.toLowerCase().startsWith(language));
    if (found) return found;
  }
  return 'en';
}

/** My language as my country writes it: dates in en-GB are not those of en-US. */
export const locale = (): string =>
  navigator.languages.find((one) => one.toLowerCase().startsWith(settings.language)) ?? settings.language;

const DEFAULTS: Settings = {
  language: ownLanguage(),
  theme: 'auto',
  sound: null,
  size: 'normal',
  keys: true,
  forced: true,
  reactions: true,
  muted: false,
};

export const settings = $state<Settings>({ ...DEFAULTS, ...recall<Partial<Settings>>('settings', {}) });

export function choose(changed: Partial<Settings>): void {
  Object.assign(settings, changed);
  remember('settings', { ...settings });
  show();
}

export function show(): void {
  const { dataset } = document.documentElement;
  if (settings.theme === 'auto') delete dataset.theme;
  else dataset.theme = settings.theme;
  dataset.size = settings.size;
  document.documentElement.lang = settings.language;
}
