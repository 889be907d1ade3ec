// How the page is built (into salon/server/page, which the server serves) and tested.
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { boardFile } from './web/tools/boards.ts';
import { compressed } from './web/tools/compress.ts';
import { rulesAsHtml } from './web/tools/rules.ts';
import { serviceWorker } from './web/tools/service-worker.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: here('web'),
  plugins: [
    svelte({ configFile: here('svelte.config.js') }),
    rulesAsHtml(),
    serviceWorker(),
    compressed(here('salon/server/page')),
  ],
  resolve: {
    alias: { $web: here('web') },
    conditions: process.env.VITEST ? ['browser'] : undefined,
  },
  build: {
    outDir: here('salon/server/page'),
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0, // the page's policy allows no data: addresses
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // What boards share is one file; alone the contract is known to the shell too.
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: 'kit', test: /web\/board\/(?!board\.ts|Plain|Flights)/ },
            { name: boardFile, debugName: 'boards', test: /salon\/games\// },
          ],
        },
      },
    },
  },
  server: {
    fs: { allow: [here('.')] },
    proxy: { '/api': { target: 'http://127.0.0.1:8000', ws: true } },
  },
  test: {
    environment: 'happy-dom',
    pool: 'vmForks', // every file by itself, but the DOM is loaded once for each worker: half the time
    maxWorkers: '100%', // not one less than there are cores
    setupFiles: [here('web/tools/quiet-animations.ts')],
    dir: here('.'),
    include: ['web/**/*.test.ts', 'salon/games/**/*.test.ts'],
  },
});
