// What the stave shows is read from the view: direction, reasons, memory and order.
import { describe, expect, it } from 'vitest';
import { FLIGHT, flights } from './flights.ts';
import { CLEF, melodyOf, namer } from './labels.ts';
import { ending, needed, promptOf } from './prompt.ts';
import { lay, look, moment, onA, pay, PICK_UP, t, TAKE } from './scene.fixtures.ts';
import { arrivals, asDrawn, misfit, reach } from './scene.ts';
import { handSentence, staveSentence, tally, whyNot } from './spoken.ts';

const letters = namer('letters', t);
const [SHARP, FLAT] = [8, 9];

describe('where a stave goes', () => {
  it('is as the view says', () => {
    expect(reach(look())).toEqual([1, 7]);
    expect(reach(look({ fits: [5, 4] }))).toEqual([4, 5]);
    expect(reach(look({ fits: [SHARP, FLAT] }))).toBeNull();
  });

  it('is told with what is wrong with the rest', () => {
    const view = look({ fits: [7, SHARP], no_note: 'lower', no_change: 'change' });
    expect([7, SHARP, 3, FLAT].map((card) => misfit(view, card))).toEqual([null, null, 'lower', 'change']);
  });
});

describe('the hand', () => {
  it('says of each card why it cannot be laid', () => {
    const board = moment(look(onA), lay(7, SHARP));
    const why = (card: number) => whyNot({ ...board, t }, card, letters);
    expect([why(7), why(SHARP), why(3)]).toEqual(['', '', 'Not higher than A.']);
  });

  it('says that a card would fit while it is not my turn', () => {
    const board = moment(look({ ...onA, turn: 1 }));
    expect(whyNot({ ...board, t }, 7, letters)).toContain('not your turn');
  });

  it('is read aloud in the order in which it is seen', () => {
    expect(handSentence([7, 1, SHARP], look(), letters, t)).toBe(
      'You hold: B, C, Sharp, quarter note (1 beat), eighth note (½ beat), eighth note (½ beat).',
    );
  });

  it('can be seen as it was drawn', () => {
    expect(asDrawn([1, 3, 3, 7, 8], [[7], [3, 8]])).toEqual([1, 3, 7, 3, 8]);
    expect(asDrawn([1, 3], [[5, 7]])).toEqual([1, 3]); // what was drawn is gone again
    expect(asDrawn([], [[5]])).toEqual([]);
  });

  it('lights the last copies of what has just come', () => {
    expect([...arrivals([1, 3, 3, 7], [3, 7])].sort()).toEqual([2, 3]);
  });
});

describe('names and tones', () => {
  it('call the same card C or Do', () => {
    expect([1, 6, 7, SHARP].map(letters)).toEqual(['C', 'A', 'B', 'Sharp']);
    expect([1, 4, 7, FLAT].map(namer('solfege', t))).toEqual(['Do', 'Fa', 'Si', 'Flat']);
  });

  it('put the clef on the line of F and Fa', () => {
    expect(letters(CLEF)).toBe('F');
    expect(namer('solfege', t)(CLEF)).toBe('Fa');
  });

  it('sound as they are called', () => {
    expect(melodyOf([1, 3, FLAT, 6, 7])).toBe('melody:60 64 . 69 71');
  });
});

describe('what is asked', () => {
  const asked = (view = look(), ...moves: Parameters<typeof moment>[1] & object) =>
    needed({ ...moment(view, moves), t }, letters);

  it('names the note to go on from, and what else can be done', () => {
    expect(asked(look({ ...onA, note: 3 }), ...lay(7, SHARP), pay(0, 0, 1, 0), TAKE)).toBe(
      'Your turn: go on above E. Or exchange, or take a RYTHM card.',
    );
    expect(asked(look(onA), ...lay(SHARP), TAKE)).toContain('lay a Sharp or a Flat. Or take a RYTHM card.');
    expect(asked(look({ ...onA, fits: [] }), TAKE)).toBe(
      'Your turn: nothing can follow here. Take a RYTHM card.',
    );
  });

  it('says that I must answer for my stave', () => {
    expect(asked(look({ ...onA, stave: [3] }), ...lay(7), PICK_UP)).toBe(
      'Nobody went on: continue, or pick up 1 card.',
    );
    expect(asked(look(onA), PICK_UP)).toContain('2 cards are yours');
  });

  it('says whom we wait for, and why', () => {
    const told = (changes: object) => promptOf({ ...moment(look({ turn: 1, ...changes })), t }, letters);
    expect(told({})).toBe('Bob is to move…');
    expect(told({ answers: true })).toBe('Does Bob go on, or pick up the stave?');
    expect(told({ phase: 'discard' })).toContain('Bob has too many cards');
  });

  it('warns of the end', () => {
    expect(ending({ ...moment(look({ ending: 'last_stave' })), t })).toContain(
      'when this stave is picked up',
    );
    expect(ending({ ...moment(look()), t })).toBe('');
  });
});

describe('what is seen and heard of it', () => {
  it('reads the stave aloud', () => {
    expect(staveSentence({ view: look({ stave: [3, 4, 6], composer: 1 }), t }, letters)).toBe(
      'Stave: E, F, A. Sharp: the notes go up. The last card is from Bob.',
    );
  });

  it('lets a captured stave fly card by card', () => {
    const event = { type: 'PickedUp', seat: 1, cards: [3, FLAT, 2] } as const;
    const found = flights({ ...event, cards: [...event.cards] as (2 | 3 | 9)[] }, 0);
    expect(found.map(({ from, to }) => `${from} ${to}`)).toEqual([
      'stave:0 captured:1',
      'stave:1 captured:1',
      'stave:2 captured:1',
    ]);
    expect(found[2]!.after).toBeGreaterThan(found[1]!.after);
  });

  it('lets the longest stave leave in a second and a half, and hurries where nobody waits', () => {
    const cards = Array.from({ length: 30 }, () => 3 as const);
    const last = (hurried: boolean) =>
      flights({ type: 'PickedUp', seat: 1, cards }, 0, hurried).at(-1)!.after + FLIGHT;
    expect(last(false)).toBeLessThanOrEqual(1500);
    expect(last(true)).toBeLessThan(last(false) / 2);
  });

  it('says how points came about, and nothing of what cost nothing', () => {
    const score = { captured: 8, face_up: 1, rythm: [0, 0, 0, 1], lost: 6, beats: 1, half_points: 9 };
    expect(tally(score, 0, t)).toBe(
      'Ana: 8 cards picked up. 1 face up: minus 3. Beats left over: minus ½. In all: 4½.',
    );
    expect(tally({ ...score, face_up: 0, lost: 0, beats: 0, half_points: 16 }, 1, t)).toBe(
      'Bob: 8 cards picked up. In all: 8.',
    );
  });

  it('lets paid cards go and bought cards come', () => {
    const found = flights(
      { type: 'Exchanged', seat: 0, whole: 0, half: 1, quarter: 0, eighth: 2, cards: 3 },
      0,
    );
    expect(found.map(({ to }) => to)).toEqual(['discard', 'discard', 'discard', 'hand', 'hand', 'hand']);
  });
});
