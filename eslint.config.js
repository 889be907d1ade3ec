// What the page's code must not do; how it looks is Prettier's affair.
import svelte from 'eslint-plugin-svelte';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

export default ts.config(
  {
    ignores: [
      'node_modules',
      '.venv',
      'build',
      'dist',
      'salon/server/page',
      'web/generated',
      'web/public',
      'docs',
    ],
  },
  ...ts.configs.strict,
  ...svelte.configs.recommended,
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig, extraFileExtensions: ['.svelte'] } },
  },
  {
    // A test may take for granted what it looks for: it fails where that is not there.
    files: ['**/*.test.ts', '**/*.fixtures.ts'],
    rules: { '@typescript-eslint/no-non-null-assertion': 'off' },
  },
  {
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      // State here is raw and replaced as a whole: nobody watches a collection from inside.
      'svelte/prefer-svelte-reactivity': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    },
  },
);
