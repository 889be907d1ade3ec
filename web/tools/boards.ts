// A game's board in files: one with all it needs at once, one with what it shares with the lobby.
// Left alone, what it shares with each part fetched later would be a small file of its own.
interface Importers {
  importers: readonly string[];
  dynamicImporters: readonly string[];
}
interface Build {
  getModuleInfo(id: string): Importers | null;
}

const FOLDER = /^.*\/salon\/games\/(\w+)\//;

/** The file that a module goes into; none: no board needs it at once, or the first page needs it too. */
export function boardFile(id: string, build: Build): string | null {
  const [folder, game] = FOLDER.exec(id) ?? [];
  if (!folder) return null;
  const parts = usersOf(id, folder, build)
    .filter((user) => isOpenedFromOutside(user, folder, build))
    .map((part) => part.slice(folder.length));
  if (!parts.includes('Board.svelte') || parts.includes('Cover.svelte')) return null;
  return `${parts.length > 1 ? 'Shared' : 'Board'}-${game}`;
}

/** The module and all of its folder that cannot be there without it. */
function usersOf(id: string, folder: string, build: Build): string[] {
  const users = new Set([id]);
  for (const user of users)
    for (const importer of build.getModuleInfo(user)?.importers ?? [])
      if (importer.startsWith(folder)) users.add(importer);
  return [...users];
}

function isOpenedFromOutside(id: string, folder: string, build: Build): boolean {
  const { importers = [], dynamicImporters = [] } = build.getModuleInfo(id) ?? {};
  return [...importers, ...dynamicImporters].some((importer) => !importer.startsWith(folder));
}
