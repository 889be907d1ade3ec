// Everything fits, on every screen, for every bridge and every number of people.
import { describe, expect, it } from 'vitest';
import { bubbleAt, layOut, placeOf, waterAt } from './layout.ts';

const SCREENS = [
  [360, 200],
  [360, 420],
  [390, 480],
  [544, 300],
  [850, 590],
  [1600, 900],
] as const;

describe.each(SCREENS)('on %i × %i', (width, height) => {
  it.each([6, 9, 12])('a bridge of %i planks', (planks) => {
    for (const lanes of [2, 3, 4, 5]) {
      const layout = layOut(width, height, planks, 2 * lanes);
      expect(layout.planks).toHaveLength(planks);
      expect(layout.steps).toHaveLength(2 * lanes);
      const spots = [...Array(planks + 4).keys()].flatMap((index) =>
        [...Array(lanes).keys()].map((seat) => ({ id: '', seat, plank: index + 1, step: 0, sinking: false })),
      );
      const steps = layout.steps.map((_, index) => ({
        id: '',
        seat: 0,
        plank: 0,
        step: index + 1,
        sinking: false,
      }));
      for (const token of [...spots, ...steps]) {
        for (const { x, y } of [placeOf(layout, token, lanes), waterAt(layout, token)]) {
          expect(x).toBeGreaterThan(0);
          expect(x).toBeLessThan(width);
          expect(y).toBeGreaterThan(0);
          expect(y).toBeLessThan(height);
        }
      }
    }
  });
});

it('the next plank is always further away', () => {
  const { planks } = layOut(390, 480, 12, 10);
  for (const [index, plank] of planks.slice(1).entries()) {
    expect(plank.y).toBeLessThan(planks[index]!.y);
    expect(plank.scale).toBeLessThan(planks[index]!.scale);
  }
});

it('a narrow frame keeps its upright bridge, however little is left for it', () => {
  expect(layOut(360, 200, 9, 10).wide).toBe(false);
  expect(layOut(514, 200, 9, 10, 844).wide).toBe(true);
});

it('a speech bubble turns away from its neighbour', () => {
  const layout = layOut(850, 590, 9, 4);
  const speaker = layout.planks[3]!;
  const alone = bubbleAt(layout, speaker, []);
  const neighbour = { ...speaker, x: speaker.x + layout.unit, y: speaker.y - layout.unit * 0.3 };
  expect(alone.side).toBe(1);
  expect(bubbleAt(layout, speaker, [neighbour])).not.toEqual(alone);
});
