// Moments of Romancier Scilof for the tests: two to eight people, open, paused, closed and over.
import { calm, english, faces, inOrder, type Still } from '$web/board/board.fixtures.ts';
import type { Event, Letter, Mail, Move, Props, View } from './scene.ts';
import own from './texts.en.json';

export const t = english(own);

export const mail = (sender: number, to: number, recall_at = 30_000, recallable = false): Mail => ({
  sender,
  to,
  recall_at,
  recallable,
});

/** A view of seat 0 with so many people at one counter. */
export function look(count: number, hand: Letter[], changes: Partial<View> = {}, post: Mail[] = []): View {
  return {
    seat: 0,
    options: {
      letters: 'auto',
      pace: 'evening',
      limit: 20,
      communes: 1,
      join: true,
      abandon: true,
      teams: false,
    },
    people: faces(count).map((_, seat) => ({
      number: seat + 1,
      commune: 0,
      team: 1,
      has_side: false,
      left: false,
    })),
    phases: ['open'],
    invitations: [],
    closes: 1_200_000,
    chimed: 0,
    office: {
      commune: 0,
      size: count,
      until: null,
      basket: 0,
      strays: [],
      ledger: 4_000,
      held: Object.fromEntries(faces(count).map((_, seat) => [seat, count])),
      mail: post,
    },
    desks: faces(count).map((_, seat) => ({ seat, closer: false, full: false, surplus: 0 })),
    tallies: [],
    hand,
    lines: hand.map(() => ''),
    unions: [],
    known: [],
    diary: [],
    chains: [],
    ...changes,
  };
}

/** What may be done while an office is open, as a server would list it. */
export function openMoves({ hand, office, desks, seat: me }: View): Move[] {
  const sent = office!.mail;
  const free = desks.filter(
    ({ seat }) => seat !== me && !sent.some((one) => one.sender === me && one.to === seat),
  );
  return [
    ...free.flatMap(({ seat: to }) => hand.map((letter): Move => ({ type: 'Post', letter, to, words: '' }))),
    ...sent.flatMap(({ sender, to, recallable }): Move[] => {
      if (sender === me) return recallable ? [{ type: 'Recall', to }] : [];
      if (to !== me) return [];
      return [
        ...hand.map((letter): Move => ({ type: 'Reply', to: sender, letter, words: '' })),
        { type: 'Refuse', to: sender },
      ];
    }),
  ];
}

export const told = inOrder<Event>;

export type Moment = Still<Props>;

export const moment = (view: View, changes: Partial<Moment> = {}): Moment => ({
  view,
  moves: view.phases[0] === 'open' && view.seat !== null && view.office ? openMoves(view) : [],
  seat: view.seat,
  seats: faces(view.people.length),
  ...calm,
  ...changes,
});
