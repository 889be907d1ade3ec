// Each event as a little play: the stage changes beat by beat, with a pause and perhaps a sound.
import { given } from '$web/lib/given.ts';
import { fresh, type Event, type Stage, type Token } from './scene.ts';

export interface Beat {
  ms: number;
  sound?: string;
  suspense?: true; // what the event tells is not to be seen yet
}

/** How a doubt is shown: `staged` for people, `quick` for bots alone, again, or who wants no motion. */
export interface Manner {
  staged: boolean;
  next?: Event | undefined; // what is told after this
}

const STEP = 160;
const HOP = 340;
const FALL = 420;
const ROLLS = 8; // of the drum, while everybody holds their breath
const ROLL = 150;

export function* play(stage: Stage, event: Event, manner: Manner = { staged: false }): Generator<Beat, void> {
  if (event.type !== 'Looked') stage.reveal = null;
  switch (event.type) {
    case 'TurnBegan':
      Object.assign(stage, { roller: event.seat, turn: event.turn, cup: true });
      Object.assign(stage, { number: null, believers: [], opened: null });
      stage.shaking += 1;
      yield { ms: 320, sound: 'shake' };
      return;
    case 'WalkedOver':
      stage.roller = event.seat;
      yield { ms: 200 };
      return;
    case 'Announced':
      Object.assign(stage, { number: event.number, opened: null, believers: [] });
      yield { ms: 220 };
      yield* walk(stage, event.seat, event.plank);
      return;
    case 'Believed':
      stage.believers.push(event.seat);
      yield { ms: 180 };
      return;
    case 'Doubted': {
      const { seat: doubter, roller, number, truth } = event;
      stage.doubter = doubter;
      yield* holdBreath(stage, manner.staged);
      const die = truth ? number : manner.next?.type === 'Looked' ? manner.next.die : null;
      stage.opened = { roller, doubter, number, truth, die };
      Object.assign(stage, { cup: false, believers: [], reveal: 'lifted' });
      stage.prey = onBridge(stage, truth ? doubter : roller) ?? null; // it knows before anybody falls
      yield { ms: manner.staged ? 1_100 : 400, sound: truth ? 'true' : 'bluff' };
      return;
    }
    case 'Looked':
      if (stage.opened) stage.opened.die = event.die;
      yield { ms: 150 };
      return;
    case 'Fell':
      if (event.seat === stage.roller) stage.number = null;
      yield* sink(stage, onBridge(stage, event.seat));
      yield* place(stage, event.seat);
      return;
    case 'Toppled':
      yield* sink(
        stage,
        stage.tokens.find(({ step }) => step === event.step),
      );
      return;
    case 'Advanced':
      stage.doubter = null;
      yield* walk(stage, event.seat, event.plank);
      return;
    case 'Crossed': {
      yield* walk(stage, event.seat, stage.planks + 1);
      const pawn = onBridge(stage, event.seat);
      if (pawn) Object.assign(pawn, { plank: 0, step: event.step });
      yield { ms: HOP, sound: 'bell' };
      yield* place(stage, event.seat);
      return;
    }
    case 'ThirdCrossed':
      yield* walk(stage, event.seat, stage.planks + 1);
      stage.champions = [event.seat];
      yield { ms: 400, sound: 'bell' }; // the page has its own fanfare for the result
      return;
    case 'RanOut':
      yield { ms: 350 };
      return;
    case 'Ended':
      Object.assign(stage, { champions: event.winners, cup: false, number: null, believers: [], prey: null });
      yield { ms: 200 };
      return;
  }
}

function* holdBreath(stage: Stage, staged: boolean): Generator<Beat, void> {
  stage.reveal = 'breath';
  if (!staged) yield { ms: 400, sound: 'wood', suspense: true };
  else for (let roll = 0; roll < ROLLS; roll += 1) yield { ms: ROLL, sound: 'drum', suspense: true };
}

function onBridge(stage: Stage, seat: number): Token | undefined {
  return stage.tokens.find((token) => token.seat === seat && token.plank > 0 && !token.sinking);
}

function* walk(stage: Stage, seat: number, to: number): Generator<Beat, void> {
  const pawn = onBridge(stage, seat);
  while (pawn && pawn.plank < to) {
    // beyond the last plank it is one stride to wherever on the far bank
    pawn.plank = pawn.plank >= stage.planks ? to : pawn.plank + 1;
    yield { ms: STEP, sound: 'tap' };
  }
}

function* sink(stage: Stage, pawn: Token | undefined): Generator<Beat, void> {
  stage.doubter = null;
  if (!pawn) return;
  pawn.sinking = true;
  stage.prey = pawn;
  yield { ms: FALL, sound: 'fall' };
  stage.prey = null;
  stage.tokens = stage.tokens.filter(({ id }) => id !== pawn.id);
  stage.fallen[pawn.seat] = given(stage.fallen[pawn.seat]) + 1;
  const { plank, step, seat } = pawn;
  stage.splashes = [...stage.splashes.slice(-3), { id: fresh(seat), plank, step, seat }];
  yield { ms: 120, sound: 'snap' };
  yield { ms: 300, sound: 'splash' };
}

/** The next pawn steps from the near bank onto the first plank, if one is left. */
function* place(stage: Stage, seat: number): Generator<Beat, void> {
  if (stage.reserve[seat] === 0) return;
  stage.reserve[seat] = given(stage.reserve[seat]) - 1;
  stage.tokens.push({ id: fresh(seat), seat, plank: 1, step: 0, sinking: false });
  yield { ms: 200 };
}
