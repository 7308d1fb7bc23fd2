import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PushState } from '../../../../web/pwa/push/push-machine.ts';
import { idOf, ME } from '../../fixtures.ts';
import { aWorld, KEY, type Start } from './push-fixture.ts';

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => vi.restoreAllMocks());

describe('the state read from the browser', () => {
  test.each<[string, Partial<Start>, PushState]>([
    ['denied', { permission: 'denied' }, 'denied'],
    ['not asked yet', {}, 'not_subscribed'],
    ['allowed, and subscribed to nothing', { permission: 'granted' }, 'not_subscribed'],
    ['allowed and subscribed', { permission: 'granted', boundTo: KEY }, 'subscribed'],
  ])('%s', async (_, start, state) => {
    const { read, push, world } = aWorld(start);
    expect(await read()).toBe(state);
    expect(push.get()).toMatchObject({ isCapable: true, state, isSubscribed: state === 'subscribed' });
    expect([world.asked, world.saved]).toEqual([0, []]);
  });

  test('is unknown while there is no service worker, unless push is denied or was never asked for', async () => {
    const { read, world } = aWorld({ permission: 'granted', boundTo: KEY });
    world.hasWorker = false;
    expect(await read()).toBe('unknown');
    world.permission = 'default';
    expect(await read()).toBe('not_subscribed');
    world.permission = 'denied';
    expect(await read()).toBe('denied');
  });

  test('is unknown where the browser cannot push', async () => {
    const { read, world } = aWorld({ permission: 'granted', boundTo: KEY });
    world.isCapable = false;
    expect(await read()).toBe('unknown');
  });

  test('follows a denial in the browser’s settings while the page is open', async () => {
    const { sync, follow, push, world } = aWorld({ permission: 'granted', boundTo: KEY });
    follow();
    await sync();
    world.permission = 'denied';
    world.boundTo = null;
    world.permissionChanges();
    await vi.waitFor(() => expect(push.get()).toMatchObject({ state: 'denied', isSubscribed: false }));
    await sync();
    expect(world.saved).toHaveLength(1);
  });
});

describe('turning on', () => {
  test.each<[NotificationPermission, PushState]>([
    ['granted', 'subscribed'],
    ['denied', 'denied'],
    ['default', 'not_subscribed'],
  ])('answered with %s', async (answer, state) => {
    const { turnOn, push, world } = aWorld();
    world.answer = answer;
    expect(await turnOn()).toBe(state);
    expect(push.get().state).toBe(state);
    expect(world.saved).toEqual(answer === 'granted' ? ['https://push.example/BPublicKey'] : []);
  });

  test('does not prompt while signed out', async () => {
    const { turnOn, world } = aWorld({ member: null });
    expect(await turnOn()).toBe('not_subscribed');
    expect([world.asked, world.saved]).toEqual([0, []]);
  });

  test('replaces a subscription for an earlier key', async () => {
    const { turnOn, world } = aWorld({ permission: 'granted', boundTo: 'BEarlierKey' });
    expect(await turnOn()).toBe('subscribed');
    expect(world.saved).toEqual(['https://push.example/BPublicKey']);
  });

  test('ends the subscription again if the site refuses it', async () => {
    const { turnOn, push, world } = aWorld();
    world.refusesToSave = true;
    await expect(turnOn()).rejects.toThrow('422');
    expect([push.get().state, world.boundTo]).toEqual(['not_subscribed', null]);
  });

  test('throws the browser’s error, but is denied if the permission was withdrawn meanwhile', async () => {
    const { turnOn, world } = aWorld();
    world.refusesToBind = true;
    await expect(turnOn()).rejects.toThrow('AbortError');
    const denied = aWorld({ permission: 'granted' });
    Object.defineProperty(denied.world, 'hasWorker', {
      get: () => {
        denied.world.permission = 'denied';
        return false;
      },
    });
    expect(await denied.turnOn()).toBe('denied');
  });
});

describe('on every load', () => {
  test.each<[string, Partial<Start>, string[]]>([
    ['a subscription is sent again', { permission: 'granted', boundTo: KEY }, ['https://push.example/BPublicKey']],
    ['one for an earlier key is made anew', { permission: 'granted', boundTo: 'BEarlierKey' }, ['https://push.example/BPublicKey']],
    ['without one nothing is sent', { permission: 'granted' }, []],
    ['nothing is sent where push is denied', { permission: 'denied' }, []],
    ['nothing is sent while signed out', { permission: 'granted', boundTo: KEY, member: null }, []],
    ['nothing is sent where the site does not push', { permission: 'granted', boundTo: KEY, key: '' }, []],
  ])('%s', async (_, start, saved) => {
    const { sync, world } = aWorld(start);
    await sync();
    expect([world.saved, world.asked]).toEqual([saved, 0]);
  });

  test('a subscription that was removed on another device is ended; turned on again it is sent as new', async () => {
    const { sync, turnOn, push, world } = aWorld({ permission: 'granted', boundTo: KEY });
    await sync();
    world.isTakenOff = true;
    await sync();
    expect([push.get().state, world.boundTo]).toEqual(['not_subscribed', null]);
    await turnOn();
    expect([push.get().state, world.boundTo, world.saved.length]).toEqual(['subscribed', KEY, 2]);
  });

  test('a subscription that the browser has lost is made again, if push is allowed and was not turned off', async () => {
    const lost = async (change: (world: ReturnType<typeof aWorld>['world']) => void, earlier?: 'turnOff' | 'forget') => {
      const browser = aWorld({ permission: 'granted', boundTo: KEY });
      await browser.sync();
      if (earlier) await browser[earlier]();
      browser.world.boundTo = null;
      change(browser.world);
      const known = browser.world.saved.length;
      await browser.sync();
      const { state, isSubscribed } = browser.push.get();
      return [state, isSubscribed, browser.world.boundTo, browser.world.saved.slice(known)];
    };
    const nothing = ['not_subscribed', false, null, []];
    expect(await lost(() => undefined)).toEqual(['subscribed', true, KEY, ['https://push.example/BPublicKey']]);
    expect(await lost(() => undefined, 'turnOff')).toEqual(nothing);
    expect(await lost(() => undefined, 'forget')).toEqual(nothing);
    expect(await lost((world) => Object.assign(world, { member: null }))).toEqual(nothing);
    expect(await lost((world) => Object.assign(world, { permission: 'default' }))).toEqual(nothing);
    expect(await lost((world) => Object.assign(world, { permission: 'denied' }))).toEqual(['denied', false, null, []]);
    expect(await lost((world) => Object.assign(world, { refusesToBind: true }))).toEqual(nothing);
  });

  test('after the end of a session the subscription is sent in the next one as new', async () => {
    const { sync, forget, push, world } = aWorld({ permission: 'granted', boundTo: KEY });
    await sync();
    forget();
    world.isTakenOff = true;
    await sync();
    expect([push.get().state, world.saved.length]).toEqual(['subscribed', 2]);
  });

  test('a site that cannot be reached changes nothing', async () => {
    const { sync, push, world } = aWorld({ permission: 'granted', boundTo: KEY });
    world.refusesToSave = true;
    await sync();
    expect([push.get().state, world.boundTo]).toEqual(['subscribed', KEY]);
  });
});

test('turning off ends the subscription in the browser, even if the site cannot be reached', async () => {
  for (const refusesToSave of [false, true]) {
    const { turnOff, push, world } = aWorld({ permission: 'granted', boundTo: KEY });
    world.refusesToSave = refusesToSave;
    await turnOff();
    expect([push.get().state, world.boundTo, world.saved]).toEqual(['not_subscribed', null, refusesToSave ? [] : [null]]);
  }
});

test('leaving ends the subscription without a call to the site', async () => {
  const { leave, push, world } = aWorld({ permission: 'granted', boundTo: KEY, member: null });
  await leave();
  expect([push.get(), world.boundTo, world.saved]).toEqual([
    { isCapable: true, state: 'not_subscribed', isSubscribed: false, lastMessage: null },
    null,
    [],
  ]);
});

test('lastMessage is a push for this member that matches the contract', () => {
  const { follow, push, world } = aWorld();
  follow();
  const note = { type: 'like', member: ME, unread: 3, title: 'Vonk', body: 'Somebody likes you.', url: '/likes', tag: 'likes' };
  for (const data of [{ type: 'push', note: { ...note, member: idOf('ewa') } }, { type: 'push', note: { ...note, url: '//x' } }, null])
    world.hear(data);
  expect(push.get().lastMessage).toBeNull();
  world.hear({ type: 'push', note });
  expect(push.get().lastMessage).toEqual(note);
});

const step = fc.constantFrom('turnOn', 'turnOff', 'sync', 'read', 'leave', 'deny', 'allow', 'lose', 'newKey', 'signOut', 'signIn');

test('after any steps isSubscribed is what the browser says, and nothing is sent while signed out or denied', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const { world, push, turnOn, turnOff, sync, read, leave } = aWorld();
      const acts = new Map(Object.entries({ turnOn, turnOff, sync, read, leave }));
      for (const name of steps) {
        const before = world.saved.length;
        if (name === 'deny' || name === 'lose') world.boundTo = null;
        if (name === 'deny' || name === 'allow') world.permission = world.answer = name === 'deny' ? 'denied' : 'granted';
        if (name === 'newKey') world.key += '+';
        if (name === 'signOut' || name === 'signIn') world.member = name === 'signIn' ? ME : null;
        const act = acts.get(name);
        await act?.();
        if (act) expect(push.get().isSubscribed).toBe(world.boundTo !== null);
        if (world.permission === 'denied' || !world.member) expect(world.saved).toHaveLength(before);
      }
    }),
  );
});
