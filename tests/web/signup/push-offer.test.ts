import { afterEach, describe, expect, test, vi } from 'vitest';
import { acceptPush, browserPush, type PushPort, readPush } from '../../../web/features/signup/push-offer.ts';
import { firstStep, nextStep, type PushState } from '../../../web/features/signup/steps.ts';

/** A browser whose member answers the question in this way. */
function fakePush(before: PushState, answer: PushState | Error): PushPort & { asked: number } {
  let state = before;
  const port = {
    isCapable: true,
    asked: 0,
    state: async () => state,
    subscribe: async () => {
      port.asked += 1;
      if (answer instanceof Error) throw answer;
      state = answer;
      return state;
    },
  };
  return port;
}

const KEY = 'BPublicKey';

describe('the push offer', () => {
  test.each<[PushState, number]>([
    ['not_subscribed', 1],
    ['unknown', 1],
    ['denied', 3],
    ['subscribed', 3],
  ])('with push %s the account is followed by step %i, and nobody is asked before pressing', async (state, step) => {
    const port = fakePush(state, 'subscribed');
    expect(nextStep(0, { type: 'account.made', push: await readPush(port, KEY) })).toBe(step);
    expect(port.asked).toBe(0);
  });

  test('is passed over while the site has no key', async () => {
    expect(nextStep(0, { type: 'account.made', push: await readPush(fakePush('not_subscribed', 'subscribed'), '') })).toBe(2);
  });

  test.each<[string, PushState | Error, PushState]>([
    ['a yes', 'subscribed', 'subscribed'],
    ['a no', 'denied', 'denied'],
    ['no answer', 'not_subscribed', 'not_subscribed'],
  ])('%s is remembered, and the way back leads to it only while it is open', async (_, answer, state) => {
    const port = fakePush('not_subscribed', answer);
    expect(await acceptPush(port)).toBe(state);
    const push = await readPush(port, KEY);
    expect(nextStep(2, { type: 'step.back', push })).toBe(state === 'not_subscribed' ? 1 : 2);
    expect(firstStep(push)).toBe(state === 'not_subscribed' ? 1 : 2);
  });

  test.each<PushState>(['denied', 'not_subscribed'])('a failure with the permission %s leaves it at that', async (state) => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    expect(await acceptPush(fakePush(state, new Error('AbortError')))).toBe(state);
    vi.restoreAllMocks();
  });

  test('a browser that cannot say counts as open', async () => {
    const port = { ...fakePush('unknown', 'subscribed'), state: () => Promise.reject(new Error('blocked')) };
    expect(await readPush(port, KEY)).toEqual({ isCapable: true, isOffered: true, state: 'unknown' });
  });
});

describe('the browser itself', () => {
  afterEach(() => vi.unstubAllGlobals());

  function stubBrowser(permission: NotificationPermission, answer: NotificationPermission) {
    let subscription: object | null = null;
    const subscribe = vi.fn(async () => {
      subscription = {};
    });
    const notification = { permission, requestPermission: vi.fn(async () => (notification.permission = answer)) };
    const pushManager = { subscribe, getSubscription: async () => subscription };
    vi.stubGlobal('window', { PushManager: {}, Notification: notification });
    vi.stubGlobal('Notification', notification);
    vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => ({ pushManager }) } });
    return { subscribe, notification };
  }

  test('subscribes with the key of the site once the member says yes', async () => {
    const { subscribe } = stubBrowser('default', 'granted');
    const port = browserPush(KEY);
    expect(port.isCapable).toBe(true);
    expect(await port.state()).toBe('not_subscribed');
    expect(await port.subscribe()).toBe('subscribed');
    expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: KEY });
  });

  test('does not subscribe after a no', async () => {
    const { subscribe } = stubBrowser('default', 'denied');
    expect(await browserPush(KEY).subscribe()).toBe('denied');
    expect(subscribe).not.toHaveBeenCalled();
  });

  test('that cannot push is never asked', async () => {
    vi.stubGlobal('window', {});
    vi.stubGlobal('navigator', {});
    const port = browserPush(KEY);
    expect(port.isCapable).toBe(false);
    expect(await port.state()).toBe('unknown');
  });
});
