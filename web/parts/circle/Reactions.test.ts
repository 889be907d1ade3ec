// Six reactions: offered in one button, one a second, seen at the sender's face by who wants to.
import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { inCircle, member, SilentSocket } from '../../lib/circle.fixtures.ts';
import { leaveCircle, type Circle } from '../../lib/circle.svelte.ts';
import { REACTIONS, reactionAt, reactionsBeside } from '../../lib/reactions.svelte.ts';
import { nobody, person } from '../../lib/scene.fixtures.ts';
import { choose } from '../../lib/settings.svelte.ts';
import Reactions from './Reactions.svelte';
import TalkTools from './TalkTools.svelte';

let circle: Circle;
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', SilentSocket);
  circle = inCircle({ people: [member(0, 'Ana', { mine: true }), member(1, 'Bob')] });
});
afterEach(() => {
  cleanup();
  leaveCircle();
  choose({ reactions: true });
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
const main = () => screen.getAllByRole('button', { name: 'reaction' })[0]!;
const six = () => screen.queryAllByRole('button', { name: /^reaction\./ });

it('opens six by one button, gives one, and goes back to the button', async () => {
  const react = vi.spyOn(circle, 'react').mockReturnValue();
  render(Reactions, { circle });
  expect(six()).toEqual([]);
  await fireEvent.click(main());
  expect(six().length).toBe(REACTIONS.length);
  await fireEvent.click(six()[2]!);
  expect(react).toHaveBeenCalledWith('heart');
  expect([six(), document.activeElement]).toEqual([[], main()]);
});

it('closes with Escape and gives nothing', async () => {
  const react = vi.spyOn(circle, 'react').mockReturnValue();
  render(Reactions, { circle, open: true });
  await vi.advanceTimersByTimeAsync(1);
  expect(document.activeElement).toBe(six()[0]);
  await fireEvent.keyDown(six()[0]!, { key: 'Escape' });
  expect([six(), react.mock.calls]).toEqual([[], []]);
});

it('gives at most one a second', async () => {
  const react = vi.spyOn(circle, 'react').mockReturnValue();
  render(Reactions, { circle });
  for (const wait of [2_000, 500, 500]) {
    await vi.advanceTimersByTimeAsync(wait);
    await fireEvent.click(main());
    await fireEvent.click(six()[0]!);
  }
  expect(react).toHaveBeenCalledTimes(2);
});

it('shows the last one at the seat of who gave it, and aside if they have none', () => {
  circle.seen = [
    { key: 0, person: 1, reaction: 'wow' },
    { key: 1, person: 1, reaction: 'clap' },
  ];
  expect(reactionAt(circle, person('Bob'))?.reaction).toBe('clap');
  expect(reactionAt(circle, person('Ana'))).toBeNull();
  expect(reactionAt(circle, { ...nobody, holder: 'bot', name: 'Bob' })).toBeNull();
  expect(reactionsBeside(circle, [person('Ana'), person('Bob')])).toEqual([]);
  expect(reactionsBeside(circle, [person('Ana')]).length).toBe(2);
});

it('neither shows nor offers them to who does not want any', () => {
  choose({ reactions: false });
  circle.seen = [{ key: 0, person: 1, reaction: 'wow' }];
  render(TalkTools, { circle, chat: () => undefined });
  expect(screen.queryByRole('button', { name: 'reaction' })).toBeNull();
  expect([reactionAt(circle, person('Bob')), reactionsBeside(circle, [])]).toEqual([null, []]);
});
