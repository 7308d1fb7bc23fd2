import type { Page } from 'playwright-core';

export interface FakePush {
  /** What was answered before. */
  readonly before: NotificationPermission;
  /** What is answered when the browser asks. */
  readonly answer: NotificationPermission;
  /** Whether it is subscribed from an earlier visit, and for which key of the site. */
  readonly boundTo?: string;
  /** Its service worker never comes. */
  readonly isWorkerless?: boolean;
}

/** What its push service says of it: an endpoint and the keys of the browser, as the site wants to be told. */
export const FAKE_SUBSCRIPTION = {
  endpoint: 'https://fcm.googleapis.com/fcm/send/a-browser-of-a-test',
  keys: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
};

/** A browser that can push, with what was answered before and what will be when it asks; `fakePermission` on its window changes that midway. */
export async function fakePush(page: Page, { before, answer, boundTo, isWorkerless = false }: FakePush): Promise<void> {
  await page.addInitScript(
    ([first, then, key, json, isNeverReady]) => {
      const status = new EventTarget();
      const change = (permission: NotificationPermission) => {
        notification.permission = permission;
        sessionStorage.setItem('fake-permission', permission);
        status.dispatchEvent(new Event('change'));
      };
      const notification = {
        permission: sessionStorage.getItem('fake-permission') ?? first,
        requestPermission: async () => {
          change(then);
          return then;
        },
      };
      const bytesOf = (text: string) => Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0)).buffer;
      const kept = () => sessionStorage.getItem('fake-subscription') ?? key;
      const subscriptionFor = (own: string) => ({
        endpoint: json.endpoint,
        options: { applicationServerKey: bytesOf(own) },
        toJSON: () => json,
        unsubscribe: async () => {
          sessionStorage.setItem('fake-subscription', '');
          return true;
        },
      });
      const pushManager = {
        getSubscription: async () => (kept() ? subscriptionFor(kept()) : null),
        subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
          sessionStorage.setItem('fake-subscription', applicationServerKey);
          return subscriptionFor(applicationServerKey);
        },
      };
      const put = (owner: object, name: string, value: unknown) => Object.defineProperty(owner, name, { value, configurable: true });
      const ready = isNeverReady ? new Promise(() => {}) : Promise.resolve({ pushManager });
      const workers = Object.assign(new EventTarget(), { ready, getRegistration: async () => undefined });
      put(window, 'Notification', notification);
      put(window, 'PushManager', {});
      put(window, 'fakePermission', change);
      put(navigator, 'serviceWorker', workers);
      const ask = navigator.permissions.query.bind(navigator.permissions);
      put(navigator, 'permissions', {
        query: async (wanted: PermissionDescriptor) => (wanted.name === 'notifications' ? status : ask(wanted)),
      });
    },
    [before, answer, boundTo ?? '', FAKE_SUBSCRIPTION, isWorkerless] as const,
  );
}
