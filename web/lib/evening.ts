// An evening as a picture: a column for each table, a line for each person, a disc for each victory.
import { given } from './given.ts';
import type { Palette } from './palette.ts';
import { colourOf } from './persons.ts';
import type { AlbumEntry } from './wire.ts';

export interface Row {
  person: number;
  name: string;
  symbol: string; // its path
  marks: ('won' | 'played' | null)[]; // by table
}

export interface Plot {
  games: string[]; // by table, as they are called
  rows: Row[]; // who won most first
}

const NAMES = 170;
const COLUMN = 52;
const ROW = 48;
const HEAD = 190; // for the heading and the names of games, which lean
const LEAST = 480;
const EDGE = 20;
const TOTAL = 44;
const LONGEST = 15; // letters of a name

type Title = (game: string) => string;
type Path = (symbol: NonNullable<AlbumEntry['seats'][number]['symbol']>) => string;

/** Of tables in their order. */
export function plot(tables: readonly AlbumEntry[], title: Title, path: Path): Plot {
  const rows = new Map<number, Row>();
  tables.forEach(({ seats, result }, at) =>
    seats.forEach(({ person, name, symbol }, seat) => {
      if (person === null) return;
      const row = rows.get(person) ?? { person, name, symbol: '', marks: tables.map(() => null) };
      rows.set(person, { ...row, name, symbol: symbol ? path(symbol) : '' });
      row.marks[at] = result.winners.includes(seat) ? 'won' : (row.marks[at] ?? 'played');
    }),
  );
  const best = [...rows.values()].sort((a, b) => won(b) - won(a));
  return { games: tables.map(({ game }) => title(game)), rows: best };
}

export const won = ({ marks }: Row): number => marks.filter((mark) => mark === 'won').length;

/** As SVG, with everything in it. */
export function draw({ games, rows }: Plot, colours: Palette, heading: string, day: string): string {
  const width = Math.max(LEAST, EDGE * 2 + NAMES + COLUMN * games.length + TOTAL);
  const height = HEAD + ROW * rows.length + EDGE;
  const kinds = [...new Set(games)];
  const heads = games.map((game, at) => column(game, at, height, kinds.indexOf(game), colours));
  const lines = rows.map((row, at) => line(row, HEAD + ROW * (at + 0.5), width, colours));
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}"` +
    ` height="${height}" font-family="Georgia, serif">` +
    `<rect width="100%" height="100%" fill="${colours.ground}"/>` +
    write(heading, EDGE, 46, 26, colours.ink, BOLD) +
    write(day, EDGE, 70, 15, colours.muted) +
    `${heads.join('')}${lines.join('')}</svg>`
  );
}

const BOLD = 'font-weight="700"';
const write = (words: string | number, x: number, y: number, size: number, fill: string, more = '') =>
  `<text x="${x}" y="${y}" font-size="${size}" fill="${fill}" ${more}>${safe(String(words))}</text>`;

const middle = (at: number) => EDGE + NAMES + COLUMN * (at + 0.5);

function column(game: string, at: number, height: number, kind: number, colours: Palette): string {
  const x = middle(at);
  const y = HEAD - 18;
  const colour = given(colours.players[(kind + 4) % colours.players.length]);
  return (
    `<line x1="${x}" x2="${x}" y1="${y}" y2="${height - EDGE}" stroke="${colours.line}"/>` +
    `<rect x="${x - 9}" y="${y - 8}" width="18" height="8" rx="4" fill="${colour}"/>` +
    write(game, x, y - 16, 15, colours.ink, `transform="rotate(-36 ${x} ${y - 16})"`)
  );
}

function line(row: Row, y: number, width: number, colours: Palette): string {
  const colour = given(colours.players[colourOf(row.person)]);
  const at = row.marks.flatMap((mark, table) => (mark ? [table] : []));
  const [from = 0, to = 0] = [at[0], at.at(-1)];
  let count = 0;
  const marks = row.marks.map((mark, table) => {
    if (mark === 'won') count += 1;
    return mark ? sign(mark, middle(table), y, count, colour, colours.on) : '';
  });
  return (
    `<path d="${row.symbol}" transform="translate(${EDGE} ${y - 11}) scale(.92)" fill="${colour}"` +
    ` fill-rule="evenodd"/>` +
    write(short(row.name), EDGE + 32, y + 6, 18, colours.ink) +
    `<line x1="${middle(from)}" x2="${middle(to)}" y1="${y}" y2="${y}" stroke="${colour}"` +
    ` stroke-width="4" stroke-linecap="round"/>${marks.join('')}` +
    write(won(row), width - EDGE, y + 8, 24, colours.ink, `text-anchor="end" ${BOLD}`)
  );
}

function sign(mark: 'won' | 'played', x: number, y: number, count: number, colour: string, on: string) {
  if (mark === 'played') return `<circle cx="${x}" cy="${y}" r="5" fill="${colour}"/>`;
  const number = write(count, x, y + 6, 17, on, `text-anchor="middle" ${BOLD}`);
  return `<circle cx="${x}" cy="${y}" r="17" fill="${colour}"/>${number}`;
}

const short = (name: string) => {
  const letters = [...name];
  return letters.length > LONGEST ? `${letters.slice(0, LONGEST - 1).join('')}…` : name;
};

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Whatever people are called, it stays text. */
const safe = (text: string) =>
  [...text]
    .filter((sign) => !/[\u0000-\u001f\ufffe\uffff]/.test(sign))
    .map((sign) => SIGNS[sign] ?? sign)
    .join('');

export const asAddress = (svg: string) => `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;

const SHARP = 2; // pixels of the file for one of the picture

/** The picture as a PNG, made here. */
export async function asPng(svg: string): Promise<Blob> {
  const image = new Image();
  image.src = asAddress(svg);
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [image.width * SHARP, image.height * SHARP];
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((file) => (file ? resolve(file) : reject(new Error('no picture'))), 'image/png'),
  );
}
