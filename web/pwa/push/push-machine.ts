import * as v from 'valibot';
import type { PushNote } from '#contract/notifications/push-payload';
import { createStore } from '../../platform/store.ts';
import { PushCame } from '../worker-messages.ts';
import type { PushBinding, PushPort } from './push-port.ts';

export type PushState = 'denied' | 'subscribed' | 'not_subscribed' | 'unknown';

/** How push stands in this browser (docs/product.md, "Push on a device"). */
export interface Push {
  readonly isCapable: boolean;
  readonly state: PushState;
  readonly isSubscribed: boolean;
  /** The last push that came for the member while this page was open. */
  readonly lastMessage: PushNote | null;
}

interface Around {
  readonly port: PushPort;
  /** The site's public key for push; empty where it pushes nothing. */
  readonly key: () => string;
  /** Who is signed in here. */
  readonly member: () => string | null;
  /** Tells the site; null: this browser takes no more. Of one that `isKnown` the answer is false when it was taken off elsewhere. */
  readonly save: (subscription: PushSubscriptionJSON | null, isKnown: boolean) => Promise<boolean>;
  /** The endpoint that was saved in this session. */
  readonly saved: { readonly get: () => string | null; readonly set: (endpoint: string | null) => void };
}

/** Without a permission there can be no subscription: only then the service worker need not be waited for. */
async function lookAt(port: PushPort): Promise<{ state: PushState; binding: PushBinding | null }> {
  if (!port.isCapable) return { state: 'unknown', binding: null };
  const permission = port.permission();
  if (permission !== 'granted') return { state: permission === 'denied' ? 'denied' : 'not_subscribed', binding: null };
  try {
    const binding = await port.binding();
    return { state: binding ? 'subscribed' : 'not_subscribed', binding };
  } catch (error) {
    console.warn(error);
    return { state: 'unknown', binding: null };
  }
}

/** A subscription for the key that holds now; one for an earlier key cannot be sent to any longer. */
async function bindingFor(port: PushPort, key: string, known: PushBinding | null): Promise<PushBinding> {
  if (known?.isFor(key)) return known;
  await known?.end();
  return port.bind(key);
}

/** Leaves nothing half done where the site refuses. */
const endingOf = (binding: PushBinding) => async (error: unknown) => {
  await binding.end();
  throw error;
};

/** Follows the browser until the returned function is called. */
function followBrowser(port: PushPort, hear: (data: unknown) => void, look: () => void): () => void {
  if (!port.isCapable) return () => undefined;
  const ends = [port.onMessage(hear), port.onPermission(look)];
  return () => {
    for (const end of ends) end();
  };
}

/** Push in one browser: what it says, what the member asks of it, and the site kept to that. Nothing is asked or sent while signed out or denied. */
export function createPush({ port, key, member, save, saved }: Around) {
  const push = createStore<Push>({ isCapable: port.isCapable, state: 'unknown', isSubscribed: false, lastMessage: null });
  const tell = (state: PushState): PushState => {
    push.set({ ...push.get(), state, isSubscribed: state === 'subscribed' });
    return state;
  };

  /** What was begun in one session goes on in no other: whoever comes next has asked for nothing. */
  let session = {};

  const read = async (): Promise<PushState> => tell((await lookAt(port)).state);

  /** The browser has lost what its member had turned on, and may still push. */
  const isLost = (state: PushState) => state === 'not_subscribed' && port.permission() === 'granted' && saved.get() !== null;

  /**
   * Brings site and browser to the same state; called on every load, and in no hurry: it waits for the service worker. What the browser has
   * lost is made anew.
   */
  const sync = async (): Promise<void> => {
    if (port.isCapable && port.permission() === 'granted') await port.ready();
    const begun = session;
    const { state, binding } = await lookAt(port);
    tell(state);
    if (!(binding || isLost(state)) || !member() || !key()) return;
    let own: PushBinding | null = null;
    try {
      own = await bindingFor(port, key(), binding);
      tell('subscribed');
      const isTaken = session === begun && (await save(own.toJSON(), saved.get() === own.endpoint));
      if (session === begun) {
        if (isTaken) return saved.set(own.endpoint);
        // Taken off elsewhere: the browser follows.
        await own.end();
        saved.set(null);
      }
    } catch (error) {
      console.warn(error);
    }
    if (session !== begun && own !== binding) await own?.end().catch(console.warn);
    await read();
  };

  /**
   * Asks the member, then subscribes. A refusal by the member is an answer. Throws if the browser or the site fails, and leaves nothing
   * half done (docs/product.md, "Push on a device").
   */
  const turnOn = async (): Promise<PushState> => {
    if (!member()) return read();
    const begun = session;
    const permission = await port.ask();
    if (permission !== 'granted') return tell(permission === 'denied' ? 'denied' : 'not_subscribed');
    try {
      const binding = await bindingFor(port, key(), await port.binding());
      if (session === begun) await save(binding.toJSON(), false).catch(endingOf(binding));
      if (session !== begun) {
        await binding.end();
        return read();
      }
      saved.set(binding.endpoint);
      return tell('subscribed');
    } catch (error) {
      if ((await read()) === 'denied') return 'denied';
      throw error;
    }
  };

  /** The browser first: what it no longer takes the site finds out by itself. */
  const turnOff = async (): Promise<void> => {
    const binding = await port.binding();
    await binding?.end();
    saved.set(null);
    await read();
    if (binding && member()) await save(null, false).catch((error: unknown) => console.warn(error));
  };

  /** The session is over, and what the site knew of this browser with it. */
  const forget = (): void => {
    session = {};
    saved.set(null);
    push.set({ ...push.get(), lastMessage: null });
  };

  /** Whoever comes next in this browser gets nothing of this member's; the site has forgotten the subscription with the session. */
  const leave = async (): Promise<void> => {
    forget();
    if (port.isCapable && port.permission() === 'granted') await (await port.binding())?.end();
    if (port.isCapable) await read();
  };

  const hear = (data: unknown) => {
    const heard = v.safeParse(PushCame, data);
    if (heard.success && heard.output.note.member === member()) push.set({ ...push.get(), lastMessage: heard.output.note });
  };
  const follow = () => followBrowser(port, hear, () => void read());
  return { push, read, sync, turnOn, turnOff, forget, leave, follow };
}
