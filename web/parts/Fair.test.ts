// The panel of fair luck, in words: calm where nothing is wrong, plain where something is.
import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { commitment, nonceCommitment, sealOf } from '../lib/fairness.ts';
import { remember } from '../lib/memory.ts';
import Fair from './Fair.svelte';

const [secret, laptop, phone] = ['11', '22', '33'].map((digits) => digits.repeat(32)) as [
  string,
  string,
  string,
];
const promise = commitment(secret);
const opening = [
  'salon opening',
  `commitment ${promise}`,
  'seat 0 Ana',
  'seat 1 Zo%C3%AB',
  `nonce 0 ${nonceCommitment(promise, 0, laptop)}`,
].join('\n');
const fair = {
  commitment: promise,
  seal: sealOf(opening),
  opening,
  nonces: { 0: laptop },
  secret,
  fingerprint: 'f1',
};

beforeEach(() => localStorage.clear());
afterEach(cleanup);

function marks(drawn: string, given = fair): (string | null | undefined)[] {
  remember('luck', { x: { drawn: [{ seat: 0, nonce: drawn, seal: fair.seal }], shown: [fair.seal] } });
  const { container } = render(Fair, { id: 'x', fair: given });
  return [
    container.querySelector('summary')?.textContent?.trim(),
    ...screen.getAllByRole('listitem').map((li) => li.className.split(' ')[0]),
  ];
}

it('proves the luck to the device that took part, and shows the fingerprint', () => {
  expect(marks(laptop)).toEqual(['fair.proved', 'well', 'well', 'well', 'well']);
  expect(screen.getByText(/--shown f1$/)).toBeTruthy();
});

it('does not cry wolf on the other device of a seat', () => {
  expect(marks(phone)).toEqual(['fair.fits', 'well', 'well', 'well', 'well']);
  expect(screen.getByText('fair.nonce.elsewhere')).toBeTruthy();
});

it('names who promised a number and did not show it', () => {
  const promised = `${opening}\nnonce 1 ${'44'.repeat(32)}`;
  const given = { ...fair, opening: promised, seal: sealOf(promised) };
  remember('luck', {});
  const { container } = render(Fair, { id: 'y', fair: given });
  expect(container.querySelector('.doubt')?.textContent).toContain('fair.withheld names=Zoë n=1 lucks=2');
});

it('says plainly that a secret is not the promised one', () => {
  expect(marks(laptop, { ...fair, secret: phone }).slice(0, 2)).toEqual(['fair.failed', 'bad']);
});
