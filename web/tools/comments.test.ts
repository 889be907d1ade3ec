// Where the linter is silenced, a comment says why.
import { expect, it } from 'vitest';

const sources = import.meta.glob<string>(
  ['../**/*.{ts,svelte}', '../../salon/games/*/*.{ts,svelte}', '!../generated/**', '!**/*.test.ts'],
  { query: '?raw', import: 'default', eager: true },
);

it('is told wherever a rule is broken on purpose', () => {
  const silenced = Object.values(sources).flatMap((text) => text.match(/(eslint-disable|@ts-).*/g) ?? []);
  expect(silenced.length).toBeGreaterThan(0);
  expect(silenced.filter((comment) => !/ -- \w+/.test(comment))).toEqual([]);
});
