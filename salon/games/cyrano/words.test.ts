// What is whispered about my lines, and what is said of recited ones.
import { expect, it } from 'vitest';
import { doubts, fault, hintOf } from './hints.ts';
import { ending, heard, line, look, poem, word } from './scene.fixtures.ts';
import { atEnd, rhymesOf, ruling, spoken, tally, type Ending, type Four } from './scene.ts';
import { verdictOf } from './verdict.ts';

const key = (...args: Parameters<typeof ending>) => hintOf(ending(...args))?.key;

it('whispers which rhyme it hears, and how well', () => {
  expect(hintOf(ending('whale'))).toMatchObject({ tone: 'good', key: 'hint.exact', args: { rhyme: 'A' } });
  expect(key('whales', { heard: heard('whales', { verdicts: ['near', 'no'] }) })).toBe('hint.near');
  expect(key('brine', { rhyme: 1, heard: heard('brine', { verdicts: ['no', 'exact'] }) })).toBe('hint.exact');
});

it('never scolds: it says what it hears', () => {
  const deaf = { rhyme: null, standing: 'no' } as const;
  expect(key('moon', { ...deaf, heard: heard('moon', { verdicts: ['no', 'no'] }) })).toBe('hint.like');
  expect(key('moon', { ...deaf, heard: heard('moon', { verdicts: ['no', 'no'], like: '' }) })).toBe(
    'hint.neither',
  );
  expect(
    key('flurb', {
      ...deaf,
      heard: heard('flurb', { source: 'guess', sure: false, verdicts: ['no', 'no'] }),
    }),
  ).toBe('hint.guess');
  expect(
    key('flurb', { ...deaf, heard: heard('flurb', { like: '', sure: false, verdicts: ['no', 'no'] }) }),
  ).toBe('hint.unknown');
});

it('warns of examples, of a third word and of the same word again', () => {
  expect(key('pale', { standing: 'example' })).toBe('hint.example');
  expect(key('tale', { standing: 'third' })).toBe('hint.third');
  expect(key('whale', { standing: 'again' })).toBe('hint.again');
  expect(key('', { heard: heard('') })).toBeUndefined();
});

it('warns of a word that others are likely to have too', () => {
  expect(key('tale', { common: true })).toBe('hint.common');
  expect(key('pale', { common: true, standing: 'example' })).toBe('hint.example');
});

it('trusts the table where the table judges', () => {
  expect(key('moon', { heard: heard('moon', { verdicts: ['no', 'no'] }) })).toBe('hint.trust');
});

it('names the lines where something is missing before a poem is handed in', () => {
  const whispered = (one: Ending, stale = false) => ({ ending: one, stale });
  const deaf = ending('moon', { standing: 'no', rhyme: null });
  const example = whispered(ending('pale', { standing: 'example' }));
  const lines: Four = ['a whale', 'the moon', 'so pale', ' '];
  const found = doubts(lines, [whispered(ending('whale')), whispered(deaf), example, null]);
  expect(found).toEqual({ empty: [3], deaf: [1], examples: [2] });
  expect(fault(found)).toBe(1);
});

it('holds against no line what the ear heard before it was changed', () => {
  const deaf = { ending: ending('moon', { standing: 'no', rhyme: null }), stale: true };
  const found = doubts(['a sail', 'a tale', 'a mail', 'a whale'], [deaf, deaf, deaf, deaf]);
  expect(fault(found)).toBeUndefined();
});

it('asks of a contested word about the rhyme it is taken for, else about both', () => {
  const lines = [line('the moon', { rhyme: 1 }), line('a flurb', { rhyme: null })];
  const view = look({ poems: [poem(1, { lines })] });
  expect(rhymesOf(view, { same: 'moon' })).toEqual(['-ine']);
  expect(rhymesOf(view, { same: 'flurb' })).toEqual(['-ale', '-ine']);
});

it('lights the word at the end of a line, whatever follows it', () => {
  expect(atEnd('A sail, a sail!', 'sail')).toEqual(['A sail, a ', 'sail', '!']);
  expect(atEnd('…', '')).toEqual(['…', '', '']);
});

it('says of an end word what it is worth', () => {
  expect(verdictOf(line('a whale'), 1, 0)?.key).toBe('verdict.only');
  expect(verdictOf(line('a whale'), 0, 0)?.key).toBe('verdict.only_you');
  expect(verdictOf(line('a whale', { standing: 'shared', also: [2] }), 0, 0)).toMatchObject({
    key: 'verdict.also',
    args: { also: [2] },
  });
  expect(verdictOf(line('pale', { standing: 'example' }), 0, 0)?.key).toBe('verdict.example');
  expect(verdictOf(line('', { heard: heard('') }), 0, 0)).toBeNull();
});

it('finds how the table judged a word', () => {
  const view = look({ settled: [word(1, { same: 'whale' })] });
  expect(ruling(view, line('a whale'))?.number).toBe(1);
  expect(ruling(view, line('a sail'))).toBeUndefined();
  expect(tally(word(1, { votes: { 0: true, 1: false, 3: true } }))).toEqual({ yes: [0, 3], no: [1] });
});

it('reads a poem in one breath', () => {
  expect(spoken(poem(0, { lines: [line('O whale!'), line('a sail'), line('')] }))).toBe(
    'Ode 0. O whale! a sail.',
  );
});
