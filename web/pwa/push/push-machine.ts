import * as v from 'valibot';
import type { PushPayload } from '#contract/notifications/push-payload';
import { createStore } from '../../platform/store.ts';
import { PushMessage } from '../service-worker-messages.ts';
import type { BrowserSubscription, PushPort } from './push-port.ts';

export type PushState = 'denied' | 'subscribed' | 'not_subscribed' | 'unknown';

/** The state of push in this browser (docs/product.md, "Push on a device"). */
export interface PushStatus {
  /** Whether this browser supports push. */
  readonly isCapable: boolean;
  readonly state: PushState;
  readonly isSubscribed: boolean;
  /** The last push for this member that arrived while the page was open. */
  readonly lastMessage: PushPayload | null;
}

interface PushEnvironment {
  readonly port: PushPort;
  /** The site's public key for push; empty if the site sends no pushes. */
  readonly key: () => string;
  /** The id of the signed-in member, or null. */
  readonly member: () => string | null;
  /**
   * Saves the subscription on the server; null removes it. Resolves to false if it was saved before (`isKnown`) but has been removed on
   * another device.
   */
  readonly save: (subscription: PushSubscriptionJSON | null, isKnown: boolean) => Promise<boolean>;
  /** The endpoint that was saved on the server in this session, or null. */
  readonly saved: { readonly get: () => string | null; readonly set: (endpoint: string | null) => void };
}

/**
 * Reads permission and subscription of the browser. Waits for the service worker only with a permission, as there is no subscription
 * without one.
 */
async function readBrowserState(port: PushPort): Promise<{ state: PushState; binding: BrowserSubscription | null }> {
  if (!port.isCapable) return { state: 'unknown', binding: null };
  const permission = port.permission();
  if (permission !== 'granted') return { state: permission === 'denied' ? 'denied' : 'not_subscribed', binding: null };
  try {
    const binding = await port.subscription();
    return { state: binding ? 'subscribed' : 'not_subscribed', binding };
  } catch (error) {
    console.warn(error);
    return { state: 'unknown', binding: null };
  }
}

/** A subscription for this key of the site: the known one, or a new one if that was made for an earlier key. */
async function bindingFor(port: PushPort, key: string, known: BrowserSubscription | null): Promise<BrowserSubscription> {
  if (known?.isForKey(key)) return known;
  await known?.unsubscribe();
  return port.subscribe(key);
}

/** An error handler that ends the subscription and rethrows. */
const endAndRethrow = (binding: BrowserSubscription) => async (error: unknown) => {
  await binding.unsubscribe();
  throw error;
};

/** Follows messages of the service worker and changes of the permission until the returned function is called. */
function followBrowser(port: PushPort, onMessage: (data: unknown) => void, onPermission: () => void): () => void {
  if (!port.isCapable) return () => undefined;
  const cleanups = [port.onMessage(onMessage), port.onPermission(onPermission)];
  return () => {
    for (const cleanup of cleanups) cleanup();
  };
}

/**
 * Push in one browser: its state, what the member chooses, and a subscription on the server that matches. Nothing is asked or sent while
 * nobody is signed in or the permission is denied.
 */
export function createPush({ port, key, member, save, saved }: PushEnvironment) {
  const push = createStore<PushStatus>({ isCapable: port.isCapable, state: 'unknown', isSubscribed: false, lastMessage: null });
  const setState = (state: PushState): PushState => {
    push.set({ ...push.get(), state, isSubscribed: state === 'subscribed' });
    return state;
  };

  /** An identity for each session: work that began in an earlier one is undone instead of completed. */
  let session = {};

  const read = async (): Promise<PushState> => setState((await readBrowserState(port)).state);

  /** Whether the browser has lost a subscription that the member had turned on, while the permission is still granted. */
  const isLost = (state: PushState) => state === 'not_subscribed' && port.permission() === 'granted' && saved.get() !== null;

  /**
   * Brings server and browser into the same state; to be called at every load. Waits for the service worker. Renews a subscription that the
   * browser has lost, and ends one that was removed on another device.
   */
  const sync = async (): Promise<void> => {
    if (port.isCapable && port.permission() === 'granted') await port.ready();
    const sessionAtStart = session;
    const { state, binding } = await readBrowserState(port);
    setState(state);
    if (!(binding || isLost(state)) || !member() || !key()) return;
    let current: BrowserSubscription | null = null;
    try {
      current = await bindingFor(port, key(), binding);
      setState('subscribed');
      const isSaved = session === sessionAtStart && (await save(current.toJSON(), saved.get() === current.endpoint));
      if (session === sessionAtStart) {
        if (isSaved) return saved.set(current.endpoint);
        // Removed on another device: the subscription of this browser is ended.
        await current.unsubscribe();
        saved.set(null);
      }
    } catch (error) {
      console.warn(error);
    }
    if (session !== sessionAtStart && current !== binding) await current?.unsubscribe().catch(console.warn);
    await read();
  };

  /**
   * Asks for the permission, then subscribes. Resolves to the new state, also if the member refuses. Throws if the browser or the server
   * fails; the subscription is then ended (docs/product.md, "Push on a device").
   */
  const turnOn = async (): Promise<PushState> => {
    if (!member()) return read();
    const sessionAtStart = session;
    const permission = await port.requestPermission();
    if (permission !== 'granted') return setState(permission === 'denied' ? 'denied' : 'not_subscribed');
    try {
      const binding = await bindingFor(port, key(), await port.subscription());
      if (session === sessionAtStart) await save(binding.toJSON(), false).catch(endAndRethrow(binding));
      if (session !== sessionAtStart) {
        await binding.unsubscribe();
        return read();
      }
      saved.set(binding.endpoint);
      return setState('subscribed');
    } catch (error) {
      if ((await read()) === 'denied') return 'denied';
      throw error;
    }
  };

  /** Unsubscribes the browser, then the server. A failure there is only logged: the push service reports the end of the subscription. */
  const turnOff = async (): Promise<void> => {
    const binding = await port.subscription();
    await binding?.unsubscribe();
    saved.set(null);
    await read();
    if (binding && member()) await save(null, false).catch((error: unknown) => console.warn(error));
  };

  /** To be called when the session has ended, and with it the subscription on the server. */
  const forget = (): void => {
    session = {};
    saved.set(null);
    push.set({ ...push.get(), lastMessage: null });
  };

  /** `forget`, and also ends the subscription of the browser, so that the next member gets no pushes of this one. */
  const leave = async (): Promise<void> => {
    forget();
    if (port.isCapable && port.permission() === 'granted') await (await port.subscription())?.unsubscribe();
    if (port.isCapable) await read();
  };

  const onMessage = (data: unknown) => {
    const parsed = v.safeParse(PushMessage, data);
    if (parsed.success && parsed.output.note.member === member()) push.set({ ...push.get(), lastMessage: parsed.output.note });
  };
  const follow = () => followBrowser(port, onMessage, () => void read());
  return { push, read, sync, turnOn, turnOff, forget, leave, follow };
}
