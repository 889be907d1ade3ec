// Rules become elements, and nothing in them can become anything else.
import { expect, it } from 'vitest';
import { htmlOf } from './rules.ts';

const html = (source: string) => Object.assign(document.createElement('div'), { innerHTML: htmlOf(source) });
const plain = (source: string) => htmlOf(source).replaceAll('\n', ' ').trim();

it('reads headings, emphasis, code and paragraphs', () => {
  expect(plain('# Ciao *ciao*')).toBe('<h2>Ciao <em>ciao</em></h2>');
  expect(plain('one **two `three`**\nfour')).toBe('<p>one <strong>two <code>three</code></strong> four</p>');
  expect(plain('4 * 3 * 2 and snake_case_word')).toBe('<p>4 * 3 * 2 and snake_case_word</p>');
});

it('reads lists, also one within another, and where they start', () => {
  const list = html('1. one\n   goes on\n   - a\n   - b\n2. two\n\nafter');
  expect(list.querySelectorAll('ol > li')).toHaveLength(2);
  expect(list.querySelectorAll('ol ul > li')).toHaveLength(2);
  expect(list.querySelector('li')?.textContent).toContain('goes on');
  expect(html('3. three').querySelector('ol')?.getAttribute('start')).toBe('3');
});

it('reads tables', () => {
  const table = html('| a | b |\n|---|:-:|\n| 1 | **2** |\n| 3 | 4 |');
  expect(table.querySelectorAll('th')).toHaveLength(2);
  expect(table.querySelectorAll('tbody tr')).toHaveLength(2);
  expect(table.querySelector('td strong')?.textContent).toBe('2');
});

it('folds a chapter whose heading ends with ▸, as far as the next one or a line across', () => {
  const folded = html('# G\n\n## *Our* rulings ▸\n\n- one\n\n### More\n\ntwo\n\n## End\n\nthree').children;
  expect([...folded].map(({ tagName }) => tagName)).toEqual(['H2', 'DETAILS', 'H3', 'P']);
  expect(folded[1]?.querySelector('summary')?.innerHTML).toBe('<h3><em>Our</em> rulings</h3>');
  expect(folded[1]?.textContent).toMatch(/one\s+More\s+two/);
  const last = html('## Rulings ▸\n\none\n\n---\n\ntwo');
  expect(last.querySelector('details')?.textContent).not.toContain('two');
  expect(html('## Rulings ▸\n\none').querySelector('details p')?.textContent).toBe('one');
});

it('shows HTML as text', () => {
  const shown = html('<img src=x onerror=alert(1)> <script>alert(1)</script>\n\n# <b>x</b>');
  expect(shown.querySelector('img, script, b')).toBeNull();
  expect(shown.textContent).toContain('<img src=x onerror=alert(1)>');
});

it('follows only harmless links', () => {
  expect(html('[x](javascript:alert(1))').querySelector('a')).toBeNull();
  expect(html('[x](data:text/html,hi)').querySelector('a')).toBeNull();
  expect(html('[x](//evil.example)').querySelector('a')).toBeNull();
  expect(html('[x](https://example.org)').querySelector('a')?.getAttribute('rel')).toContain('noopener');
});

it('reads all our rules without losing a word', () => {
  const rules = import.meta.glob<string>('../../salon/games/*/RULES.*.md', {
    query: '?raw',
    import: 'default',
    eager: true,
  });
  for (const source of Object.values(rules)) {
    const words = (text: string) => text.replace(/[^\p{L}]+/gu, '');
    expect(words(html(source).textContent ?? '')).toBe(words(source));
  }
});
