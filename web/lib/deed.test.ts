import { expect, it } from 'vitest';
import { Deed } from './deed.svelte.ts';

it('does what was asked quickly one after the other, and loses nothing to a refusal', async () => {
  const deed = new Deed();
  const done: number[] = [];
  const work = (n: number) => async () => {
    await Promise.resolve();
    if (n === 2) throw new Error('no');
    done.push(n);
  };
  for (const n of [1, 2, 3]) deed.queue(work(n));
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(done).toEqual([1, 3]);
  expect(deed.busy).toBe(false);
});

it('ignores a second press of the same button', async () => {
  const deed = new Deed();
  const first = deed.do(async () => 'first');
  expect(await deed.do(async () => 'second')).toBeUndefined();
  expect(await first).toBe('first');
});
