// No button says more than a phone has room for, in any language.
import { parse } from 'svelte/compiler';
import { describe, expect, it } from 'vitest';
import type { Texts } from './texts.ts';

const ROOM = 22; // characters; a name filled in comes on top

type Node = { type?: string; name?: string } & Record<string, unknown>;
type Glob = Record<string, Texts>;

const sources = import.meta.glob<string>(['../**/*.svelte', '../../salon/games/*/*.svelte'], {
  query: '?raw',
  import: 'default',
  eager: true,
});
const ours: Glob = import.meta.glob<Texts>(['../texts/*.json', '../../salon/texts/*.json'], {
  import: 'default',
  eager: true,
});
const ofGames: Glob = import.meta.glob<Texts>('../../salon/games/*/texts.*.json', {
  import: 'default',
  eager: true,
});

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

function walk(node: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(node)) node.forEach((one) => walk(one, visit));
  else if (isNode(node)) {
    if (node.type) visit(node);
    for (const one of Object.values(node)) if (typeof one === 'object') walk(one, visit);
  }
}

function all(node: unknown, fits: (node: Node) => boolean): Node[] {
  const found: Node[] = [];
  walk(node, (one) => void (fits(one) && found.push(one)));
  return found;
}

const isButton = (node: Node): boolean => node.type === 'RegularElement' && node.name === 'button';
const isUnseen = (node: Node): boolean => JSON.stringify(node.attributes ?? '').includes('hidden-text');

/** A key that is asked for; ${…} in it is a *. */
interface Asked {
  key: string;
  filled: boolean; // with arguments
}

/** What is asked of t() or say() in here, unless it is for ears alone. */
function asked(node: unknown): Asked[] {
  const unseen = new Set(all(node, isUnseen).flatMap((hidden) => all(hidden.fragment, () => true)));
  const calls = all(node, ({ type }) => type === 'CallExpression').filter((call) => !unseen.has(call));
  return calls
    .filter(({ callee }) => isNode(callee) && ['t', 'say'].includes(callee.name ?? ''))
    .map((call) => call.arguments as Node[])
    .flatMap((given) => keys(given[0]).map((key) => ({ key, filled: given.length > 1 })));
}

function keys(key: Node | undefined): string[] {
  if (key?.type === 'Literal') return [String(key.value)];
  if (key?.type === 'ConditionalExpression')
    return [key.consequent, key.alternate].flatMap((one) => keys(one as Node));
  if (key?.type !== 'TemplateLiteral') return [];
  return [(key.quasis as { value: { raw: string } }[]).map(({ value }) => value.raw).join('*')];
}

/** The words in buttons, and those handed to a snippet that makes one. */
function words(source: string): Asked[] {
  if (!source.includes('<button')) return [];
  const markup = source.replace(/<(script|style)[^]*?<\/\1>/g, '');
  const tree = parse(`<script lang="ts"></script>${markup}`, { modern: true }).fragment as unknown;
  const snippets = all(tree, ({ type, body }) => type === 'SnippetBlock' && all(body, isButton).length > 0);
  const makers = new Set(snippets.map(({ expression }) => (expression as Node).name));
  const rendered = all(tree, ({ type, expression }) => {
    const callee = isNode(expression) ? expression.callee : null;
    return type === 'RenderTag' && isNode(callee) && makers.has(callee.name);
  });
  return [...all(tree, isButton).map(({ fragment }) => fragment), ...rendered].flatMap(asked);
}

/** As long as it can become, without the names that are filled in. */
const longest = (text: string): number =>
  text
    .replace(/\{(\w+):(?:half:)?([^{}]*\|[^{}]*)\}/g, (_, __, forms: string) =>
      forms.split('|').reduce((one, other) => (one.length > other.length ? one : other)),
    )
    .replace(/\{(n|number|step|team)\}/g, '12')
    .replace(/\{[^{}]*\}/g, '').length;

const pattern = (key: string): RegExp =>
  new RegExp(`^${key.replaceAll('.', '\\.').replaceAll('*', '[\\w-]+')}$`);

/** Whether this is what a button says: a whole card may be one, but what that says ends in a full stop. */
const isLabel = ({ key, filled }: Asked): ((named: string, text: string) => boolean) => {
  const fits = pattern(key);
  return (named, text) => fits.test(named) && !text.endsWith('.') && (filled || !text.includes('{'));
};

/** The texts that a file's keys are looked up in, by file. */
function dictionaries(file: string): [string, Texts][] {
  const folder = /^(.*\/games\/[^/]+)\//.exec(file)?.[1];
  const own = Object.entries(ofGames).filter(([name]) => folder && name.startsWith(`${folder}/`));
  return [...own, ...Object.entries(ours)];
}

function tooLong([file, source]: [string, string]): string[] {
  const wanted = words(source).map(isLabel);
  return dictionaries(file).flatMap(([name, texts]) =>
    Object.entries(texts)
      .filter(([key, text]) => wanted.some((fits) => fits(key, text)))
      .filter(([, text]) => longest(text) > ROOM)
      .map(([key, text]) => `${name} ${key}: ${text}`),
  );
}

describe('the words on buttons', () => {
  it('are found wherever a button gets them', () => {
    const maker = '{#snippet item(w)}<button>{w}</button>{/snippet}{@render item(t("a"))}';
    const heard = '<i class="hidden-text">{t("e")}</i>';
    const page = `${maker}<button>{t("b")}</button>`;
    const more = `<button title={t("c")}>{yes ? t(\`d.\${x}\`) : ""}${heard}</button>{t("f")}`;
    expect([page, more].map((source) => words(source).map(({ key }) => key))).toEqual([['b', 'a'], ['d.*']]);
  });
  it('fit on a phone', () => {
    expect([...new Set(Object.entries(sources).flatMap(tooLong))]).toEqual([]);
  });
});
