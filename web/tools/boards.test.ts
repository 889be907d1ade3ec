import { expect, it } from 'vitest';
import { boardFile } from './boards.ts';

const folder = '/here/salon/games/nim/';
const inFolder = (name: string) => folder + name;
const page = '/here/web/lib/games.ts';

/** Who imports what; `later` is fetched when it is needed. */
function fileOf(id: string, importers: Record<string, string[]>, later: Record<string, string[]>) {
  const getModuleInfo = (one: string) => ({
    importers: importers[one.slice(folder.length)] ?? [],
    dynamicImporters: later[one.slice(folder.length)] ?? [],
  });
  return boardFile(inFolder(id), { getModuleInfo });
}

const pages = { 'Board.svelte': [page], 'End.svelte': [inFolder('Board.svelte')], 'Minute.svelte': [page] };
const users = {
  'scene.ts': [inFolder('Board.svelte'), inFolder('End.svelte')],
  'points.ts': [inFolder('End.svelte')],
  'drawing.ts': [inFolder('scene.ts'), inFolder('Minute.svelte')],
  'palette.css': [inFolder('Board.svelte'), inFolder('Cover.svelte')],
  'Cover.svelte': [page],
};

it.each([
  ['Board.svelte', 'Board-nim'],
  ['scene.ts', 'Board-nim'], // also where a part fetched later uses it
  ['End.svelte', null],
  ['points.ts', null],
  ['drawing.ts', 'Shared-nim'],
  ['Minute.svelte', null],
  ['palette.css', null], // the first page needs no board
])('puts %s into %s', (module, file) => {
  expect(fileOf(module, users, pages)).toBe(file);
});

it('leaves what belongs to no game where it is', () => {
  expect(boardFile('/here/web/lib/words.ts', { getModuleInfo: () => null })).toBeNull();
});
