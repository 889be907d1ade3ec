// What the counter shows is read from the view and the legal moves, and from nothing else.
import { describe, expect, it } from 'vitest';
import { flights, newcomers } from './flights.ts';
import { advice, concerns } from './prompt.ts';
import { look, mail, moment, openMoves } from './scene.fixtures.ts';
import {
  correspondents,
  heldBy,
  houses,
  openHands,
  ownerOf,
  phaseOf,
  stacks,
  stories,
  surplus,
  waiting,
} from './scene.ts';
import { deadline, recallIn } from './time.ts';

describe('the hand', () => {
  it('has a stack for every value, so that none moves when another is empty', () => {
    const found = stacks(['A1', 'A3', 'C1'], 4);
    expect(found.map(({ value, letters }) => `${value}${letters.length}`)).toEqual(['A2', 'B0', 'C1', 'D0']);
  });

  it('shows values that are no longer in the game while they are sorted out', () => {
    expect(stacks(['D1'], 3).map(({ value }) => value)).toEqual(['A', 'B', 'C', 'D']);
  });

  it('is told how many are too many', () => {
    const view = look(2, ['A1', 'B1']);
    view.desks[0]!.surplus = 2;
    expect([surplus(view), surplus({ ...view, seat: 1 }), surplus({ ...view, seat: null })]).toEqual([
      2, 0, 0,
    ]);
  });

  it('takes the border for whoever has the number now', () => {
    const view = look(3, []);
    view.people[1] = { ...view.people[1]!, left: true };
    expect(ownerOf(view, 'A2')).toBe(1);
    view.people[2] = { ...view.people[2]!, number: 2 };
    expect(ownerOf(view, 'A2')).toBe(2);
  });
});

describe('a pigeon-hole', () => {
  const view = look(4, ['A1', 'B1'], {}, [mail(1, 0), mail(0, 2), mail(3, 2), mail(0, 3, 0, true)]);
  const [bob, cyd, dan] = correspondents(view, openMoves(view));

  it('knows what waits for me and what I may do about it', () => {
    expect(bob).toMatchObject({
      seat: 1,
      number: 2,
      posts: true,
      replies: true,
      refuse: { type: 'Refuse', to: 1 },
    });
    expect(waiting(openMoves(view))).toBe(1);
  });

  it('keeps my envelope until it is answered, and lets me take it back late', () => {
    expect(cyd).toMatchObject({ posts: false, outgoing: { to: 2 }, recall: null });
    expect(dan).toMatchObject({ posts: false, recall: { type: 'Recall', to: 3 } });
  });

  it('shows to whom else somebody has written', () => {
    expect(dan!.elsewhere).toEqual([2]);
    expect(bob!.elsewhere).toEqual([]);
  });

  it('has no envelopes of mine for an onlooker', () => {
    const holes = correspondents({ ...view, seat: null }, []);
    expect(holes).toHaveLength(4);
    expect(holes.every(({ incoming, outgoing, posts }) => !incoming && !outgoing && !posts)).toBe(true);
  });
});

describe('the blotter', () => {
  it('tells me what others did to my letters and invitations, and nothing else', () => {
    expect(concerns({ type: 'Refused', seat: 1, to: 0 }, 0)).toBe(true);
    expect(concerns({ type: 'Refused', seat: 0, to: 1 }, 0)).toBe(false);
    expect(concerns({ type: 'Declined', seat: 2, inviter: 0 }, 0)).toBe(true);
    expect(concerns({ type: 'Withdrew', seat: 2, invitee: 1 }, 0)).toBe(false);
    expect(concerns({ type: 'Posted', seat: 1, to: 0 }, 0)).toBe(false);
  });

  it('says when only few lines are left in the ledger', () => {
    const view = look(4, ['A1', 'B1', 'C1', 'D1']);
    const said = (ledger: number) =>
      advice({ ...moment({ ...view, office: { ...view.office!, ledger } }), t: (key) => key });
    expect([101, 100].map(said)).toEqual(['scene.advice.1', 'scene.ledger']);
  });
});

describe('time', () => {
  it('says how long until a letter can be taken back', () => {
    expect(recallIn(mail(0, 1, 40_000), 15_000)).toBe(25_000);
    expect(recallIn(mail(0, 1, 40_000), 99_000)).toBe(0);
  });

  it('is that of closing, then that of the last answers', () => {
    const view = look(2, []);
    expect(deadline(view)).toBe(1_200_000);
    expect(deadline({ ...view, phases: ['closed'], office: { ...view.office!, until: 77 } })).toBe(77);
    expect(deadline({ ...view, phases: ['over'] })).toBeNull();
  });
});

describe('communes', () => {
  const view = look(4, []);
  view.phases = ['open', 'closed'];
  view.people = view.people.map((person, seat) => ({ ...person, commune: seat < 2 ? 0 : 1 }));

  it('shows the others as houses with their people', () => {
    expect(houses(view)).toEqual([{ commune: 1, phase: 'closed', people: [2, 3] }]);
  });

  it('shows an onlooker all of them, who knows them over only when all are', () => {
    const outside = { ...view, seat: null, office: null, desks: [] };
    expect(houses(outside)).toHaveLength(2);
    expect(phaseOf(outside)).toBe('open');
    expect(phaseOf({ ...outside, phases: ['over', 'over'] })).toBe('over');
  });

  it('greets whoever was not there before, but nobody at first sight', () => {
    expect(newcomers([0, 1], [0, 1, 2, 3], 0)).toEqual([2, 3]);
    expect(newcomers([], [0, 1], 0)).toEqual([]);
  });
});

describe('the end', () => {
  it('lays open the hands of an office that is over, and no others', () => {
    const known = [
      { letter: 'A1' as const, seat: 0, to: null },
      { letter: 'A2' as const, seat: 1, to: null },
    ];
    const view = look(2, [], { known });
    expect(openHands(view)).toEqual([]);
    expect(openHands({ ...view, phases: ['over'] })).toEqual([
      { seat: 0, letters: ['A1'] },
      { seat: 1, letters: ['A2'] },
    ]);
    expect(heldBy(view, 1)).toEqual(['A2']);
  });

  it('tells the longest stories first and leaves out empty lines', () => {
    const line = (words: string) => ({ seat: 0, words, at: 0 });
    const found = stories([
      { letter: 'A1', lines: [line('one')], faded: false },
      { letter: 'B1', lines: [line(' ')], faded: false },
      { letter: 'C1', lines: [line('x'), line(''), line('y')], faded: true },
    ]);
    expect(found.map(({ letter, lines }) => `${letter}:${lines.map(({ words }) => words).join('')}`)).toEqual(
      ['C1:xy', 'A1:one'],
    );
  });
});

describe('envelopes', () => {
  it('travel from my hand to my slot, and from theirs to the slot for me', () => {
    expect(flights({ type: 'Posted', seat: 0, to: 2 }, 0)).toEqual([{ from: 'hand', to: 'out:2', seat: 0 }]);
    expect(flights({ type: 'Posted', seat: 2, to: 0 }, 0)).toEqual([{ from: 'hole:2', to: 'in:2', seat: 2 }]);
    expect(flights({ type: 'Posted', seat: 2, to: 1 }, 0)).toEqual([
      { from: 'hole:2', to: 'hole:1', seat: 2 },
    ]);
  });

  it('cross each other in an answer', () => {
    const both = flights({ type: 'Answered', seat: 0, to: 2, forced: false }, 0);
    expect(both.map(({ from, to }) => `${from}>${to}`)).toEqual(['hand>hole:2', 'in:2>hand']);
  });

  it('go back when refused or taken back, and stay still when nothing travels', () => {
    expect(flights({ type: 'Refused', seat: 1, to: 0 }, 0)[0]).toMatchObject({ from: 'out:1', to: 'hand' });
    expect(flights({ type: 'Recalled', seat: 0, to: 1 }, 0)[0]).toMatchObject({ from: 'out:1', to: 'hand' });
    expect(flights({ type: 'Closed', commune: 0 }, 0)).toEqual([]);
  });
});
