// The offer to be told of one's turn: asked only after a tap, and off again.
import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { noticesOf } from '../../lib/notices.ts';
import TurnNotices from './TurnNotices.svelte';

const asked: [string, unknown][] = [];
const unsubscribe = vi.fn(async () => true);
const subscription = {
  endpoint: 'https://push.example/1',
  toJSON: () => ({ endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } }),
  unsubscribe,
};
const requestPermission = vi.fn(async () => notification.permission);
const notification = { permission: 'default', requestPermission };
let key: string | null = 'public';

beforeEach(() => {
  localStorage.clear();
  asked.length = 0;
  key = 'public';
  notification.permission = 'default';
  vi.clearAllMocks();
  const pushManager = { subscribe: async () => subscription, getSubscription: async () => subscription };
  const registration = { pushManager };
  vi.stubGlobal('Notification', notification);
  vi.stubGlobal('PushManager', vi.fn());
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { ready: Promise.resolve(registration), getRegistration: async () => registration },
  });
  vi.stubGlobal('fetch', async (url: string, { body }: { body?: string }) => {
    if (url === '/api/push') return new Response(JSON.stringify({ key }));
    asked.push([url, JSON.parse(body ?? 'null')]);
    return new Response(null, { status: 201 });
  });
});
afterEach(() => {
  cleanup();
  Reflect.deleteProperty(navigator, 'serviceWorker');
  vi.unstubAllGlobals();
});

const offer = () => screen.findByRole('switch', { name: /notices.offer/ });

it('asks the browser after a tap, and tells the server where, in which language and when not', async () => {
  render(TurnNotices, { circle: 'c' });
  const wish = await offer();
  expect(requestPermission).not.toHaveBeenCalled();
  notification.permission = 'granted';
  await fireEvent.click(wish);
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  const [url, body] = asked[0]!;
  expect(url).toBe('/api/circles/c/notices');
  expect(body).toMatchObject({ endpoint: subscription.endpoint, language: 'en', quiet: [1320, 480] });
  await vi.waitFor(() => expect(noticesOf('c')).toEqual({ quiet: [1320, 480] }));
  const [from] = await vi.waitFor(() => {
    const found = document.querySelectorAll<HTMLInputElement>('input[type=time]');
    expect(found).toHaveLength(2);
    return found;
  });
  expect(from!.value).toBe('22:00');
  await fireEvent.change(from!, { target: { value: '23:30' } });
  await vi.waitFor(() => expect(asked.at(-1)![1]).toMatchObject({ quiet: [1410, 480] }));
});

it('is off again, and without another circle the browser is subscribed no more', async () => {
  notification.permission = 'granted';
  localStorage.setItem('salon.notices', JSON.stringify({ c: { quiet: null } }));
  render(TurnNotices, { circle: 'c' });
  const wish = await offer();
  await vi.waitFor(() => expect(asked).toHaveLength(1)); // the server is told anew
  await fireEvent.click(wish);
  await vi.waitFor(() => expect(unsubscribe).toHaveBeenCalled());
  expect(asked.at(-1)).toEqual(['/api/circles/c/notices/end', { endpoint: subscription.endpoint }]);
  expect(noticesOf('c')).toBeUndefined();
});

it('stays off where the person says no', async () => {
  render(TurnNotices, { circle: 'c' });
  const wish = await offer();
  notification.permission = 'denied';
  await fireEvent.click(wish);
  await screen.findByText('notices.denied');
  expect([asked, noticesOf('c')]).toEqual([[], undefined]);
});

it('offers nothing where the server or the browser cannot', async () => {
  key = null;
  render(TurnNotices, { circle: 'c' });
  await vi.waitFor(() => expect(document.querySelector('section')).toBeNull());
  cleanup();
  key = 'public';
  Reflect.deleteProperty(globalThis, 'PushManager');
  render(TurnNotices, { circle: 'c' });
  await new Promise((done) => setTimeout(done));
  expect(document.querySelector('section')).toBeNull();
});
