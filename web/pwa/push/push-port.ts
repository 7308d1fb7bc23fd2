/** What one browser is subscribed with at its push service. */
export interface PushBinding {
  readonly endpoint: string;
  /** Whether it was made for this public key of the site. */
  readonly isFor: (key: string) => boolean;
  /** The form in which it is sent to the site. */
  readonly toJSON: () => PushSubscriptionJSON;
  readonly end: () => Promise<unknown>;
}

/** What the page needs of a browser that can push. */
export interface PushPort {
  readonly isCapable: boolean;
  readonly permission: () => NotificationPermission;
  /** Shows the browser's own question, which it asks once. */
  readonly ask: () => Promise<NotificationPermission>;
  /** When the service worker is there, however late; never where none comes. */
  readonly ready: () => Promise<unknown>;
  /** Throws where no service worker is there in time, or the browser does not say. */
  readonly binding: () => Promise<PushBinding | null>;
  readonly bind: (key: string) => Promise<PushBinding>;
  /** Hears what the service worker says to its pages. */
  readonly onMessage: (hear: (data: unknown) => void) => () => void;
  /** Hears that the member may have changed their mind in the browser's settings. */
  readonly onPermission: (hear: () => void) => () => void;
}

/** The page registers its service worker once it has come to rest. */
const WORKER_MS = 5000;

async function registration(): Promise<Pick<ServiceWorkerRegistration, 'pushManager'>> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('no service worker in time')), WORKER_MS);
  try {
    return await Promise.race([navigator.serviceWorker.ready, promise]);
  } finally {
    clearTimeout(timer);
  }
}

const base64Url = (bytes: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');

/** A browser that does not tell its key is taken at its word. */
const bound = (subscription: PushSubscription): PushBinding => ({
  endpoint: subscription.endpoint,
  isFor: (key) => {
    const own = subscription.options?.applicationServerKey;
    return !own || base64Url(own) === key.replace(/=+$/, '');
  },
  toJSON: () => subscription.toJSON(),
  end: () => subscription.unsubscribe(),
});

function onMessage(hear: (data: unknown) => void): () => void {
  const listen = ({ data }: MessageEvent) => hear(data);
  navigator.serviceWorker.addEventListener('message', listen);
  return () => navigator.serviceWorker.removeEventListener('message', listen);
}

/** By its own event where there is one; whoever comes back from the settings comes back to the tab, too. */
function onPermission(hear: () => void): () => void {
  const ends = new AbortController();
  const whenSeen = () => document.visibilityState === 'visible' && hear();
  document.addEventListener('visibilitychange', whenSeen, { signal: ends.signal });
  navigator.permissions
    ?.query({ name: 'notifications' })
    .then((status) => status.addEventListener('change', hear, { signal: ends.signal }))
    .catch((error: unknown) => console.warn(error));
  return () => ends.abort();
}

/** The browser this page runs in; safe to make in one that cannot push. */
export const browserPush = (): PushPort => ({
  isCapable: 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window,
  permission: () => Notification.permission,
  ready: () => navigator.serviceWorker.ready,
  ask: () => Notification.requestPermission(),
  binding: async () => {
    const subscription = await (await registration()).pushManager.getSubscription();
    return subscription && bound(subscription);
  },
  bind: async (key) => bound(await (await registration()).pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })),
  onMessage,
  onPermission,
});
