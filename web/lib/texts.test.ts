// Sentences are filled in exactly as salon/texts does it.
import { describe, expect, it } from 'vitest';
import shared from '../../salon/texts/en.json';
import said from '../../tests/said.json';
import { say, type Texts } from './texts.ts';

const files = import.meta.glob<Texts>('../texts/*.json', { import: 'default', eager: true });
const languages = import.meta.glob<Texts>('../../salon/texts/*.json', { import: 'default', eager: true });
const sources = import.meta.glob<string>(['../**/*.svelte', '../**/*.ts', '!../generated/**'], {
  query: '?raw',
  import: 'default',
  eager: true,
});
const boards = import.meta.glob<string>(['../**/*.svelte', '../../salon/games/*/*.svelte'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

const texts: Texts = {
  and: '{first} and {last}',
  doubted: '{seat:name} doubts {roller:name}: {truth:@verdict}',
  'verdict.true': 'it really was {number}.',
  'verdict.false': '{number} was a bluff!',
  won: '{winners:names} won',
  pawns: '{n} {n:pawn|pawns}',
  seats: '{seats:one seat|many seats}',
  plain: '{yes} {nothing}',
};
const names = ['Ana', 'Bob', 'Cyd'];

describe('say', () => {
  it('calls seats by their names and follows other keys', () => {
    const args = { seat: 1, roller: 0, number: 3, truth: false };
    expect(say(texts, names, 'doubted', args)).toBe('Bob doubts Ana: 3 was a bluff!');
    expect(say(texts, names, 'doubted', { ...args, truth: true })).toBe('Bob doubts Ana: it really was 3.');
  });
  it('joins several names as the language does', () => {
    expect(say(texts, names, 'won', { winners: [0, 1, 2] })).toBe('Ana, Bob and Cyd won');
    expect(say(texts, names, 'won', { winners: [1] })).toBe('Bob won');
  });
  it('lets a word follow the number, also of a list', () => {
    expect([0, 1, 2].map((n) => say(texts, [], 'pawns', { n }))).toEqual(['0 pawns', '1 pawn', '2 pawns']);
    expect(say(texts, [], 'seats', { seats: [4] })).toBe('one seat');
  });
  it.each(said)('says in $language: $said', ({ language, text, names, args, said }) => {
    const words = { ...languages[`../../salon/texts/${language}.json`], asked: text };
    expect(say(words, names, 'asked', args)).toBe(said);
  });
  it('lets no name smuggle anything into a text', () => {
    const args = { seat: 1, roller: 0, number: 3, truth: true };
    expect(say(texts, ['{seat:name}', '<b>'], 'doubted', args)).toBe(
      '<b> doubts {seat:name}: it really was 3.',
    );
  });
  it('shows an unknown key as it is', () => {
    expect(say(texts, [], 'illegal.unheard_of', { seat: 3 })).toBe('illegal.unheard_of seat=3');
  });
  it('writes plain values as Python does', () => {
    expect(say(texts, [], 'plain', { yes: true, nothing: null })).toBe('True None');
  });
  it('isolates names written from right to left', () => {
    expect(say(texts, ['שלום'], 'won', { winners: [0] })).toBe('\u2068שלום\u2069 won');
  });
});

describe('the words of the page', () => {
  const english = files['../texts/en.json']!;
  const holes = (text: string) =>
    [...text.matchAll(/\{(\w+)(?::([^{}]*))?\}/g)]
      .filter(([, , form]) => !form?.includes('|'))
      .map(([, name, form = '']) => `${name} ${form.replace(/^de(:|$)/, '')}`)
      .sort();

  it.each(Object.entries(files))('%s has every key with the same arguments', (_, other) => {
    expect(Object.keys(other)).toEqual(Object.keys(english));
    for (const key of Object.keys(english)) {
      expect(new Set(holes(other[key]!)), key).toEqual(new Set(holes(english[key]!)));
      expect(other[key]!.trim(), key).not.toBe('');
    }
  });
  it('leaves the space before a colon to the language', () => {
    const composed = Object.entries(boards).filter(([, source]) => /\)\}\s?: |`: \$\{/.test(source));
    expect(composed.map(([file]) => file)).toEqual([]);
  });
  it('has every word that the page asks for', () => {
    const asked = Object.entries(sources)
      .filter(([file]) => !file.endsWith('.test.ts'))
      .flatMap(([, source]) => [...source.matchAll(/\bt\(\s*'([\w.-]+)'/g)].map(([, key]) => key!));
    expect(asked.length).toBeGreaterThan(80);
    expect(asked.filter((key) => !(key in english) && !(key in shared))).toEqual([]);
  });
});
