// A Vite plugin that packs every text of the page with brotli and with gzip, for the server to send.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const TEXTS = /\.(js|css|html|svg|json|webmanifest)$/;
const LEAST = 512; // bytes: less is sent as it is

const PACKERS: Record<string, (body: Buffer) => Buffer> = {
  '.br': (body) => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: body.length } }),
  '.gz': (body) => gzipSync(body, { level: 9 }),
};

export function compressed(folder: string): Plugin {
  return {
    name: 'salon-compressed',
    apply: 'build',
    enforce: 'post',
    closeBundle() {
      const names = readdirSync(folder, { recursive: true, encoding: 'utf-8' });
      for (const name of names.filter((one) => TEXTS.test(one))) pack(join(folder, name));
    },
  };
}

/** Only what becomes smaller by it. */
function pack(file: string): void {
  const body = readFileSync(file);
  if (body.length < LEAST) return;
  for (const [end, packer] of Object.entries(PACKERS)) {
    const packed = packer(body);
    if (packed.length < body.length) writeFileSync(file + end, packed);
  }
}
