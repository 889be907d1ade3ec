// Notices of this browser: by its push service where it has one, else a badge on the app.
import { ask, post } from './api.ts';
import { recall, remember } from './memory.ts';
import { settings } from './settings.svelte.ts';
import type { Notify, PushInfo } from './wire.ts';

export const LONG = 3_600; // seconds of patience from which on nobody sits and waits
export type Quiet = readonly [from: number, to: number] | null; // minutes of the day
export const AT_NIGHT: Quiet = [22 * 60, 8 * 60];

export const canPush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** With what this browser could subscribe; null: it cannot, or the server cannot. */
export async function pushKey(): Promise<string | null> {
  if (!canPush() || !(await navigator.serviceWorker.getRegistration())) return null;
  const { key } = await ask<PushInfo>('GET', '/push').catch(() => ({ key: null }));
  return key;
}

// In which circles this browser is told of its turns

type Wanted = Record<string, { quiet: Quiet }>;
const wanted = () => recall<Wanted>('notices', {});

export const noticesOf = (circle: string): { quiet: Quiet } | undefined => wanted()[circle];

const path = (circle: string) => `/circles/${encodeURIComponent(circle)}/notices`;

/** Asks the person, if nobody has yet; whether they agree. */
export async function turnOn(circle: string, key: string, quiet: Quiet): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  const { pushManager } = await navigator.serviceWorker.ready;
  const found = await subscription(pushManager, key);
  await post(path(circle), described(found, quiet));
  remember('notices', { ...wanted(), [circle]: { quiet } });
  return true;
}

/** The server may know another one than the browser has by now; says whether it is still on. */
export async function renew(circle: string, key: string): Promise<boolean> {
  const known = noticesOf(circle);
  if (!known || Notification.permission !== 'granted') return false;
  return turnOn(circle, key, known.quiet);
}

/** Without a circle that wants it, the browser gives its subscription up. */
export async function turnOff(circle: string): Promise<void> {
  const { [circle]: _, ...others } = wanted();
  remember('notices', others);
  const { pushManager } = await navigator.serviceWorker.ready;
  const found = await pushManager.getSubscription();
  if (!found) return;
  await post(`${path(circle)}/end`, { endpoint: found.endpoint });
  if (!Object.keys(others).length) await found.unsubscribe();
}

async function subscription(manager: PushManager, key: string): Promise<PushSubscription> {
  const wish = { userVisibleOnly: true, applicationServerKey: key };
  try {
    return await manager.subscribe(wish);
  } catch (problem) {
    const old = await manager.getSubscription(); // of a server with another key
    if (!old) throw problem;
    await old.unsubscribe();
    return manager.subscribe(wish);
  }
}

function described(found: PushSubscription, quiet: Quiet): Notify {
  const { endpoint, keys } = found.toJSON();
  return {
    endpoint: endpoint ?? '',
    keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' },
    language: settings.language,
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    quiet: quiet && [...quiet],
  };
}

// Without a word

/** How many tables wait for me, on the icon of the app. */
export function badge(count: number): void {
  const shown = count ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
  void shown?.catch(() => undefined);
}

/** Somebody looks at a table: what was said of it is no news. */
export async function looked(table: string): Promise<void> {
  badge(0);
  const registration = await navigator.serviceWorker?.getRegistration();
  for (const one of (await registration?.getNotifications?.({ tag: table })) ?? []) one.close();
}
