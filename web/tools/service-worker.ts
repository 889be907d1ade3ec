// A Vite plugin that writes sw.js: it keeps the built shell, so that the page opens offline.
import { given } from '../lib/given.ts';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const TEMPLATE = new URL('./sw.template.js', import.meta.url);
const PUBLIC = new URL('../public/', import.meta.url);

export function serviceWorker(): Plugin {
  return {
    name: 'salon-service-worker',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const hash = createHash('sha256');
        const files = Object.keys(bundle)
          .filter((name) => !name.endsWith('.map'))
          .sort();
        for (const name of files) {
          const part = given(bundle[name]);
          hash.update(name).update(part.type === 'chunk' ? part.code : part.source);
        }
        const kept = readdirSync(PUBLIC).sort();
        for (const name of kept) hash.update(readFileSync(new URL(name, PUBLIC)));
        const wanted = files.filter((name) => name !== 'index.html' && !name.includes('latin-ext'));
        const shell = ['', ...wanted, ...kept];
        const source = readFileSync(TEMPLATE, 'utf-8')
          .replace('__FILES__', JSON.stringify(shell.map((name) => `/${name}`)))
          .replace('__VERSION__', hash.digest('hex').slice(0, 12));
        this.emitFile({ type: 'asset', fileName: 'sw.js', source });
      },
    },
  };
}
