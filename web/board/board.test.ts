// What the page and the kit rely on is there in every board, and boards rely on nothing else.
import { expect, it } from 'vitest';
import { PARTS } from './board.ts';

const sources = import.meta.glob<string>('../../salon/games/*/*.{svelte,ts}', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const ours = Object.entries(sources).filter(([path]) => !/\.(test|fixtures)\.ts$/.test(path));
const folderOf = (path: string) => path.split('/').at(-2) ?? '';
const sourceOf = (game: string) =>
  ours.flatMap(([path, text]) => (folderOf(path) === game ? text : [])).join('');
const whole = [...new Set(ours.map(([path]) => folderOf(path)))].map(
  (game) => [game, sourceOf(game)] as const,
);

const KIT = [
  /^\$web\/(board\/[\w.]+|generated\/wire\.ts)$/,
  /^\$web\/lib\/(keys|memory|texts|given|deed\.svelte|api)\.ts$/,
  /^\$web\/parts\/(Face|Icon|Drawer|Symbol)\.svelte$/,
  /^\.\/[\w.-]+$/,
  /^svelte(\/\w+)?$/,
];

it.each(whole)('%s draws a prompt to come back to and a hand to act with', (_, source) => {
  expect(source).toContain('<Scene ');
  expect(source).toContain('<Prompt ');
  expect(source).toMatch(new RegExp(`class="[^"]*\\b${PARTS.hand.slice(1)}\\b`));
});

it.each(whole)('%s knows the kit, the wire and its own folder, and nothing else', (_, source) => {
  const known = [...source.matchAll(/(?:from|import) '([^']+)'/g)].map(([, from]) => from);
  expect(known.filter((from) => !KIT.some((ours) => ours.test(from ?? '')))).toEqual([]);
});

const rules = import.meta.glob<string>(['../../salon/games/*/*.py', '!**/test_*.py'], {
  query: '?raw',
  import: 'default',
  eager: true,
});
const NUMBERING = ['TOP']; // how notes are numbered: a board has to draw them

it.each(whole)('%s knows no rule: the view says what counts', (game, source) => {
  const python = Object.entries(rules)
    .flatMap(([path, text]) => (folderOf(path) === game ? text : []))
    .join('\n');
  const ruled = new Set(python.match(/^[A-Z_]+ = \d+\b/gm));
  const again = [...source.matchAll(/const ([A-Z_]+ = \d+)\b/g)].map(([, made = '']) => made);
  expect(again.filter((made) => ruled.has(made) && !NUMBERING.includes(made.split(' ')[0] ?? ''))).toEqual(
    [],
  );
  expect(source).not.toMatch(
    /\d \* \w*(points|beats|face_up|captured)|(points|beats|paid|face_up|captured) [*%/] \d/,
  );
});

it.each(whole)('%s writes nothing again that the kit has', (_, source) => {
  expect(source).not.toMatch(/fresh\.filter|fresh\.at\(-1\)/); // Cursor, onEvents
  expect(source).not.toMatch(/activeElement === document\.body|activeElement !== document\.body/); // Scene
  expect(source).not.toMatch(/padStart\(2/); // countdown, minutes
  expect(source).not.toMatch(/class="prompt/); // Prompt
});
