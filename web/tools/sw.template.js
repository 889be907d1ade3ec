// Keeps the shell for offline; asks the network for everything that is about tables.
const CACHE = 'salon-__VERSION__';
const FILES = __FILES__;

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(FILES))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(
          names
            .filter((name) => name.startsWith('salon-') && name !== CACHE)
            .map((name) => caches.delete(name)),
        ),
      )
      .then(() => self.clients.claim()),
  );
});

async function kept(request, path) {
  const cache = await caches.open(CACHE);
  return cache.match(path ?? request, { ignoreVary: true });
}

async function page(request) {
  try {
    const answer = await fetch(request);
    if (answer.ok || answer.redirected || answer.type === 'opaqueredirect') return answer;
    return answer.status >= 500 ? ((await kept(request, '/')) ?? answer) : answer;
  } catch (problem) {
    const shell = await kept(request, '/');
    if (shell) return shell;
    throw problem;
  }
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin) return;
  if (url.pathname.startsWith('/api/')) return;
  if (request.mode === 'navigate') event.respondWith(page(request));
  else if (FILES.includes(url.pathname))
    event.respondWith(kept(request).then((answer) => answer ?? fetch(request)));
});

// It is my turn somewhere: a later word about the same table takes the place of the first.
self.addEventListener('push', (event) => {
  const { table, title, body } = event.data.json();
  const options = { body, tag: table, icon: '/icon-192.png', badge: '/icon-192.png', data: { table } };
  event.waitUntil(self.registration.showNotification(title, options).then(count));
});

async function count() {
  const shown = await self.registration.getNotifications();
  await self.navigator.setAppBadge?.(shown.length);
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(show(`/t/${event.notification.data.table}`));
});

async function show(path) {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = pages.find(({ url }) => new URL(url).pathname === path);
  if (there) return there.focus();
  return self.clients.openWindow(path);
}
