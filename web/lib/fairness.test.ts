// Luck is proved with known vectors: those of FIPS 180, and those of tests/test_luck.py.
import { expect, it } from 'vitest';
import { commitment, listed, nonceCommitment, prove, sealOf, seed, sha256, type Part } from './fairness.ts';

it('hashes as FIPS 180 says, and as the server does beyond ASCII', () => {
  expect(sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  expect(sha256('é')).toBe('4a99557e4033c3539de2eb65472017cad5f9557f7a0625a09f1c3f6e2ba69c4c');
});

const secret = '00'.repeat(31) + '2a';
const nonces = { 1: 'bb'.repeat(32), 0: 'aa'.repeat(32) };
const promised = 'd6e3cd53a4b7d225d65f0dad6ff85e794eac530a31b29554bd354d76fce8994f';
const golden = 'a70f36fdf79b657796d9183599a2f61dca70e0b2aa1d722eb368920404625bfe';

it('agrees with the golden vectors of the server', () => {
  expect(commitment(secret)).toBe(promised);
  expect(seed(secret, nonces)).toBe(golden);
});

const opening = [
  'salon opening',
  `commitment ${promised}`,
  'game unheard_of 1',
  'option exact true',
  'option planks 6',
  'seat 0 Ana',
  `seat 1 ${encodeURIComponent('Zoë & Co\n')}`,
  'seat 2 sly',
  `nonce 0 ${nonceCommitment(promised, 0, nonces[0])}`,
  `nonce 1 ${nonceCommitment(promised, 1, nonces[1])}`,
].join('\n');
const seal = '18874098d6e6d0506678960a0d8a01c0ed13714566d2e560603a13dfa3781e45';
const sealed = 'c3f19e2001d0f0108d182b82deee82068e0a9110061811ea8d5421dc163f5996';
const fair = { commitment: promised, seal, opening, nonces, secret, fingerprint: '' };
const mine: Part = { drawn: [{ seat: 0, nonce: nonces[0], seal }], shown: [seal], promise: promised };

it('agrees with the golden opening of the server', () => {
  expect(sealOf(opening)).toBe(seal);
  expect(seed(secret, nonces, seal)).toBe(sealed);
  expect(listed(opening, 'seat')).toEqual({ 0: 'Ana', 1: 'Zo%C3%AB%20%26%20Co%0A', 2: 'sly' });
  expect(sealOf('é')).toBe('');
});

it('proves a fair table to who took part', () => {
  expect(prove({ ...fair, secret: null }, mine)).toBeNull();
  expect(prove(fair, mine)).toEqual({
    promised: 'kept',
    opening: 'kept',
    nonce: 'in',
    withheld: [],
    seed: sealed,
    verdict: 'proved',
  });
});

it('finds every way of cheating', () => {
  const other = 'cc'.repeat(32);
  const swapped = opening.replace('Ana', 'Eve');
  const cheats: [string, Parameters<typeof prove>][] = [
    ['another secret', [{ ...fair, secret: '11'.repeat(32) }, mine]],
    ['another promise than was seen first', [fair, { ...mine, promise: '00'.repeat(32) }]],
    ['a nonce that was not promised', [{ ...fair, nonces: { ...nonces, 1: other } }, mine]],
    ['a nonce more', [{ ...fair, nonces: { ...nonces, 2: other } }, mine]],
    ['an opening that does not fit its seal', [{ ...fair, opening: swapped }, mine]],
    ['an opening of another promise', [{ ...fair, commitment: other }, mine]],
    ['another opening than was shown', [{ ...fair, opening: swapped, seal: sealOf(swapped) }, mine]],
    [
      'my nonce, shown for another opening before',
      [fair, { drawn: [{ ...mine.drawn[0]!, seal: other }], shown: [other, seal] }],
    ],
    ['no opening, though one was shown', [{ ...fair, opening: '', seal: '' }, mine]],
  ];
  for (const [what, given] of cheats) expect([what, prove(...given)?.verdict]).toEqual([what, 'failed']);
});

it('says where whoever runs the server could have chosen among some lucks', () => {
  const left = { 0: nonces[0] };
  expect(prove({ ...fair, nonces: left }, mine)).toMatchObject({
    withheld: ['1'],
    nonce: 'in',
    verdict: 'limited',
  });
  const late = prove({ ...fair, nonces: { 1: nonces[1] } }, mine);
  expect(late).toMatchObject({ withheld: ['0'], nonce: 'late', verdict: 'limited' });
  const again = prove(fair, { ...mine, shown: ['00'.repeat(32), seal] });
  expect(again).toMatchObject({ opening: 'repeated', verdict: 'limited' });
  const third = { seat: 2, nonce: 'cc'.repeat(32), seal: '' };
  expect(prove(fair, { ...mine, drawn: [third] })).toMatchObject({ nonce: 'missing', verdict: 'limited' });
});

it('is calm on a second device of a seat, and on one that only watched', () => {
  const second: Part = { drawn: [{ seat: 0, nonce: 'cc'.repeat(32), seal: '' }], shown: [seal] };
  expect(prove(fair, second)).toMatchObject({ opening: 'kept', nonce: 'elsewhere', verdict: 'fits' });
  const watching: Part = { drawn: [], shown: [] };
  expect(prove(fair, watching)).toMatchObject({ opening: 'unseen', nonce: 'none', verdict: 'fits' });
});

it('checks a table that began before there were openings as it was then', () => {
  const old = { ...fair, seal: '', opening: '' };
  const part: Part = { drawn: [{ seat: 0, nonce: nonces[0], seal: '' }], shown: [] };
  expect(prove(old, part)).toMatchObject({ opening: 'none', nonce: 'in', seed: golden, verdict: 'limited' });
  expect(prove({ ...old, secret: '11'.repeat(32) }, part)?.verdict).toBe('failed');
});

it('counts seats as numbers, not as words', () => {
  const ten = Object.fromEntries(Array.from({ length: 11 }, (_, seat) => [seat, 'ab'.repeat(32)]));
  const added = Array.from({ length: 11 }, (_, seat) => ` ${seat}=${'ab'.repeat(32)}`).join('');
  expect(seed(secret, ten)).toBe(sha256(`salon seed ${secret}${added}`));
});
