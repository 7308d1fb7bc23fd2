/** A push subscription of this browser. */
export interface BrowserSubscription {
  readonly endpoint: string;
  /** Whether it was made for this public key of the site; true if the browser does not tell. */
  readonly isForKey: (key: string) => boolean;
  /** The form in which it is sent to the site. */
  readonly toJSON: () => PushSubscriptionJSON;
  readonly unsubscribe: () => Promise<unknown>;
}

/** What push needs of the browser. */
export interface PushPort {
  readonly isCapable: boolean;
  readonly permission: () => NotificationPermission;
  /** Shows the browser's permission prompt. Once answered, the browser does not show it again. */
  readonly requestPermission: () => Promise<NotificationPermission>;
  /** Resolves when the service worker is active, without a time limit. */
  readonly ready: () => Promise<unknown>;
  /** The present subscription; null if there is none. Throws if the service worker is not active within 5 seconds, or the browser fails. */
  readonly subscription: () => Promise<BrowserSubscription | null>;
  /** Subscribes with this public key of the site. Throws as `binding` does, or if the browser refuses. */
  readonly subscribe: (key: string) => Promise<BrowserSubscription>;
  /** Listens to messages of the service worker until the returned function is called. */
  readonly onMessage: (listener: (data: unknown) => void) => () => void;
  /** Calls back when the permission may have changed in the browser's settings, until the returned function is called. */
  readonly onPermission: (listener: () => void) => () => void;
}

/** How long to wait for the service worker, in milliseconds: it is registered only once the page is idle. */
const SERVICE_WORKER_TIMEOUT_MS = 5000;

async function registration(): Promise<Pick<ServiceWorkerRegistration, 'pushManager'>> {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('no service worker in time')), SERVICE_WORKER_TIMEOUT_MS);
  try {
    return await Promise.race([navigator.serviceWorker.ready, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

const base64Url = (bytes: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/={1,2}$/, '');

/** Wraps a subscription. If the browser does not tell its key, `isForKey` is true. */
const wrapSubscription = (subscription: PushSubscription): BrowserSubscription => ({
  endpoint: subscription.endpoint,
  isForKey: (key) => {
    const usedKey = subscription.options?.applicationServerKey;
    return !usedKey || base64Url(usedKey) === key.replace(/={1,2}$/, '');
  },
  toJSON: () => subscription.toJSON(),
  unsubscribe: () => subscription.unsubscribe(),
});

function onMessage(listener: (data: unknown) => void): () => void {
  const listen = ({ data }: MessageEvent) => listener(data);
  navigator.serviceWorker.addEventListener('message', listen);
  return () => navigator.serviceWorker.removeEventListener('message', listen);
}

/** Uses the change event of the permission where there is one, and the return to the tab, as from the browser's settings. */
function onPermission(listener: () => void): () => void {
  const cleanup = new AbortController();
  const onVisible = () => document.visibilityState === 'visible' && listener();
  document.addEventListener('visibilitychange', onVisible, { signal: cleanup.signal });
  navigator.permissions
    ?.query({ name: 'notifications' })
    .then((status) => status.addEventListener('change', listener, { signal: cleanup.signal }))
    .catch((error: unknown) => console.warn(error));
  return () => cleanup.abort();
}

/** The port of this browser; can also be created in one without push. */
export const browserPush = (): PushPort => ({
  isCapable: 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window,
  permission: () => Notification.permission,
  ready: () => navigator.serviceWorker.ready,
  requestPermission: () => Notification.requestPermission(),
  subscription: async () => {
    const subscription = await (await registration()).pushManager.getSubscription();
    return subscription && wrapSubscription(subscription);
  },
  subscribe: async (key) =>
    wrapSubscription(await (await registration()).pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })),
  onMessage,
  onPermission,
});
