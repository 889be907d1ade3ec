// Text keys and arguments become sentences, exactly as salon/texts/__init__.py does it.

export type Texts = Readonly<Record<string, string>>;
export type Args = Record<string, unknown>;
export type Say = (key: string, args?: Args, names?: readonly string[]) => string;

const PLACEHOLDER = /\{(\w+)(?::([^{}]*))?\}/g;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufefc]/;

/** The sentence of a key; of an unknown one the key itself, so that nothing is hidden. */
export function say(texts: Texts, names: readonly string[], key: string, args: Args = {}): string {
  const text = texts[key];
  if (text === undefined)
    return [key, ...Object.entries(args).map(([name, value]) => `${name}=${plain(value)}`)].join(' ');
  return text.replace(PLACEHOLDER, (_, hole: string, form: string | undefined) =>
    fill(texts, names, args, hole, form ?? ''),
  );
}

function fill(texts: Texts, names: readonly string[], args: Args, hole: string, form: string): string {
  const value = args[hole];
  const called = (seat: unknown) => isolated(names[seat as number] ?? plain(seat));
  if (/^de(:|$)/.test(form)) return elided(fill(texts, names, args, hole, form.slice(3)));
  if (form.startsWith('half:')) return oneOrMany(texts, halves(Number(value)), form.slice(5));
  if (form === 'name') return called(value);
  if (form === 'names') return join(texts, (value as unknown[]).map(called));
  if (form === 'half') return halves(Number(value));
  if (form.startsWith('@')) {
    const several: unknown[] = Array.isArray(value) ? value : [value];
    return join(
      texts,
      several.map((one) => say(texts, names, `${form.slice(1)}.${plain(one).toLowerCase()}`, args)),
    );
  }
  if (form.includes('|')) return oneOrMany(texts, String(Array.isArray(value) ? value.length : value), form);
  return plain(value);
}

function oneOrMany(texts: Texts, written: string, form: string): string {
  const [one = '', many = ''] = form.split('|');
  return (texts.singular ?? '1').split(' ').includes(written.replace(/^[−-]/, '')) ? one : many;
}

/** “d’Anna”, “de Bruno”. An h is taken for mute, a y before a vowel for a consonant. */
const elided = (name: string): string =>
  (/^([aeiouhœæ]|y(?![aeiou]))/i.test(name.normalize('NFKD')) ? 'd’' : 'de ') + name;

/** 9 halves are 4½. */
export function halves(value: number): string {
  const whole = Math.floor(Math.abs(value) / 2);
  const half = value % 2 ? '½' : '';
  return `${value < 0 ? '−' : ''}${whole || !half ? whole : ''}${half}`;
}

function join(texts: Texts, names: string[]): string {
  if (names.length < 2) return names.join('');
  return say(texts, [], 'and', { first: names.slice(0, -1).join(', '), last: names.at(-1) });
}

/** As Python writes it. */
function plain(value: unknown): string {
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return Array.isArray(value) ? value.map(plain).join(', ') : String(value);
}

/** A name written from right to left must not turn the sentence around it. */
export function isolated(name: string): string {
  return RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name;
}
