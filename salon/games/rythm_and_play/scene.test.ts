// What the stave shows is read from the view: direction, reasons, memory and order.
import { describe, expect, it } from 'vitest';
import { flights, soundOf } from './flights.ts';
import { CLEF, melodyOf, namer, notesOf } from './labels.ts';
import { ending, needed, promptOf } from './prompt.ts';
import { lay, look, moment, pay, PICK_UP, t, TAKE } from './scene.fixtures.ts';
import { arrivals, asDrawn, isBlocked, misfit, reach, surplus, traces } from './scene.ts';
import { handSentence, staveSentence, whyNot } from './spoken.ts';

const letters = namer('letters', t);
const [SHARP, FLAT] = [8, 9];

describe('where a stave goes', () => {
  it('begins with any note and with no change', () => {
    expect(reach(look())).toEqual([1, 7]);
    expect(misfit(look(), FLAT)).toEqual({ key: 'first' });
  });

  it('goes up under a sharp and down under a flat', () => {
    expect(reach(look({ stave: [3, 4, 6] }))).toEqual([7, 7]);
    expect(reach(look({ stave: [3], tonality: 'flat' }))).toEqual([1, 2]);
    expect(misfit(look({ stave: [3, 4, 6] }), 2)).toEqual({ key: 'higher', note: 6 });
    expect(misfit(look({ stave: [3], tonality: 'flat' }), 3)).toEqual({ key: 'lower', note: 3 });
  });

  it('measures by the last note, whatever change lies on it', () => {
    const view = look({ stave: [6, SHARP] });
    expect([5, 6, 7].map((card) => misfit(view, card) === null)).toEqual([false, false, true]);
    expect(misfit(view, FLAT)).toEqual({ key: 'change' });
  });

  it('is blocked by a change beyond the end of the scale, not by its last note', () => {
    expect(isBlocked(look({ stave: [7, SHARP] }))).toBe(true);
    expect(isBlocked(look({ stave: [1, FLAT], tonality: 'flat' }))).toBe(true);
    expect(isBlocked(look({ stave: [7] }))).toBe(false);
    expect(misfit(look({ stave: [7] }), FLAT)).toBeNull();
    expect(isBlocked(look())).toBe(false);
  });
});

describe('the hand', () => {
  it('says of each card why it cannot be laid', () => {
    const board = moment(look({ stave: [6] }), lay(7, SHARP));
    const why = (card: number) => whyNot({ ...board, t }, card, letters);
    expect([why(7), why(SHARP), why(3)]).toEqual(['', '', 'Not higher than A.']);
  });

  it('says that a card would fit while it is not my turn', () => {
    const board = moment(look({ stave: [6], turn: 1 }));
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

  it('counts every card above seven', () => {
    expect(surplus(look({ play: [1, 2, 3, 4, 5, 6], rythm: [0, 1, 1, 0] }))).toBe(1);
    expect(surplus(look())).toBe(0);
  });
});

describe('the memory of the table', () => {
  it('knows how many of each card nobody has shown', () => {
    const hands = look().hands.map((hand, seat) => ({ ...hand, face_up: seat ? [] : [3] }));
    const found = traces(look({ captured: [3, 3], stave: [3], play: [3, 1], hands }));
    expect(found[2]).toEqual({ card: 3, captured: 2, elsewhere: 3, unseen: 1 });
    expect(found[8]).toEqual({ card: FLAT, captured: 0, elsewhere: 0, unseen: 6 });
  });
});

describe('names and tones', () => {
  it('call the same card C or Do', () => {
    expect([1, 6, 7, SHARP].map(letters)).toEqual(['C', 'A', 'B', 'Sharp']);
    expect([1, 4, 7, FLAT].map(namer('solfege', t))).toEqual(['Do', 'Fa', 'Si', 'Flat']);
  });

  it('let C, D, F and B go up, as the rulebook has it', () => {
    const rulebook = [...'CDFB'].map((note) => notesOf('letters', t).indexOf(note) + 1);
    expect(rulebook).toEqual([1, 2, 4, 7]);
    expect(misfit(look({ stave: rulebook.slice(0, 3) }), rulebook[3]!)).toBeNull();
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
  const asked = (view = look(), ...moves: Parameters<typeof moment>[1] & object) => needed({ ...moment(view, moves), t }, letters);

  it('names the note to go on from, and what else can be done', () => {
    expect(asked(look({ stave: [3] }), ...lay(7, SHARP), pay(0, 0, 1, 0), TAKE)).toBe(
      'Your turn: go on above E. Or exchange, or take.',
    );
    expect(asked(look({ stave: [7] }), ...lay(SHARP), TAKE)).toContain('lay a change. Or take a RYTHM card.');
    expect(asked(look({ stave: [7, SHARP] }), TAKE)).toBe('Your turn: nothing can follow here. Take a RYTHM card.');
  });

  it('says that I must answer for my stave', () => {
    expect(asked(look({ stave: [3] }), ...lay(7), PICK_UP)).toBe('Nobody went on: continue, or pick up 1 card.');
    expect(asked(look({ stave: [3, 7] }), PICK_UP)).toContain('2 cards are yours');
  });

  it('says whom we wait for, and why', () => {
    const told = (changes: object) => promptOf({ ...moment(look({ turn: 1, ...changes })), t }, letters);
    expect(told({})).toBe('Bob is to move…');
    expect(told({ stave: [3], composer: 1 })).toBe('Does Bob go on, or pick up the stave?');
    expect(told({ phase: 'discard' })).toContain('Bob has too many cards');
  });

  it('warns of the end', () => {
    expect(ending({ ...moment(look({ play_stack: 0, stave: [3] })), t })).toContain('when this stave is picked up');
    expect(ending({ ...moment(look()), t })).toBe('');
  });
});

describe('what is seen and heard of it', () => {
  it('reads the stave aloud', () => {
    expect(staveSentence({ view: look({ stave: [3, 4, 6], composer: 1 }), t }, letters)).toBe(
      'Stave: E, F, A. Direction: up. The last card is from Bob.',
    );
  });

  it('lets a captured stave fly card by card, and sing', () => {
    const event = { type: 'PickedUp', seat: 1, cards: [3, FLAT, 2] } as const;
    const found = flights({ ...event, cards: [...event.cards] as (2 | 3 | 9)[] }, 0);
    expect(found.map(({ from, to }) => `${from} ${to}`)).toEqual(['stave:0 captured:1', 'stave:1 captured:1', 'stave:2 captured:1']);
    expect(found[2]!.after).toBeGreaterThan(found[1]!.after);
    expect(soundOf({ ...event, cards: [3, 9, 2] })).toBe('melody:64 . 62');
  });

  it('lets paid cards go and bought cards come', () => {
    const found = flights({ type: 'Exchanged', seat: 0, whole: 0, half: 1, quarter: 0, eighth: 2, cards: 3 }, 0);
    expect(found.map(({ to }) => to)).toEqual(['discard', 'discard', 'discard', 'hand', 'hand', 'hand']);
  });
});
