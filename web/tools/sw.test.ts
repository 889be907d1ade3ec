// The worker that outlives the page: what it shows when a push comes, and where a tap leads.
import { expect, it, vi } from 'vitest';
import source from './sw.template.js?raw';

type Heard = Record<string, (event: unknown) => void>;

function worker(open: string[] = []) {
  const heard: Heard = {};
  const shown: [string, { tag: string }][] = [];
  const pages = open.map((url) => ({ url: `https://salon.example${url}`, focus: vi.fn() }));
  const self = {
    addEventListener: (name: string, listener: Heard[string]) => (heard[name] = listener),
    registration: {
      showNotification: async (title: string, options: { tag: string }) => void shown.push([title, options]),
      getNotifications: async () => shown,
    },
    navigator: { setAppBadge: vi.fn(async () => undefined) },
    clients: { matchAll: async () => pages, openWindow: vi.fn() },
  };
  new Function('self', source.replace('__FILES__', '[]'))(self);
  const happens = async (name: string, event: object) => {
    let done: Promise<unknown> = Promise.resolve();
    heard[name]?.({ ...event, waitUntil: (work: Promise<unknown>) => (done = work) });
    await done;
  };
  return { self, shown, pages, happens };
}
const push = { data: { json: () => ({ table: 'x', title: 'Your turn', body: 'Ana’s circle' }) } };
const tap = { notification: { close: vi.fn(), data: { table: 'x' } } };

it('shows what was pushed, under the name of its table, and counts on the icon', async () => {
  const { self, shown, happens } = worker();
  await happens('push', push);
  expect(shown).toEqual([['Your turn', expect.objectContaining({ tag: 'x', body: 'Ana’s circle' })]]);
  expect(self.navigator.setAppBadge).toHaveBeenCalledWith(1);
});

it('leads to the table: to the page that shows it, or to a new one', async () => {
  const here = worker(['/', '/t/x']);
  await here.happens('notificationclick', tap);
  expect(here.pages[1]!.focus).toHaveBeenCalled();
  expect(here.self.clients.openWindow).not.toHaveBeenCalled();
  const elsewhere = worker(['/t/y']);
  await elsewhere.happens('notificationclick', tap);
  expect(elsewhere.self.clients.openWindow).toHaveBeenCalledWith('/t/x');
});
