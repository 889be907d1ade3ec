// Each event leads the stage to exactly what the view after it says.
import { describe, expect, it } from 'vitest';
import { play } from './beats.ts';
import { pawn, moments } from './scene.fixtures.ts';
import { believersIn, stageOf, type Event, type Stage, type View } from './scene.ts';

const base = moments.start5!.view;
const at = (pawns: View['pawns'], changes: Partial<View> = {}): View => ({
  ...base,
  pawns,
  die: null,
  ...changes,
});

/** What can be seen, whatever the pawns are called. */
function seen(stage: Stage) {
  const { tokens, splashes: _, shaking: __, ...rest } = stage;
  return { ...rest, tokens: tokens.map(({ id: _, ...token }) => JSON.stringify(token)).sort() };
}

function perform(before: View, events: Event[]): { stage: Stage; sounds: string[]; longest: number } {
  const stage = stageOf(before);
  const beats = events.flatMap((event, index) => [
    ...play(stage, event, { staged: false, next: events[index + 1] }),
  ]);
  return {
    stage,
    sounds: beats.flatMap(({ sound }) => sound ?? []),
    longest: Math.max(...beats.map(({ ms }) => ms)),
  };
}

describe('what is drawn in the end is what the view says', () => {
  const two = [pawn(4, 5), pawn(1, 6)];
  const opened = { roller: 0, doubter: 1, number: 3, truth: false, die: null };
  const cases: [string, View, Event[], View, number[]?][] = [
    [
      'an announcement',
      at(two),
      [{ type: 'Announced', seat: 0, number: 3, plank: 7, across: false }],
      at([pawn(7, 5), pawn(1, 6)], { phase: 'answer', number: 3 }),
    ],
    [
      'a caught bluff',
      at([pawn(7, 5), pawn(1, 6)], { phase: 'answer', number: 3 }),
      [
        { type: 'Doubted', seat: 1, roller: 0, number: 3, truth: false },
        { type: 'Fell', seat: 0, plank: 7 },
        { type: 'Advanced', seat: 1, number: 3, plank: 4 },
        { type: 'TurnBegan', seat: 1, turn: 8 },
      ],
      at([pawn(1, 4, [], 1), pawn(4, 6)], { roller: 1, turn: 8, opened }),
    ],
    [
      'a doubted truth that looked in',
      at([pawn(11, 5, [1]), pawn(0, 0, [2], 6)], { phase: 'answer', number: 3 }),
      [
        { type: 'Doubted', seat: 1, roller: 0, number: 3, truth: true },
        { type: 'Looked', die: 3 },
        { type: 'Crossed', seat: 0, step: 3 },
        { type: 'Toppled', seat: 1, step: 2 },
        { type: 'TurnBegan', seat: 0, turn: 8 },
        { type: 'Rolled', die: 2 },
      ],
      at([pawn(1, 4, [1, 3]), pawn(0, 0, [], 7)], { turn: 8, opened: { ...opened, truth: true, die: 3 } }),
    ],
    [
      'a doubted third crossing, for which nobody falls any more',
      at([pawn(11, 3, [1, 2]), pawn(4, 6)], { phase: 'answer', number: 3 }),
      [
        { type: 'Doubted', seat: 1, roller: 0, number: 3, truth: true },
        { type: 'ThirdCrossed', seat: 0 },
        { type: 'Ended', winners: [0], reason: 'third_pawn' },
      ],
      at([pawn(11, 3, [1, 2]), pawn(4, 6)], {
        ...{ phase: 'over', awaited: null },
        opened: { ...opened, truth: true, die: 3 },
      }),
      [0],
    ],
    [
      'the last one walks over and wins',
      at([pawn(2, 4, [1], 1), pawn(0, 0, [], 7)], { phase: 'answer', number: 1 }),
      [
        { type: 'WalkedOver', seat: 0 },
        { type: 'Crossed', seat: 0, step: 2 },
        { type: 'ThirdCrossed', seat: 0 },
        { type: 'Ended', winners: [0], reason: 'third_pawn' },
      ],
      at([pawn(10, 3, [1, 2], 1), pawn(0, 0, [], 7)], { phase: 'over', awaited: null }),
      [0],
    ],
  ];
  it.each(cases)('%s', (_, before, events, after, winners) => {
    const { stage, longest } = perform(before, events);
    expect(seen({ ...stage, doubter: null })).toEqual(seen(stageOf(after, winners)));
    expect(longest).toBeLessThanOrEqual(420);
  });
});

it('sounds as it looks', () => {
  const { sounds } = perform(at([pawn(3, 6), pawn(1, 6)]), [
    { type: 'Announced', seat: 0, number: 2, plank: 5, across: false },
    { type: 'Doubted', seat: 1, roller: 0, number: 2, truth: false },
    { type: 'Fell', seat: 0, plank: 5 },
  ]);
  expect(sounds).toEqual(['tap', 'tap', 'wood', 'bluff', 'fall', 'snap', 'splash']);
});

describe('a doubt that concerns a person', () => {
  const before = at([pawn(3, 6), pawn(1, 6)], { phase: 'answer', number: 2 });
  const doubted: Event = { type: 'Doubted', seat: 1, roller: 0, number: 2, truth: false };
  const shown = (staged: boolean, next?: Event) => {
    const stage = stageOf(before);
    const beats = [...play(stage, doubted, { staged, next })];
    const breath = beats.filter(({ suspense }) => suspense);
    return { stage, beats, breath, held: breath.reduce((sum, { ms }) => sum + ms, 0) };
  };

  it('is held back for a drum roll of more than a second, and a bluff sounds unlike a truth', () => {
    const { beats, breath, held } = shown(true);
    expect(held).toBeGreaterThan(1_000);
    expect(new Set(breath.map(({ sound }) => sound))).toEqual(new Set(['drum']));
    expect(beats.at(-1)?.sound).toBe('bluff');
    expect([...play(stageOf(before), { ...doubted, truth: true })].at(-1)?.sound).toBe('true');
  });

  it('takes longer than one among bots, which is over in less than a second', () => {
    const took = ({ beats }: ReturnType<typeof shown>) => beats.reduce((sum, { ms }) => sum + ms, 0);
    expect(took(shown(false))).toBeLessThan(1_000);
    expect(took(shown(true))).toBeGreaterThan(took(shown(false)));
  });

  it('shows the die as the cup is lifted to whoever is told of it, and to nobody else', () => {
    expect(shown(true, { type: 'Looked', die: 0 }).stage.opened?.die).toBe(0);
    expect(shown(true, { type: 'Fell', seat: 0, plank: 3 }).stage.opened?.die).toBeNull();
  });

  it('leaves the middle of the stage before anything falls, and then the crocodile snaps', () => {
    const { stage } = shown(true);
    expect([stage.reveal, stage.prey?.seat, stage.prey?.sinking]).toEqual(['lifted', 0, false]);
    play(stage, { type: 'Fell', seat: 0, plank: 3 }).next();
    expect([stage.reveal, stage.prey?.seat, stage.prey?.sinking]).toEqual([null, 0, true]);
  });
});

it('keeps the identity of pawns that stand where they stood', () => {
  const before = stageOf(at([pawn(4, 5, [1]), pawn(1, 6)]));
  const after = stageOf(at([pawn(4, 5, [1]), pawn(2, 6)]), [], [], before);
  expect(after.tokens.map(({ id }, index) => id === before.tokens[index]?.id)).toEqual([true, true, false]);
});

it('knows from the news who has believed so far', () => {
  const said: Event = { type: 'Announced', seat: 0, number: 1, plank: 2, across: false };
  const events: Event[] = [
    { type: 'Believed', seat: 3, roller: 2 },
    said,
    { type: 'Believed', seat: 1, roller: 0 },
  ];
  expect(believersIn(events.map((event) => ({ event })))).toEqual([1]);
});

it('keeps everybody in suspense until the cup is open, and puts it away with the next turn', () => {
  const stage = stageOf(at([pawn(3, 6), pawn(1, 6)], { phase: 'answer', number: 2 }));
  const doubt = play(stage, { type: 'Doubted', seat: 1, roller: 0, number: 2, truth: true });
  expect(doubt.next().value).toMatchObject({ suspense: true });
  expect(stage.opened).toBeNull();
  expect(doubt.next().value).not.toHaveProperty('suspense');
  expect(stage.opened).toMatchObject({ truth: true, die: 2 });
  play(stage, { type: 'TurnBegan', seat: 1, turn: 8 }).next();
  expect(stage.opened).toBeNull();
});
