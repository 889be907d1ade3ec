// SHA-256 of plain ASCII; our own, because crypto.subtle is absent on http addresses of a LAN.

/** The first 32 bits of the fractional part of a root of a prime. */
const fraction = (root: number) => ((root - Math.floor(root)) * 2 ** 32) | 0;

const primes: number[] = [];
for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime)) primes.push(n);
const START = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const ROUNDS = primes.map((prime) => fraction(Math.cbrt(prime)));

const turn = (word: number, by: number) => (word >>> by) | (word << (32 - by));

export function sha256(text: string): string {
  const length = text.length;
  const blocks = new DataView(new ArrayBuffer(((length + 72) >> 6) << 6));
  for (let i = 0; i < length; i++) {
    const code = text.charCodeAt(i);
    if (code > 127) throw new RangeError('only ASCII is hashed');
    blocks.setUint8(i, code);
  }
  blocks.setUint8(length, 0x80);
  blocks.setUint32(blocks.byteLength - 8, Math.floor(length / 2 ** 29));
  blocks.setUint32(blocks.byteLength - 4, length << 3);

  const sum = [...START];
  const words = new Int32Array(64);
  for (let block = 0; block < blocks.byteLength; block += 64) {
    for (let i = 0; i < 64; i++) {
      if (i < 16) {
        words[i] = blocks.getInt32(block + i * 4);
        continue;
      }
      const a = words[i - 15]!;
      const b = words[i - 2]!;
      const low = turn(a, 7) ^ turn(a, 18) ^ (a >>> 3);
      const high = turn(b, 17) ^ turn(b, 19) ^ (b >>> 10);
      words[i] = words[i - 16]! + low + words[i - 7]! + high;
    }
    let [a, b, c, d, e, f, g, h] = sum as [
      number, number, number, number, number, number, number, number,
    ];
    for (let i = 0; i < 64; i++) {
      const mixed = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
      const one = (h + mixed + ((e & f) ^ (~e & g)) + ROUNDS[i]! + words[i]!) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => (sum[i] = (sum[i]! + word) | 0));
  }
  return sum.map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}
