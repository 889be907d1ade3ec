// What is drawn at one moment of Ciao Ciao, and how each event leads from one moment to the next.
import type { BoardProps } from '$web/board/board.ts';
import type { components } from '$web/generated/wire.ts';

type Schemas = components['schemas'];
export type View = Schemas['CiaoCiaoView'];
export type Move = Schemas['CiaoCiaoMove'];
export type Event = Schemas['CiaoCiaoEvent'];
export type Opened = Schemas['CiaoCiaoOpenedView'];
export type Props = BoardProps<View, Move, Event>;

/** A pawn that can be seen: on a plank, or on a step, perhaps on its way down. */
export interface Token {
  id: string;
  seat: number;
  plank: number; // 0: not on the bridge
  step: number; // 0: not on the podium
  sinking: boolean;
}

export interface Splash {
  id: string;
  plank: number;
  step: number;
  seat: number;
}

export interface Stage {
  planks: number;
  tokens: Token[];
  reserve: number[];
  fallen: number[];
  roller: number;
  turn: number;
  cup: boolean; // a die lies under it
  shaking: number; // grows with each shake of the cup
  number: number | null; // what the roller said
  believers: number[];
  doubter: number | null; // while the bridge trembles
  opened: Opened | null; // until the next turn begins
  reveal: 'breath' | 'lifted' | null; // the cup in the middle of the stage
  prey: Token | null; // what the crocodile swims to, and snaps at as it falls
  splashes: Splash[];
  champions: number[];
}

/** The moment a view describes; pawns that stand where they stood keep their identity. */
export function stageOf(
  view: View,
  champions: number[] = [],
  believers: number[] = [],
  before?: Stage,
): Stage {
  const tokens: Token[] = [];
  const stand = (seat: number, plank: number, step: number) => {
    const same = before?.tokens.find(
      (token) => token.seat === seat && token.plank === plank && token.step === step && !token.sinking,
    );
    tokens.push({ id: same?.id ?? fresh(seat), seat, plank, step, sinking: false });
  };
  view.pawns.forEach((pawns, seat) => {
    if (pawns.plank > 0) stand(seat, pawns.plank, 0);
    for (const step of pawns.podium) stand(seat, 0, step);
  });
  return {
    planks: view.options.planks,
    tokens,
    reserve: view.pawns.map((pawns) => pawns.reserve),
    fallen: view.pawns.map((pawns) => pawns.fallen),
    roller: view.roller,
    turn: view.turn,
    cup: view.phase === 'announce' || view.phase === 'answer',
    shaking: before?.shaking ?? 0,
    number: view.number,
    believers: view.phase === 'answer' ? believers : [],
    doubter: null,
    opened: view.phase === 'announce' ? null : view.opened,
    reveal: null,
    prey: null,
    splashes: before?.splashes ?? [],
    champions,
  };
}

/** Who has believed the announcement that is being asked about: the view does not say. */
export function believersIn(news: { event: Event }[]): number[] {
  const since = news.findLastIndex(({ event }) => event.type === 'Announced');
  return news.slice(since + 1).flatMap(({ event }) => (event.type === 'Believed' ? event.seat : []));
}

let made = 0;

/** A name for a thing that comes onto the scene. */
export function fresh(seat: number): string {
  return `${seat}.${(made += 1)}`;
}
