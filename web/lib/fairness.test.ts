// Luck is proved with known vectors: those of FIPS 180, and those of tests/test_luck.py.
import { expect, it } from 'vitest';
import { commitment, prove, seed } from './fairness.ts';
import { sha256 } from './sha256.ts';

it('hashes as FIPS 180 says', () => {
  expect(sha256('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  expect(sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  expect(sha256('abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq')).toBe(
    '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
  );
  expect(sha256('a'.repeat(1_000_000))).toBe(
    'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0',
  );
});

it('hashes as crypto.subtle does, at every length around a block', async () => {
  for (let length = 50; length < 132; length++) {
    const text = 'x'.repeat(length);
    const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
    expect(sha256(text)).toBe(Buffer.from(bytes).toString('hex'));
  }
});

it('hashes only ASCII', () => {
  expect(() => sha256('é')).toThrow(RangeError);
});

const secret = '00'.repeat(31) + '2a';
const nonces = { 1: 'bb'.repeat(32), 0: 'aa'.repeat(32) };
const promised = 'd6e3cd53a4b7d225d65f0dad6ff85e794eac530a31b29554bd354d76fce8994f';
const golden = 'a70f36fdf79b657796d9183599a2f61dca70e0b2aa1d722eb368920404625bfe';

it('agrees with the golden vectors of the server', () => {
  expect(commitment(secret)).toBe(promised);
  expect(seed(secret, nonces)).toBe(golden);
});

it('proves a fair table, and finds every way of cheating', () => {
  const fair = { commitment: promised, nonces, secret };
  const mine = { 0: 'aa'.repeat(32) };
  expect(prove({ ...fair, secret: null }, mine)).toBeNull();
  expect(prove(fair, mine, promised)).toEqual({ promised: 'kept', nonce: 'in', seed: golden });
  expect(prove({ ...fair, secret: '11'.repeat(32) }, mine)?.promised).toBe('broken');
  expect(prove(fair, mine, '00'.repeat(32))?.promised).toBe('changed');
  expect(prove(fair, { 0: 'cc'.repeat(32) })?.nonce).toBe('missing');
  expect(prove(fair, {})?.nonce).toBe('none');
});

it('counts seats as numbers, not as words', () => {
  const ten = Object.fromEntries(Array.from({ length: 11 }, (_, seat) => [seat, 'ab'.repeat(32)]));
  const added = Array.from({ length: 11 }, (_, seat) => ` ${seat}=${'ab'.repeat(32)}`).join('');
  expect(seed(secret, ten)).toBe(sha256(`salon seed ${secret}${added}`));
});
