import type { Page } from 'playwright-core';

export interface FakePush {
  /** The permission before the browser asks. */
  readonly permissionBefore: NotificationPermission;
  /** The permission after the browser has asked. */
  readonly permissionAnswer: NotificationPermission;
  /** The site's key that the browser is already subscribed for; without it, it has no subscription. */
  readonly subscribedForKey?: string;
  /** True: the service worker never becomes ready. */
  readonly hasNoServiceWorker?: boolean;
}

/** The subscription of the fake push service, as `PushSubscription.toJSON()` gives it. */
export const FAKE_SUBSCRIPTION = {
  endpoint: 'https://fcm.googleapis.com/fcm/send/a-browser-of-a-test',
  keys: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
};

/** The public key of the site for pushes, in scenarios. */
export const PUSH_KEY = 'BPublicKeyOfTheSite';

/** Changes the boot data of a document to those of a site with keys for pushes. */
export const enablePush = (text: string): string => text.replace(/"push_pub":"[^"]*"/, `"push_pub":"${PUSH_KEY}"`);

/**
 * Replaces the push API and the notification permission of a page. `window.fakePermission(permission)` changes the permission later.
 * Permission and subscription last for the session of the tab.
 */
export async function fakePush(
  page: Page,
  { permissionBefore, permissionAnswer, subscribedForKey, hasNoServiceWorker = false }: FakePush,
): Promise<void> {
  await page.addInitScript(
    ([initialPermission, answeredPermission, subscribedKey, json, isNeverReady]) => {
      const permissionStatus = new EventTarget();
      const setPermission = (permission: NotificationPermission) => {
        notification.permission = permission;
        sessionStorage.setItem('fake-permission', permission);
        permissionStatus.dispatchEvent(new Event('change'));
      };
      const notification = {
        permission: sessionStorage.getItem('fake-permission') ?? initialPermission,
        requestPermission: async () => {
          setPermission(answeredPermission);
          return answeredPermission;
        },
      };
      const bytesOf = (text: string) => Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0)).buffer;
      const storedKey = () => sessionStorage.getItem('fake-subscription') ?? subscribedKey;
      const subscriptionFor = (key: string) => ({
        endpoint: json.endpoint,
        options: { applicationServerKey: bytesOf(key) },
        toJSON: () => json,
        unsubscribe: async () => {
          sessionStorage.setItem('fake-subscription', '');
          return true;
        },
      });
      const pushManager = {
        getSubscription: async () => (storedKey() ? subscriptionFor(storedKey()) : null),
        subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
          sessionStorage.setItem('fake-subscription', applicationServerKey);
          return subscriptionFor(applicationServerKey);
        },
      };
      const define = (owner: object, name: string, value: unknown) => Object.defineProperty(owner, name, { value, configurable: true });
      const ready = isNeverReady ? new Promise(() => {}) : Promise.resolve({ pushManager });
      const serviceWorkers = Object.assign(new EventTarget(), { ready, getRegistration: async () => undefined });
      define(window, 'Notification', notification);
      define(window, 'PushManager', {});
      define(window, 'fakePermission', setPermission);
      define(navigator, 'serviceWorker', serviceWorkers);
      const realQuery = navigator.permissions.query.bind(navigator.permissions);
      define(navigator, 'permissions', {
        query: async (descriptor: PermissionDescriptor) => (descriptor.name === 'notifications' ? permissionStatus : realQuery(descriptor)),
      });
    },
    [permissionBefore, permissionAnswer, subscribedForKey ?? '', FAKE_SUBSCRIPTION, hasNoServiceWorker] as const,
  );
}
