// Starts the page: the person's language first, then everything else.
import { given } from './lib/given.ts';
import { mount } from 'svelte';
import App from './App.svelte';
import { startRouter } from './lib/router.svelte.ts';
import { show } from './lib/settings.svelte.ts';
import { loadWords } from './lib/words.svelte.ts';
import './styles/fonts.css';
import './styles/tokens.css';
import './styles/base.css';

const RELOADED = 'salon.reloaded';

// A newer page was put up while this one was open: its parts have other names.
addEventListener('vite:preloadError', () => {
  if (!navigator.onLine || sessionStorage.getItem(RELOADED)) return;
  sessionStorage.setItem(RELOADED, 'yes');
  location.reload();
});
setTimeout(() => sessionStorage.removeItem(RELOADED), 10_000);

show();
startRouter();
await loadWords();
mount(App, { target: given(document.getElementById('app')) });
if (import.meta.env.PROD && 'serviceWorker' in navigator)
  void navigator.serviceWorker.register('/sw.js').catch(() => undefined);
