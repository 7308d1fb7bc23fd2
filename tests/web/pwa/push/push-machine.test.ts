import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PushState } from '../../../../web/pwa/push/push-machine.ts';
import { idOf, ME } from '../../fixtures.ts';
import { createPushFixture, KEY, type PushStart } from './push-fixture.ts';

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => vi.restoreAllMocks());

describe('the state read from the browser', () => {
  test.each<[string, Partial<PushStart>, PushState]>([
    ['denied', { permission: 'denied' }, 'denied'],
    ['not asked yet', {}, 'not_subscribed'],
    ['allowed, and subscribed to nothing', { permission: 'granted' }, 'not_subscribed'],
    ['allowed and subscribed', { permission: 'granted', subscribedForKey: KEY }, 'subscribed'],
  ])('%s', async (_, start, state) => {
    const { read, push, fixture } = createPushFixture(start);
    expect(await read()).toBe(state);
    expect(push.get()).toMatchObject({ isCapable: true, state, isSubscribed: state === 'subscribed' });
    expect([fixture.prompts, fixture.saved]).toEqual([0, []]);
  });

  test('is unknown while there is no service worker, unless push is denied or was never asked for', async () => {
    const { read, fixture } = createPushFixture({ permission: 'granted', subscribedForKey: KEY });
    fixture.hasWorker = false;
    expect(await read()).toBe('unknown');
    fixture.permission = 'default';
    expect(await read()).toBe('not_subscribed');
    fixture.permission = 'denied';
    expect(await read()).toBe('denied');
  });

  test('is unknown where the browser cannot push', async () => {
    const { read, fixture } = createPushFixture({ permission: 'granted', subscribedForKey: KEY });
    fixture.isCapable = false;
    expect(await read()).toBe('unknown');
  });

  test('follows a denial in the browser’s settings while the page is open', async () => {
    const { sync, follow, push, fixture } = createPushFixture({ permission: 'granted', subscribedForKey: KEY });
    follow();
    await sync();
    fixture.permission = 'denied';
    fixture.subscribedForKey = null;
    fixture.notifyPermissionChange();
    await vi.waitFor(() => expect(push.get()).toMatchObject({ state: 'denied', isSubscribed: false }));
    await sync();
    expect(fixture.saved).toHaveLength(1);
  });
});

describe('turning on', () => {
  test.each<[NotificationPermission, PushState]>([
    ['granted', 'subscribed'],
    ['denied', 'denied'],
    ['default', 'not_subscribed'],
  ])('answered with %s', async (answer, state) => {
    const { turnOn, push, fixture } = createPushFixture();
    fixture.answer = answer;
    expect(await turnOn()).toBe(state);
    expect(push.get().state).toBe(state);
    expect(fixture.saved).toEqual(answer === 'granted' ? ['https://push.example/BPublicKey'] : []);
  });

  test('does not prompt while signed out', async () => {
    const { turnOn, fixture } = createPushFixture({ member: null });
    expect(await turnOn()).toBe('not_subscribed');
    expect([fixture.prompts, fixture.saved]).toEqual([0, []]);
  });

  test('replaces a subscription for an earlier key', async () => {
    const { turnOn, fixture } = createPushFixture({ permission: 'granted', subscribedForKey: 'BEarlierKey' });
    expect(await turnOn()).toBe('subscribed');
    expect(fixture.saved).toEqual(['https://push.example/BPublicKey']);
  });

  test('ends the subscription again if the site refuses it', async () => {
    const { turnOn, push, fixture } = createPushFixture();
    fixture.refusesToSave = true;
    await expect(turnOn()).rejects.toThrow('422');
    expect([push.get().state, fixture.subscribedForKey]).toEqual(['not_subscribed', null]);
  });

  test('throws the browser’s error, but is denied if the permission was withdrawn meanwhile', async () => {
    const { turnOn, fixture } = createPushFixture();
    fixture.refusesToBind = true;
    await expect(turnOn()).rejects.toThrow('AbortError');
    const denied = createPushFixture({ permission: 'granted' });
    Object.defineProperty(denied.fixture, 'hasWorker', {
      get: () => {
        denied.fixture.permission = 'denied';
        return false;
      },
    });
    expect(await denied.turnOn()).toBe('denied');
  });
});

describe('on every load', () => {
  test.each<[string, Partial<PushStart>, string[]]>([
    ['a subscription is sent again', { permission: 'granted', subscribedForKey: KEY }, ['https://push.example/BPublicKey']],
    [
      'one for an earlier key is made anew',
      { permission: 'granted', subscribedForKey: 'BEarlierKey' },
      ['https://push.example/BPublicKey'],
    ],
    ['without one nothing is sent', { permission: 'granted' }, []],
    ['nothing is sent where push is denied', { permission: 'denied' }, []],
    ['nothing is sent while signed out', { permission: 'granted', subscribedForKey: KEY, member: null }, []],
    ['nothing is sent where the site does not push', { permission: 'granted', subscribedForKey: KEY, key: '' }, []],
  ])('%s', async (_, start, saved) => {
    const { sync, fixture } = createPushFixture(start);
    await sync();
    expect([fixture.saved, fixture.prompts]).toEqual([saved, 0]);
  });

  test('a subscription that was removed on another device is ended; turned on again it is sent as new', async () => {
    const { sync, turnOn, push, fixture } = createPushFixture({ permission: 'granted', subscribedForKey: KEY });
    await sync();
    fixture.isRemovedElsewhere = true;
    await sync();
    expect([push.get().state, fixture.subscribedForKey]).toEqual(['not_subscribed', null]);
    await turnOn();
    expect([push.get().state, fixture.subscribedForKey, fixture.saved.length]).toEqual(['subscribed', KEY, 2]);
  });

  test('a subscription that the browser has lost is made again, if push is allowed and was not turned off', async () => {
    const lost = async (change: (fixture: ReturnType<typeof createPushFixture>['fixture']) => void, earlier?: 'turnOff' | 'forget') => {
      const browser = createPushFixture({ permission: 'granted', subscribedForKey: KEY });
      await browser.sync();
      if (earlier) await browser[earlier]();
      browser.fixture.subscribedForKey = null;
      change(browser.fixture);
      const known = browser.fixture.saved.length;
      await browser.sync();
      const { state, isSubscribed } = browser.push.get();
      return [state, isSubscribed, browser.fixture.subscribedForKey, browser.fixture.saved.slice(known)];
    };
    const nothing = ['not_subscribed', false, null, []];
    expect(await lost(() => undefined)).toEqual(['subscribed', true, KEY, ['https://push.example/BPublicKey']]);
    expect(await lost(() => undefined, 'turnOff')).toEqual(nothing);
    expect(await lost(() => undefined, 'forget')).toEqual(nothing);
    expect(await lost((fixture) => Object.assign(fixture, { member: null }))).toEqual(nothing);
    expect(await lost((fixture) => Object.assign(fixture, { permission: 'default' }))).toEqual(nothing);
    expect(await lost((fixture) => Object.assign(fixture, { permission: 'denied' }))).toEqual(['denied', false, null, []]);
    expect(await lost((fixture) => Object.assign(fixture, { refusesToBind: true }))).toEqual(nothing);
  });

  test('after the end of a session the subscription is sent in the next one as new', async () => {
    const { sync, forget, push, fixture } = createPushFixture({ permission: 'granted', subscribedForKey: KEY });
    await sync();
    forget();
    fixture.isRemovedElsewhere = true;
    await sync();
    expect([push.get().state, fixture.saved.length]).toEqual(['subscribed', 2]);
  });

  test('a site that cannot be reached changes nothing', async () => {
    const { sync, push, fixture } = createPushFixture({ permission: 'granted', subscribedForKey: KEY });
    fixture.refusesToSave = true;
    await sync();
    expect([push.get().state, fixture.subscribedForKey]).toEqual(['subscribed', KEY]);
  });
});

test('turning off ends the subscription in the browser, even if the site cannot be reached', async () => {
  for (const refusesToSave of [false, true]) {
    const { turnOff, push, fixture } = createPushFixture({ permission: 'granted', subscribedForKey: KEY });
    fixture.refusesToSave = refusesToSave;
    await turnOff();
    expect([push.get().state, fixture.subscribedForKey, fixture.saved]).toEqual(['not_subscribed', null, refusesToSave ? [] : [null]]);
  }
});

test('leaving ends the subscription without a call to the site', async () => {
  const { leave, push, fixture } = createPushFixture({ permission: 'granted', subscribedForKey: KEY, member: null });
  await leave();
  expect([push.get(), fixture.subscribedForKey, fixture.saved]).toEqual([
    { isCapable: true, state: 'not_subscribed', isSubscribed: false, lastMessage: null },
    null,
    [],
  ]);
});

test('lastMessage is a push for this member that matches the contract', () => {
  const { follow, push, fixture } = createPushFixture();
  follow();
  const note = { type: 'like', member: ME, unread: 3, title: 'Vonk', body: 'Somebody likes you.', url: '/likes', tag: 'likes' };
  for (const data of [{ type: 'push', note: { ...note, member: idOf('ewa') } }, { type: 'push', note: { ...note, url: '//x' } }, null])
    fixture.deliverMessage(data);
  expect(push.get().lastMessage).toBeNull();
  fixture.deliverMessage({ type: 'push', note });
  expect(push.get().lastMessage).toEqual(note);
});

const step = fc.constantFrom('turnOn', 'turnOff', 'sync', 'read', 'leave', 'deny', 'allow', 'lose', 'newKey', 'signOut', 'signIn');

test('after any steps isSubscribed is what the browser says, and nothing is sent while signed out or denied', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const { fixture, push, turnOn, turnOff, sync, read, leave } = createPushFixture();
      const acts = new Map(Object.entries({ turnOn, turnOff, sync, read, leave }));
      for (const name of steps) {
        const before = fixture.saved.length;
        if (name === 'deny' || name === 'lose') fixture.subscribedForKey = null;
        if (name === 'deny' || name === 'allow') fixture.permission = fixture.answer = name === 'deny' ? 'denied' : 'granted';
        if (name === 'newKey') fixture.key += '+';
        if (name === 'signOut' || name === 'signIn') fixture.member = name === 'signIn' ? ME : null;
        const act = acts.get(name);
        await act?.();
        if (act) expect(push.get().isSubscribed).toBe(fixture.subscribedForKey !== null);
        if (fixture.permission === 'denied' || !fixture.member) expect(fixture.saved).toHaveLength(before);
      }
    }),
  );
});
