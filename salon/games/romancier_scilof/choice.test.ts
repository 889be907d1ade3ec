// A letter and then an envelope: it is sent; the other way round there is a line to write first. What I
// chose stays chosen as long as it is possible.
import { describe, expect, it, vi } from 'vitest';
import { Choice, survive, wayTo } from './choice.svelte.ts';
import { look, mail, openMoves } from './scene.fixtures.ts';
import type { View } from './scene.ts';

const full = look(3, ['A1', 'A2', 'B1'], {}, [mail(1, 0)]);

function choosing(view: View = full) {
  const [play, state] = [vi.fn(), { view, ready: true }];
  const choice = new Choice({ moves: () => openMoves(state.view), ready: () => state.ready, play });
  const change = (next: View) => {
    state.view = next;
    choice.review(next);
  };
  return { choice, play, state, change };
}

describe('choosing', () => {
  it('sends a letter when a pigeon-hole is chosen after it, with my line on it', () => {
    const { choice, play } = choosing();
    choice.draft = ' Dear Cyd ';
    choice.pickFrom(['A1', 'A2']);
    choice.aim({ kind: 'Post', to: 2 });
    expect(play).toHaveBeenCalledExactlyOnceWith({ type: 'Post', letter: 'A1', to: 2, words: 'Dear Cyd' });
    expect([choice.letter, choice.way, choice.draft, choice.tried]).toEqual([null, null, '', 2]);
  });

  it('works the other way round too, and answers what waits', () => {
    const { choice, play } = choosing();
    choice.aim(wayTo(openMoves(full), 1));
    choice.pickFrom(['B1']);
    expect([choice.composed, play.mock.calls.length]).toEqual([true, 0]);
    choice.draft = 'And then?';
    choice.seal();
    expect(play).toHaveBeenCalledExactlyOnceWith({ type: 'Reply', letter: 'B1', to: 1, words: 'And then?' });
  });

  it('also sends when the envelope is tapped once more', () => {
    const { choice, play } = choosing();
    choice.aim({ kind: 'Post', to: 2 });
    choice.pick('B1');
    choice.aim({ kind: 'Post', to: 2 });
    expect(play).toHaveBeenCalledExactlyOnceWith({ type: 'Post', letter: 'B1', to: 2, words: '' });
  });

  it('changes the letter without sending it while the envelope stays chosen', () => {
    const { choice, play } = choosing();
    choice.aim({ kind: 'Post', to: 2 });
    choice.pick('B1');
    choice.pick('A1');
    expect([choice.letter, choice.composed, play.mock.calls.length]).toEqual(['A1', true, 0]);
  });

  it('puts a letter back when it is chosen again, and knows which copy is meant', () => {
    const { choice } = choosing();
    choice.pickFrom(['A1', 'A2']);
    choice.pick('A2');
    expect(choice.letter).toBe('A2');
    choice.pickFrom(['A1', 'A2']);
    expect(choice.letter).toBeNull();
  });

  it('offers to answer first, then to write, then nothing', () => {
    const moves = openMoves(full);
    const first = wayTo(moves, 1);
    expect(first).toEqual({ kind: 'Reply', to: 1 });
    expect(wayTo(moves, 1, first)).toEqual({ kind: 'Post', to: 1 });
    expect(wayTo(moves, 1, wayTo(moves, 1, first))).toBeNull();
  });

  it('waits while a move is on its way, then sends', () => {
    const { choice, play, state, change } = choosing();
    state.ready = false;
    choice.pick('A1');
    choice.aim({ kind: 'Post', to: 2 });
    expect(play).not.toHaveBeenCalled();
    state.ready = true;
    change(full);
    expect(play).toHaveBeenCalledOnce();
  });

  it('gives my line back when the move was refused', () => {
    const { choice } = choosing();
    choice.draft = 'Oh';
    choice.pick('A1');
    choice.aim({ kind: 'Post', to: 2 });
    choice.takeBack();
    choice.pick('A1');
    expect(choice.draft).toBe('Oh');
  });

  it('keeps a line for each letter', () => {
    const { choice } = choosing();
    choice.pick('A1');
    choice.draft = 'of the first';
    choice.pick('B1');
    expect(choice.draft).toBe('');
    choice.pick('A1');
    expect(choice.draft).toBe('of the first');
  });
});

describe('while everybody acts at once', () => {
  it('a choice survives what does not touch it', () => {
    const { choice, change } = choosing();
    choice.pick('B1');
    change(look(3, ['A1', 'B1'], {}, [mail(2, 1), mail(0, 2)]));
    expect([choice.letter, choice.lost]).toEqual(['B1', null]);
  });

  it('says gently that a letter is gone', () => {
    const { choice, change } = choosing();
    choice.pick('B1');
    change(look(3, ['A1'], {}, []));
    expect([choice.letter, choice.lost]).toEqual([null, { what: 'letter', letter: 'B1' }]);
  });

  it('says gently that mail is gone', () => {
    const chosen = { letter: null, way: { kind: 'Reply' as const, to: 1 } };
    const view = look(3, ['A1'], {}, []);
    expect(survive(chosen, view, openMoves(view)).lost).toEqual({ what: 'mail', seat: 1 });
  });

  it('puts everything down without a word when the office pauses', () => {
    expect(survive({ letter: 'A1', way: null }, full, [])).toEqual({ letter: null, way: null, lost: null });
  });
});
