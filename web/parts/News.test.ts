import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, expect, it } from 'vitest';
import { faces as facesOf } from '../lib/table.svelte.ts';
import { nobody, person } from '../lib/scene.fixtures.ts';
import News from './News.svelte';

afterEach(cleanup);

it('tells who did it then, also when somebody else has the seat by now', () => {
  const former = [{ name: 'Léonie', symbol: null, character: 'leonie', until: 2000 }];
  const seats = [{ ...nobody, ...person('Nora'), former }];
  const faces = facesOf(seats, (key) => key);
  const say = (_: string, args = {}, names: readonly string[] = []) =>
    `${names[(args as { seat: number }).seat]} laid`;
  const laid = (id: number, at: number) => ({ id, at, event: { type: 'Laid', seat: 0 } });
  render(News, { props: { news: [laid(0, 1500), laid(1, 2500)], say, faces } });
  expect(screen.getAllByRole('listitem').map((one) => one.textContent)).toEqual(['Nora laid', 'Léonie laid']);
});
