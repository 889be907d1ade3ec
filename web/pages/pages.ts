// The way to every page but the first: fetched when somebody leaves that one.
export const pages = {
  code: () => import('./Code.svelte'),
  new: () => import('./NewTable.svelte'),
  puzzle: () => import('./Puzzle.svelte'),
  table: () => import('./Table.svelte'),
  replay: () => import('./Replay.svelte'),
  lab: () => import('./Lab.svelte'),
  seat: () => import('./Seat.svelte'),
  circle: () => import('./Landing.svelte'),
  room: () => import('./Room.svelte'),
  album: () => import('./Album.svelte'),
  screen: () => import('./Screen.svelte'),
};

/** What somebody of a circle is told wherever they are. */
export const asking = () => import('../parts/circle/Asking.svelte');
