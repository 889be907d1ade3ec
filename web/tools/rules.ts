// A Vite plugin that turns the rules of the games into HTML while the page is built.
import { Marked, type Token, type Tokens } from 'marked';
import type { Plugin } from 'vite';

const SAFE_LINK = /^(https?:\/\/|#|\/(?!\/))/i;

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const marked = new Marked({
  renderer: {
    /** The page has a first heading of its own. */
    heading({ tokens, depth }) {
      const level = Math.min(depth + 1, 6);
      return `<h${level}>${this.parser.parseInline(tokens)}</h${level}>\n`;
    },
    /** Nothing in them is read as HTML; comments are left out. */
    html: ({ text }) => (text.trimStart().startsWith('<!--') ? '' : escaped(text)),
    link({ href, tokens }) {
      const inside = this.parser.parseInline(tokens);
      if (!SAFE_LINK.test(href)) return inside;
      const away = href.startsWith('http') ? ' target="_blank"' : '';
      return `<a href="${escaped(href)}"${away} rel="noreferrer noopener">${inside}</a>`;
    },
    image: ({ text }) => escaped(text),
    /** A wide one scrolls by itself, also with the keyboard. */
    table({ header, rows }) {
      const cell = (tag: string) => (one: Tokens.TableCell) =>
        `<${tag}>${this.parser.parseInline(one.tokens)}</${tag.split(' ', 1)[0]}>`;
      const row = (cells: string[]) => `<tr>${cells.join('')}</tr>`;
      const head = row(header.map(cell('th scope="col"')));
      const name = escaped(header.map(({ text }) => text.replace(/[*_`]/g, '')).join(' '));
      const body = rows.map((cells) => row(cells.map(cell('td')))).join('');
      const table = `<table><thead>${head}</thead><tbody>${body}</tbody></table>`;
      return `<div class="table" role="region" tabindex="0" aria-label="${name}">${table}</div>\n`;
    },
  },
});

const FOLDED = / ▸$/;

/** A chapter whose heading ends with ▸ lies folded, as far as the next one or a line across. */
export function htmlOf(source: string): string {
  const tokens = marked.lexer(source);
  let html = '';
  for (let at = 0, end; at < tokens.length; at = end) {
    const one = tokens[at];
    const folded = one?.type === 'heading' && FOLDED.test(String(one.text));
    const next = tokens.findIndex((token, index) => index > at && endsChapter(token, one as Tokens.Heading));
    end = !folded ? at + 1 : next < 0 ? tokens.length : next;
    html += folded ? fold(tokens.slice(at, end)) : marked.parser(tokens.slice(at, end));
  }
  return html;
}

const endsChapter = (token: Token, { depth }: Tokens.Heading): boolean =>
  token.type === 'hr' || (token.type === 'heading' && (token as Tokens.Heading).depth <= depth);

function fold([heading, ...chapter]: Token[]): string {
  const { depth, text } = heading as Tokens.Heading;
  const title = marked.parse(`${'#'.repeat(depth)} ${text.replace(FOLDED, '')}`, { async: false });
  return `<details><summary>${title.trim()}</summary>${marked.parser(chapter)}</details>\n`;
}

export function rulesAsHtml(): Plugin {
  return {
    name: 'salon-rules',
    enforce: 'pre',
    transform(source, id) {
      if (!/\/RULES\.\w+\.md$/.test(id)) return null;
      return { code: `export default ${JSON.stringify(htmlOf(source))};`, map: null };
    },
  };
}
