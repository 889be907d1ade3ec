// The book of the house: the lines that bots write, in the language of who reads them.
type Book = Readonly<Record<string, readonly string[]>>;

const books = import.meta.glob<Book>('./lines.*.json', { import: 'default' });
const OF_THE_HOUSE = /^❦(\w+)\.(\d+)$/;

let book = $state.raw<Book>({});

export async function openBook(language: string): Promise<void> {
  book = (await books[`./lines.${language}.json`]?.()) ?? {};
}

/** What stands on a letter, as I read it. */
export function read(words: string): string {
  const [, kind = '', page = ''] = OF_THE_HOUSE.exec(words) ?? [];
  return kind ? (book[kind]?.[Number(page)] ?? '…') : words;
}
