// Where the linter is silenced, a comment says why; and no line is too long for a page beside another.
import { expect, it } from 'vitest';

const WIDEST = 110; // as Prettier is told, which cannot break a comment or a string

const sources = import.meta.glob<string>(
  [
    '../**/*.{ts,js,css,svelte}',
    '../../salon/games/*/*.{ts,css,svelte}',
    '!../generated/**',
    '!../node_modules/**',
  ],
  { query: '?raw', import: 'default', eager: true },
);

it('is told wherever a rule is broken on purpose', () => {
  const silenced = Object.values(sources).flatMap((text) => text.match(/(eslint-disable|@ts-).*/g) ?? []);
  expect(silenced.length).toBeGreaterThan(0);
  expect(silenced.filter((comment) => !/ -- \w+/.test(comment))).toEqual([]);
});

it('has lines of at most 110 letters, but for the path of a drawing', () => {
  const lines = Object.entries(sources).flatMap(([path, text]) =>
    text.split('\n').map((line) => ({ path, line })),
  );
  const isDrawn = (line: string) => /['"]M[\d\s.,a-zA-Z-]{60,}['"]/.test(line);
  expect(lines.filter(({ line }) => line.length > WIDEST && !isDrawn(line))).toEqual([]);
});
