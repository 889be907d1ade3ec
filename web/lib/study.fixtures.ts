// For the tests: a table beside best play, as a server would send it.
import type { Decision, Study } from './wire.ts';

export const decision = (one: Partial<Decision> = {}): Decision => ({
  step: 1,
  seat: 0,
  kind: 'bluff',
  did: true,
  should: 1,
  choices: [
    { move: { type: 'Say', n: 1 }, often: 0.75, odds: 0.6 },
    { move: { type: 'Say', n: 2 }, often: 0.001, odds: 0.5 },
    { move: { type: 'Say', n: 3 }, often: 0.249, odds: 0.56 },
  ],
  played: 2,
  cost: 0,
  luck: 0,
  details: { number: 3, die: 0 },
  ...one,
});

export const study: Study = {
  is_exact: true,
  forecasts: [
    { step: 0, odds: [0.5, 0.5] },
    { step: 4, odds: [0.9, 0.1] },
    { step: 6, odds: [1, 0] },
  ],
  decisions: [
    decision({ step: 1 }),
    decision({ step: 3, cost: 0.04 }),
    decision({ step: 5, seat: 1, kind: 'doubt', did: false, cost: 0.31 }),
  ],
  seats: [0, 1].map((seat) => ({
    seat,
    habits: [{ kind: 'bluff', asked: 2, did: 2, should: 1.5 }],
    cost: 0.04,
    dearest: 3,
    luck: -0.1,
  })),
  feats: [{ kind: 'best_bluff', step: 3, seat: 0, worth: 0.2, details: { number: 3, die: 0 } }],
};
