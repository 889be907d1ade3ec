// Games that packages bring: what the page was not built with lies, as files, beside the API.
import type { ComponentProps } from 'svelte';
import * as api from './api.ts';
import BoardElsewhere from './BoardElsewhere.svelte';
import type { AnyBoard } from './games.ts';
import type { Texts } from './texts.ts';

type Props = ComponentProps<AnyBoard>;

/** What is drawn of a table; docs/games-from-elsewhere.md tells its writers of it. */
export interface Drawing {
  update: (props: Props) => void;
  destroy: () => void;
}

/** The board.js of a game from elsewhere. */
export interface BoardModule {
  mount: (target: HTMLElement, props: Props) => Drawing;
}

let asked: Promise<Map<string, readonly string[]>> | null = null;

async function filesOf(game: string): Promise<readonly string[]> {
  asked ??= api.games().then((found) => new Map(found.map(({ name, files }) => [name, files])));
  try {
    return (await asked).get(game) ?? [];
  } catch (problem) {
    asked = null; // next time it is asked again
    throw problem;
  }
}

const address = (game: string, file: string) => `/games/${encodeURIComponent(game)}/${file}`;

async function read(game: string, file: string): Promise<string> {
  const answer = await fetch(address(game, file), { credentials: 'same-origin' });
  if (!answer.ok) throw new api.Refusal('offline');
  return answer.text();
}

/** In this language, or in English, which each of them speaks. */
async function spoken(game: string, name: string, language: string, end: string): Promise<string | null> {
  const files = await filesOf(game);
  const file = [`${name}.${language}.${end}`, `${name}.en.${end}`].find((one) => files.includes(one));
  return file === undefined ? null : read(game, file);
}

/** What is not said in this language is said in English. */
export async function textsOf(game: string, language: string): Promise<Texts> {
  const files = await filesOf(game);
  const spoken = [...new Set(['en', language])].map((one) => `texts.${one}.json`);
  const found = await Promise.all(spoken.filter((one) => files.includes(one)).map((one) => read(game, one)));
  return Object.assign({}, ...found.map((one) => JSON.parse(one) as Texts)) as Texts;
}

export async function rulesOf(game: string, language: string): Promise<string> {
  const found = (await spoken(game, 'RULES', language, 'md')) ?? '';
  const { htmlOf } = await import('../tools/rules.ts'); // in the browser, for these games alone
  return htmlOf(found);
}

/** The address of its picture, if its package brings one. */
export async function coverOf(game: string): Promise<string | null> {
  return (await filesOf(game)).includes('cover.svg') ? address(game, 'cover.svg') : null;
}

/** Its own board; null, and with that the plain one, where it has none or none that works. */
export async function boardOf(game: string): Promise<AnyBoard | null> {
  const files = await filesOf(game);
  if (!files.includes('board.js')) return null;
  const [module] = await Promise.all([
    import(/* @vite-ignore */ address(game, 'board.js')) as Promise<Partial<BoardModule>>,
    files.includes('board.css') ? dress(address(game, 'board.css')) : null,
  ]).catch(() => [{} as Partial<BoardModule>]);
  return typeof module.mount === 'function' ? withModule(module as BoardModule) : null;
}

/** Its style, once; a board is not shown naked while it comes. */
function dress(href: string): Promise<unknown> {
  if (document.querySelector(`link[href="${href}"]`)) return Promise.resolve();
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
  const dressed = new Promise((resolve) => (link.onload = link.onerror = resolve));
  document.head.append(link);
  return dressed;
}

/** A component like any other board, which knows its module besides. */
const withModule =
  (module: BoardModule): AnyBoard =>
  (internals, props) =>
    BoardElsewhere(
      internals,
      new Proxy(props as Props & { module: BoardModule }, {
        get: (all, key) => (key === 'module' ? module : (Reflect.get(all, key) as unknown)),
      }),
    );
