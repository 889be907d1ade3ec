// A finished table beside best play: what each decision cost, in words, and the way from one to the next.
import * as api from './api.ts';
import { settings } from './settings.svelte.ts';
import type { Say } from './texts.ts';
import type { Decision, Study, Tagged } from './wire.ts';
import { knows } from './words.svelte.ts';

const COSTLY = 0.01; // odds of winning: what costs less is as good as best play
const NOTHING = 0.0005;
const SELDOM = 0.005; // what best play does less often is not told

export const isCostly = ({ cost }: { cost: number }): boolean => cost >= COSTLY;

export class Lab {
  study = $state.raw<Study | null>(null);
  busy = $state(true);
  problem = $state.raw<unknown>(null); // why there is none; a table is a table without it too

  constructor(private readonly id: string) {
    void this.ask();
  }

  async ask(): Promise<void> {
    this.busy = true;
    this.problem = null;
    try {
      this.study = (await api.study(this.id)).study;
    } catch (problem) {
      this.problem = problem;
    }
    this.busy = false;
  }

  /** It was asked for while the table was played. */
  get early(): boolean {
    return this.problem instanceof api.Refusal && this.problem.key === 'not_over';
  }

  get mistakes(): Decision[] {
    return this.study?.decisions.filter(isCostly) ?? [];
  }

  /** The dearest first. */
  get dearest(): Decision[] {
    return this.mistakes.sort((a, b) => b.cost - a.cost);
  }

  at(step: number): Decision | null {
    return this.study?.decisions.find((one) => one.step === step) ?? null;
  }

  next(step: number): number | null {
    return this.mistakes.find((one) => one.step > step)?.step ?? null;
  }

  previous(step: number): number | null {
    return this.mistakes.findLast((one) => one.step < step)?.step ?? null;
  }
}

/** A tenth more where it is little. */
export function percent(part: number, sign: 'exceptZero' | 'auto' = 'auto'): string {
  const little = Math.abs(part) >= 0.0005 && Math.abs(part) < 0.0995;
  const digits = little ? 1 : 0;
  const form = { style: 'percent', signDisplay: sign, maximumFractionDigits: digits } as const;
  return new Intl.NumberFormat(settings.language, form).format(part).replace('-', '−');
}

/** An expected count. */
export const count = (value: number): string =>
  new Intl.NumberFormat(settings.language, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(
    value,
  );

/** What was done. */
export const told = ({ kind, did, seat, details }: Decision, say: Say): string =>
  say(`study.${kind}.${did}`, { seat, ...details });

/** What could be done, in a word or two. */
export function choice(game: string, move: unknown, say: Say): string {
  const { type, ...rest } = move as Tagged;
  const own = `study.choice.${type}`;
  return say(knows(game, own) ? own : `move.${type}`, rest);
}

/** What best play does how often. */
export function best(game: string, { choices }: Decision, say: Say): string {
  const often = choices.filter((one) => one.often >= SELDOM);
  const mix = often.map((one) => `${choice(game, one.move, say)} (${percent(one.often)})`).join(', ');
  return say('study.best', { mix });
}

export const cost = ({ cost }: Pick<Decision, 'cost'>, say: Say): string =>
  cost < NOTHING ? say('study.cost.none') : say('study.cost', { cost: percent(cost) });

/** A sum over a whole game, in victories: it may be more than one. */
export function victories(sum: number, sign: 'exceptZero' | 'auto' = 'auto'): string {
  const form = { signDisplay: sign, minimumFractionDigits: 2, maximumFractionDigits: 2 } as const;
  return new Intl.NumberFormat(settings.language, form).format(sum).replace('-', '−');
}

export const given = ({ cost }: Pick<Decision, 'cost'>, say: Say): string =>
  cost < NOTHING ? say('study.given.none') : say('study.given', { cost: victories(cost) });

/** All of it, as one hears it. */
export const verdict = (game: string, one: Decision, say: Say): string =>
  [told(one, say), best(game, one, say), cost(one, say)].join(' ');
