// A page that is sent only what has changed knows the whole scene after every message.
import { expect, it } from 'vitest';
import { dice, Feed, House } from './house.fixtures.ts';
import { everything, gathering, person, playing } from './scene.fixtures.ts';
import { merge, numbered, type Playing, type WholeScene } from './scene.ts';
import type { News, Scene } from './wire.ts';

const said = (...ids: number[]) => ids.map((n) => ({ type: 'Said', n }));
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);
const only = (seq: number, sections: Partial<Scene>): Scene => ({
  type: 'Scene',
  seq,
  now: seq,
  ...sections,
});
const hear = (before: Playing, heard: Omit<News, 'times'>) => {
  const news = { ...heard, times: heard.events.map((event) => timeOf(event)) };
  return merge(before, only(before.seq + 1, { news })) as Playing;
};
const timeOf = (event: unknown) => 10 * (event as { n: number }).n;
const ids = (scene: Playing) => numbered({ ...scene, stood_in: [] }, []).map(({ id }) => id);

it('is whole from the first message of a connection on', () => {
  for (const whole of [
    gathering({ starting: true }),
    playing({ seat: 1, told: 2, news: said(0, 1), stood_in: [1] }),
  ])
    expect(merge(null, everything(whole))).toEqual(whole);
});

it('takes what has come, and leaves the rest the very same', () => {
  const before = merge(null, everything(playing({ view: { n: 1 }, awaited: [1], told: 1, news: said(0) })));
  const seats = [person('Ana'), { ...person('Bob'), here: false }];
  const after = merge(before, only(2, { seats }));
  expect(after).toEqual({ ...before, seq: 2, now: 2, seats });
  for (const same of ['table', 'fair', 'view', 'moves', 'awaited', 'news', 'stood_in'] as const)
    expect((after as Playing)[same]).toBe((before as Playing)[same]);
});

it('takes the fields of the view that have come, and leaves the others the very same', () => {
  const before = merge(null, everything(playing({ view: { hand: [1, 2], laid: [3] } }))) as Playing;
  const after = merge(before, only(2, { view: { hand: [1] } })) as Playing;
  expect(after.view).toEqual({ hand: [1], laid: [3] });
  expect((after.view as { laid: number[] }).laid).toBe((before.view as { laid: number[] }).laid);
});

it('knows the time of every message, also of one without news of the game', () => {
  const before = merge(null, everything(playing({ now: 5_000, clock: 9_000, running: true })));
  const after = merge(before, only(2, { now: 6_500, table: { ...before.table, watching: 1 } })) as Playing;
  expect([after.now, after.clock, after.running]).toEqual([6_500, 9_000, true]);
});

it('begins to play with who sits there, and forgets the lobby', () => {
  const before = merge(null, everything(gathering()));
  const { seat, view, offer, course, news } = everything(
    playing({ seat: 0, view: { n: 1 }, told: 1, news: said(0) }),
  );
  const after = merge(before, only(2, { seat, view, offer, course, news }));
  expect(after).toEqual(playing({ seq: 2, now: 2, seat: 0, view: { n: 1 }, told: 1, news: said(0) }));
  expect(after.seats).toBe(before.seats);
});

it('stays in the lobby when only people come and go', () => {
  const before = merge(null, everything(gathering({ teams: [[0], [1]] })));
  expect(merge(before, only(2, { seats: [person('Cyd')] }))).toMatchObject({
    type: 'Gathering',
    teams: [[0], [1]],
  });
});

it('shows how it ended, and the next table when there is one', () => {
  const before = merge(null, everything(playing({ awaited: [0] })));
  const result = { winners: [0], scores: [1, 0], reason: 'points', teams: [] };
  const { course } = everything(playing({ result }));
  const over = merge(before, only(2, { course })) as Playing;
  expect([over.result, over.awaited]).toEqual([result, []]);
  expect((merge(over, only(3, { course: { ...course!, clock: 7 } })) as Playing).clock).toBe(7);
});

it('hears each event once, keeps the last fifty, and drops what comes before a gap', () => {
  let scene = merge(
    null,
    everything(
      playing({
        told: 48,
        news: said(...range(0, 48)),
        stood_in: [0, 47],
        times: range(0, 48).map((n) => 10 * n),
      }),
    ),
  ) as Playing;
  const kept = scene.news[20];
  scene = hear(scene, { events: said(48, 49, 50), stood_in: [49], told: 51 });
  expect(scene.news).toEqual(said(...range(1, 51)));
  expect([scene.news[19], scene.stood_in]).toEqual([kept, [47, 49]]);
  expect(scene.news[19]).toBe(kept);
  scene = hear(scene, { events: said(50, 51), stood_in: [], told: 52 });
  expect(scene.news).toEqual(said(...range(2, 52)));
  expect(scene.times).toEqual(scene.news.map(timeOf));
  scene = hear(scene, { events: said(...range(60, 63)), stood_in: [61], told: 63 });
  expect([ids(scene), scene.stood_in]).toEqual([[60, 61, 62], [61]]);
  scene = hear(scene, { events: said(...range(59, 63)), stood_in: [59, 61], told: 63 });
  expect([scene.news, scene.stood_in]).toEqual([said(...range(59, 63)), [59, 61]]);
  expect(scene.times).toEqual(scene.news.map(timeOf));
});

it('gives an event the same number and the same object as long as it is among the news', () => {
  const before = merge(null, everything(playing({ told: 7, news: said(5, 6), stood_in: [6] }))) as Playing;
  const then = numbered(before, []);
  expect(then.map(({ id, stoodIn }) => [id, stoodIn])).toEqual([
    [5, false],
    [6, true],
  ]);
  const now = numbered(hear(before, { events: said(7), stood_in: [], told: 8 }), then);
  expect(now.map(({ id, stoodIn }) => [id, stoodIn])).toEqual([
    [5, false],
    [6, true],
    [7, false],
  ]);
  expect([now[0], now[1]].every((one, i) => one === then[i])).toBe(true);
});

const SAME: Partial<Record<keyof Scene, (keyof Playing)[]>> = {
  table: ['table'],
  seats: ['seats'],
  fair: ['fair'],
  view: ['view'],
  offer: ['moves'],
  course: ['awaited'],
  news: ['news', 'stood_in'],
};

/** What did not come, and yet is not the same as before. */
function changed(before: WholeScene | null, after: WholeScene, update: Scene): string[] {
  if (before?.type !== after.type) return [];
  return Object.entries(SAME).flatMap(([section, fields]) =>
    section in update ? [] : fields.filter((one) => (before as Playing)[one] !== (after as Playing)[one]),
  );
}

it.each(range(1, 11))(
  'is the whole scene after every message, whatever happens and whenever it is sent (%i)',
  (seed) => {
    const random = dice(seed);
    const house = new House(random);
    let [feed, scene, messages] = [new Feed(house), null as WholeScene | null, 0];
    for (let step = 0; step < 200; step++) {
      house.happen();
      if (random() < 0.05) [feed, scene] = [new Feed(house), null]; // a new connection
      const update = random() < 0.4 ? null : feed.next(); // else it is slow
      if (!update) continue;
      const after = merge(scene, update);
      expect(after).toEqual(house.whole(feed.seq));
      expect(changed(scene, after, update)).toEqual([]);
      [scene, messages] = [after, messages + 1];
    }
    expect([messages > 50, house.told > 50]).toEqual([true, true]);
  },
);
