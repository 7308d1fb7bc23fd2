import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { browserPush } from '../../../../web/pwa/push/push-port.ts';

const KEY = 'BA-_';
const KEY_BYTES = new Uint8Array([4, 15, 191]).buffer;

/** A browser with a subscription for this key; without `servesServiceWorker` its service worker is never ready. */
function stubBrowser({ hasWorker = true, key = KEY_BYTES }: { hasWorker?: boolean; key?: ArrayBuffer | null } = {}) {
  const json = { endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } };
  const subscription = {
    endpoint: json.endpoint,
    options: { applicationServerKey: key },
    toJSON: () => json,
    unsubscribe: vi.fn(async () => true),
  };
  const pushManager = { subscribe: vi.fn(async () => subscription), getSubscription: async () => subscription };
  const notification = { permission: 'default', requestPermission: vi.fn(async () => 'granted') };
  vi.stubGlobal('window', { PushManager: {}, Notification: notification });
  vi.stubGlobal('Notification', notification);
  vi.stubGlobal('navigator', { serviceWorker: { ready: hasWorker ? Promise.resolve({ pushManager }) : new Promise(() => {}) } });
  return { pushManager, subscription, json };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a browser subscribes visibly and with the key of the site', async () => {
  const { pushManager, json } = stubBrowser();
  const port = browserPush();
  expect([port.isCapable, port.permission(), await port.requestPermission()]).toEqual([true, 'default', 'granted']);
  const binding = await port.subscribe(KEY);
  expect(pushManager.subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: KEY });
  expect([binding.endpoint, binding.toJSON()]).toEqual([json.endpoint, json]);
});

test('a subscription tells whether it is for a key; one that does not name its key is for any', async () => {
  const { subscription } = stubBrowser();
  const binding = await browserPush().subscription();
  expect([binding?.isForKey(KEY), binding?.isForKey(`${KEY}==`), binding?.isForKey('BB-_')]).toEqual([true, true, false]);
  await binding?.unsubscribe();
  expect(subscription.unsubscribe).toHaveBeenCalledOnce();
  stubBrowser({ key: null });
  expect((await browserPush().subscription())?.isForKey('BB-_')).toBe(true);
});

test('a service worker that is not ready within five seconds is an error', async () => {
  stubBrowser({ hasWorker: false });
  const asked = expect(browserPush().subscription()).rejects.toThrow('no service worker in time');
  await vi.advanceTimersByTimeAsync(5000);
  await asked;
});

test('a browser that cannot push says so and is asked nothing', () => {
  vi.stubGlobal('window', {});
  vi.stubGlobal('navigator', {});
  expect(browserPush().isCapable).toBe(false);
});
