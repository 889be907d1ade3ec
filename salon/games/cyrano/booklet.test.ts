// The booklet keeps what was written as it was written, and nothing that was taken back.
import { expect, it } from 'vitest';
import { accepted, dayOf, json, markdown, mostLoved, plain, saidIn } from './booklet.ts';
import { duel, heard, leaves, look, page } from './scene.fixtures.ts';

const t = (key: string, args: Record<string, unknown> = {}) =>
  key === 'scene.of_round' ? `Round ${args.n}:` : `${args.n} votes`;
const rounds = [
  leaves(1, [
    page(1, 0, { title: 'To *her*', lines: ['# one', '1. two'], votes: [1, 2] }),
    page(1, 1, { lines: [] }),
  ]),
  leaves(2, [page(2, 0, { hidden: true, lines: [] }), page(2, 1, { votes: [0], loved: 2 })]),
];
const evening = { title: 'Cyrano', names: ['Ana', '<b>Bob'], rounds, said: [] };

it('is typeset as Markdown, with every sign of the poets as text', () => {
  expect(markdown(evening, t)).toBe(
    `# Cyrano

## Round 1: The moon

*-ale · -ine*

### To \\*her\\*

\\# one  
1\\. two

— *Ana* (2 votes)

## Round 2: The moon

*-ale · -ine*

### Ode 1

one  
two  
three ♥  
four

— *\\<b\\>Bob* (1 votes)
`,
  );
  expect(plain('- a [link](x)')).toBe('\\- a \\[link\\](x)');
});

it('is kept as JSON, by name', () => {
  const kept = JSON.parse(json(evening, look()));
  expect(kept.rounds.map(({ poems }: { poems: unknown[] }) => poems.length)).toEqual([1, 1]);
  expect(kept.rounds[0].poems[0]).toMatchObject({
    poet: 'Ana',
    title: 'To *her*',
    votes: ['<b>Bob', undefined].map((name) => name ?? null),
    loved: null,
  });
  expect(kept.rounds[1].poems[0]).toMatchObject({ loved: 2 });
});

it('bears the day of the evening in the language of whoever reads it', () => {
  const evening = new Date(2026, 10, 15, 21).getTime();
  expect(
    ['en', 'de', 'fr', 'it', 'nl'].map((language) => dayOf(evening, language, ['fr-CH', 'en-GB'])),
  ).toEqual([
    '15 November 2026',
    '15. November 2026',
    '15 novembre 2026',
    '15 novembre 2026',
    '15 november 2026',
  ]);
});

it('knows the most loved poem', () => {
  expect(mostLoved(rounds)?.id).toBe('1.0');
  expect(mostLoved([])).toBeUndefined();
});

it('tells what the table accepted', () => {
  const view = look({ accepted: [{ word: 'flurb', same: 'flurb', sound: 'eɪl' }] });
  expect(JSON.parse(accepted(view))).toEqual({ language: 'en', accepted: [{ word: 'flurb', sound: 'eɪl' }] });
});

it('ends with what rhymed in the duel', () => {
  const sentence = (seat: number, words: string, rhymes: boolean) => ({
    seat,
    words,
    rhymes,
    heard: heard(''),
  });
  const fight = duel({ said: [sentence(0, 'I saw a whale', true), sentence(1, 'I saw a moon', false)] });
  const said = saidIn(look({ duel: fight }));
  expect(said).toEqual([{ poet: 0, words: 'I saw a whale' }]);
  expect(markdown({ ...evening, rounds: [], said }, (key) => key)).toBe(
    '# Cyrano\n\n## scene.duel\n\n- *Ana*: I saw a whale\n',
  );
  expect(JSON.parse(json({ ...evening, said }, look())).duel).toEqual([
    { poet: 'Ana', words: 'I saw a whale' },
  ]);
});
