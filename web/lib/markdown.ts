// Reads the Markdown of our rules into a tree; what it does not know stays plain text.

export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'strong'; inside: Inline[] }
  | { kind: 'em'; inside: Inline[] }
  | { kind: 'link'; href: string; inside: Inline[] };

export type Block =
  | { kind: 'heading'; level: number; inside: Inline[] }
  | { kind: 'paragraph'; inside: Inline[] }
  | { kind: 'quote'; inside: Inline[] }
  | { kind: 'list'; ordered: boolean; start: number; items: Item[] }
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] }
  | { kind: 'rule' };

export interface Item {
  inside: Inline[];
  lists: Block[]; // lists within this item
}

const INLINE =
  /`([^`]+)`|\*\*(.+?)\*\*(?!\*)|__(.+?)__|\*([^\s*](?:[^*]*[^\s*])?)\*|(?<!\w)_([^\s_](?:[^_]*[^\s_])?)_(?!\w)|\[([^\]]+)\]\(([^)\s]+)\)|\\([\\`*_{}[\]()#+\-.!|>])/;
const SAFE_LINK = /^(https?:\/\/|#|\/(?!\/))/i;
const ITEM = /^(\s*)(?:[-*+]|(\d+)[.)])\s+(.*)$/;

export function inline(text: string): Inline[] {
  const found: Inline[] = [];
  let rest = text;
  for (let hit = INLINE.exec(rest); hit; hit = INLINE.exec(rest)) {
    if (hit.index) found.push({ kind: 'text', text: rest.slice(0, hit.index) });
    found.push(read(hit));
    rest = rest.slice(hit.index + hit[0].length);
  }
  if (rest) found.push({ kind: 'text', text: rest });
  return found;
}

function read(hit: RegExpExecArray): Inline {
  const [whole, code, strong, strong2, em, em2, label, href, escaped] = hit;
  if (code !== undefined) return { kind: 'code', text: code };
  if (strong ?? strong2) return { kind: 'strong', inside: inline((strong ?? strong2)!) };
  if (em ?? em2) return { kind: 'em', inside: inline((em ?? em2)!) };
  if (label && href && SAFE_LINK.test(href)) return { kind: 'link', href, inside: inline(label) };
  return { kind: 'text', text: escaped ?? label ?? whole };
}

const cells = (line: string): Inline[][] =>
  line.trim().replace(/^\||\|$/g, '').split('|').map((cell) => inline(cell.trim()));

const isTable = (lines: string[], at: number) =>
  lines[at]!.includes('|') && /^\s*\|?[\s:|-]*-[\s:|-]*\|?\s*$/.test(lines[at + 1] ?? '');

export function markdown(source: string): Block[] {
  const lines = source.replace(/\r\n?/g, '\n').replace(/<!--[\s\S]*?-->/g, '').split('\n');
  const blocks: Block[] = [];
  let at = 0;
  const special = (line: string) => !line.trim() || /^(#{1,6} |>|\s*(-{3,}|\*{3,})\s*$)/.test(line) || ITEM.test(line);
  while (at < lines.length) {
    const line = lines[at]!;
    const heading = /^(#{1,6})\s+(.*?)\s*#*$/.exec(line);
    if (!line.trim()) at++;
    else if (heading) {
      blocks.push({ kind: 'heading', level: heading[1]!.length, inside: inline(heading[2]!) });
      at++;
    } else if (/^\s*(-{3,}|\*{3,})\s*$/.test(line)) {
      blocks.push({ kind: 'rule' });
      at++;
    } else if (ITEM.test(line)) {
      const end = endOfList(lines, at);
      blocks.push(list(lines.slice(at, end)));
      at = end;
    } else if (isTable(lines, at)) {
      const head = cells(line);
      const rows: Inline[][][] = [];
      for (at += 2; at < lines.length && lines[at]!.includes('|'); at++) rows.push(cells(lines[at]!));
      blocks.push({ kind: 'table', head, rows });
    } else {
      const quote = line.startsWith('>');
      const said: string[] = [];
      do said.push(lines[at++]!.replace(/^>\s?/, '').trim());
      while (at < lines.length && (quote ? lines[at]!.startsWith('>') : !special(lines[at]!)));
      blocks.push({ kind: quote ? 'quote' : 'paragraph', inside: inline(said.join(' ')) });
    }
  }
  return blocks;
}

function endOfList(lines: string[], at: number): number {
  let end = at;
  while (end < lines.length) {
    const line = lines[end]!;
    const goesOn = ITEM.test(line) || /^\s+\S/.test(line);
    const gap = !line.trim() && (ITEM.test(lines[end + 1] ?? '') || /^\s+\S/.test(lines[end + 1] ?? ''));
    if (!goesOn && !gap) break;
    end++;
  }
  return end;
}

function list(lines: string[]): Block {
  const first = ITEM.exec(lines[0]!)!;
  const depth = first[1]!.length;
  const items: { text: string[]; nested: string[] }[] = [];
  for (const line of lines) {
    const hit = ITEM.exec(line);
    const item = items.at(-1);
    if (hit && hit[1]!.length <= depth) items.push({ text: [hit[3]!], nested: [] });
    else if (item && (hit || item.nested.length)) item.nested.push(line);
    else if (line.trim()) item?.text.push(line.trim());
  }
  return {
    kind: 'list',
    ordered: first[2] !== undefined,
    start: Number(first[2] ?? 1),
    items: items.map(({ text, nested }) => ({
      inside: inline(text.join(' ')),
      lists: nested.some((line) => ITEM.test(line)) ? [list(nested.filter((line) => line.trim()))] : [],
    })),
  };
}
