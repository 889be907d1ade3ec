// Which page is shown: a small router over the browser's history.

export type Route =
  | { page: 'home' | 'lost' }
  | { page: 'code'; screen: boolean } // for the screen in the room
  | { page: 'new'; game: string; circle: string | null } // the circle that will play it, or a new one
  | { page: 'puzzle'; game: string; day: string | null; circle: string | null } // null: today's
  | { page: 'table' | 'lab'; id: string }
  | { page: 'seat'; token: string; whose: 'seat' | 'person' }
  | { page: 'circle' | 'room' | 'album' | 'screen'; id: string }
  | { page: 'replay'; id: string; step: number | null };

export function read(path: string, query: string): Route {
  const [first, second, third, ...more] = path.split('/').filter(Boolean).map(decode);
  if (more.length) return { page: 'lost' };
  if (first === undefined) return { page: 'home' };
  if ((first === 'c' || first === 'tv') && second === undefined)
    return { page: 'code', screen: first === 'tv' };
  if (first === 'c' && second && (third === undefined || isIn(third)))
    return { page: third ?? 'circle', id: second };
  if (first === 'new' && second && !third)
    return { page: 'new', game: second, circle: new URLSearchParams(query).get('circle') };
  if (first === 'puzzle' && second)
    return {
      page: 'puzzle',
      game: second,
      day: third ?? null,
      circle: new URLSearchParams(query).get('circle'),
    };
  if (first === 't' && second && !third) return { page: 'table', id: second };
  if (first === 't' && second && third === 'lab') return { page: 'lab', id: second };
  if ((first === 'seat' || first === 'person') && second && !third)
    return { page: 'seat', token: second, whose: first };
  if (first === 't' && second && third === 'replay') {
    const step = new URLSearchParams(query).get('step');
    return { page: 'replay', id: second, step: step && /^\d+$/.test(step) ? Number(step) : null };
  }
  return { page: 'lost' };
}

/** A circle's pages besides its door. */
const isIn = (name: string): name is 'room' | 'album' | 'screen' =>
  ['room', 'album', 'screen'].includes(name);

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

let current = $state.raw<Route>(read(location.pathname, location.search));
let visits = $state(0);

export const route = {
  get now(): Route {
    return current;
  },
  /** Counts pages entered, so that focus can follow. */
  get visits(): number {
    return visits;
  },
};

export function go(path: string, how: 'push' | 'replace' | 'quietly' = 'push'): void {
  if (path === location.pathname + location.search) return;
  if (how === 'push') history.pushState(null, '', path);
  else history.replaceState(null, '', path);
  if (how === 'quietly') return;
  arrive();
  scrollTo(0, 0);
}

function arrive(): void {
  current = read(location.pathname, location.search);
  visits += 1;
}

/** Lets plain links move within the page. */
export function startRouter(): void {
  addEventListener('popstate', arrive);
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const link = (event.target as Element).closest?.('a[href]');
    if (!(link instanceof HTMLAnchorElement) || link.target || link.hasAttribute('download')) return;
    if (link.origin !== location.origin || link.pathname.startsWith('/api/')) return;
    if (link.hash) return;
    event.preventDefault();
    go(link.pathname + link.search);
  });
}
