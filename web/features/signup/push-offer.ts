import type { Push, PushState } from './steps.ts';

/** What the sign-up needs of a browser that can push. */
export interface PushPort {
  readonly isCapable: boolean;
  /** What was answered before, here or in the browser's settings. */
  readonly state: () => Promise<PushState>;
  /** Asks the member; the answer is what then holds. */
  readonly subscribe: () => Promise<PushState>;
}

type Registration = Pick<ServiceWorkerRegistration, 'pushManager'>;

async function registered(): Promise<Registration | undefined> {
  return navigator.serviceWorker.getRegistration();
}

async function stateNow(): Promise<PushState> {
  if (Notification.permission === 'denied') return 'denied';
  const subscription = await (await registered())?.pushManager.getSubscription();
  return subscription ? 'subscribed' : 'not_subscribed';
}

/** The browser this page runs in. `key` is the site's public key for push. */
export function browserPush(key: string): PushPort {
  const isCapable = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  const subscribe = async (): Promise<PushState> => {
    const permission = await Notification.requestPermission();
    if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'not_subscribed';
    const registration = await registered();
    await registration?.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    return stateNow();
  };
  return { isCapable, state: () => (isCapable ? stateNow() : Promise.resolve('unknown')), subscribe };
}

/** What decides about the offer; a browser that cannot say what was answered is asked again. */
export async function readPush(port: PushPort, key: string): Promise<Push> {
  const state = await port.state().catch(() => 'unknown' as const);
  return { isCapable: port.isCapable, isOffered: key !== '', state };
}

/** Accepts the offer; a failure with the permission denied counts as denied (specification 8), any other leaves it open. */
export async function acceptPush(port: PushPort): Promise<PushState> {
  try {
    return await port.subscribe();
  } catch (error) {
    console.warn(error);
    return port.state().catch(() => 'unknown' as const);
  }
}
