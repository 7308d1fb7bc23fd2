import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { knownNetworks, pushes, pushSubscriptions } from '#db/schema/index';
import { sha256 } from '../../../worker/lib/crypto.ts';
import { aConversation, aMember, newEmail, newId, PASSWORD } from '../../support/database/factories.ts';
import { aSignUpForm } from '../../support/product/signup-form.ts';
import { accountFixture, emailChangeCalls, GOOD_PASSWORD, linkTokens } from '../account/account-fixture.ts';

const { site, sessionsOf, eventsFor, mailedToken } = accountFixture();
const { ask, confirm, aWaitingChange } = emailChangeCalls(site);

const LAPTOP = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';
const UPDATED = LAPTOP.replace('141', '142');
const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile/15E148 Safari/604.1';

const logIn = (email: string, device: string, password = PASSWORD) =>
  site.visitor.post('/api/login.php', { email, password }, { 'User-Agent': device });
const accountNotificationsOf = async ({ id }: { id: string }) =>
  (
    await site.db.$client.execute({ sql: 'select event from account_notifications where member_id = ? order by created_at', args: [id] })
  ).rows.map(({ event }) => event);
/** Subscribes the first session of a member to pushes. */
const subscribe = async ({ id }: { id: string }) => {
  const [sessionId = ''] = await sessionsOf(id);
  await site.db.insert(pushSubscriptions).values({
    id: newId(),
    memberId: id,
    sessionId,
    endpoint: `https://push.example/${newId()}`,
    p256dh: 'x',
    auth: 'x',
    createdAt: 1,
    seenAt: 1,
  });
};
const pushesOf = async ({ id }: { id: string }) =>
  (await site.db.select().from(pushes)).filter(({ memberId }) => memberId === id).map(({ kind, tag, count }) => ({ kind, tag, count }));

describe('a login', () => {
  test('on a new device gives a notification, and a push to the known devices', async () => {
    const noor = await aMember(site.db);
    await subscribe(noor);
    await logIn(noor.email, LAPTOP);
    expect(await accountNotificationsOf(noor)).toEqual(['new_device']);
    expect(await eventsFor(noor.id)).toEqual(['user.changed']);
    expect(await pushesOf(noor)).toEqual([{ kind: 'account', tag: 'account', count: 1 }]);
    await logIn(noor.email, PHONE);
    expect(await accountNotificationsOf(noor)).toEqual(['new_device', 'new_device']);
    expect(await pushesOf(noor)).toEqual([{ kind: 'account', tag: 'account', count: 2 }]);
  });

  test('on a known device gives none, also after a browser update or a logout', async () => {
    const noor = await aMember(site.db);
    const first = await logIn(noor.email, LAPTOP);
    await site.as({ cookie: first.cookie }).get('/api/logout.php');
    await logIn(noor.email, UPDATED);
    await logIn(noor.email, LAPTOP);
    expect(await accountNotificationsOf(noor)).toEqual(['new_device']);
  });

  test('on a device whose session still runs gives none', async () => {
    const noor = await aMember(site.db);
    await logIn(noor.email, 'test');
    expect(await accountNotificationsOf(noor)).toEqual([]);
  });

  test('of an account without any earlier login gives none', async () => {
    const noor = await aMember(site.db);
    await site.as(noor).get('/api/logout.php');
    await logIn(noor.email, LAPTOP);
    expect(await accountNotificationsOf(noor)).toEqual([]);
  });

  test('with a wrong password gives none', async () => {
    const noor = await aMember(site.db);
    await logIn(noor.email, LAPTOP, 'not the password');
    expect([await accountNotificationsOf(noor), await eventsFor(noor.id)]).toEqual([[], []]);
  });

  test('is not pushed to a member who has switched these pushes off', async () => {
    const noor = await aMember(site.db);
    await subscribe(noor);
    await site.as(noor).put('/api/notifications.php', { settings: { matrix: { account: { push: 'never' } } } });
    await logIn(noor.email, LAPTOP);
    expect([await accountNotificationsOf(noor), await pushesOf(noor)]).toEqual([['new_device'], []]);
  });
});

describe('a login on a known kind of device', () => {
  const HOME = { network: '192.0.2.1', country: 'NL' };
  const logInFrom = (email: string, { network, country }: { network: string; country: string }, device = LAPTOP) =>
    site.visitor.post(
      '/api/login.php',
      { email, password: PASSWORD },
      { 'User-Agent': device, 'CF-Connecting-IP': network, 'CF-IPCountry': country },
    );
  /** A member whose laptop is known, at home. */
  const atHome = async () => {
    const noor = await aMember(site.db);
    await site.as(noor).get('/api/logout.php');
    await logInFrom(noor.email, HOME);
    expect(await accountNotificationsOf(noor)).toEqual([]);
    return noor;
  };
  const countriesOf = async (member: { cookie?: string; email: string }) => {
    const { cookie } = await logInFrom(member.email, HOME);
    const { items } = (await site.as({ cookie }).get('/api/notifications.php')).body as {
      items: { event: string; country: string | null }[];
    };
    return items.map(({ event, country }) => [event, country]);
  };

  test('from an unknown network in an unknown country gives a notification that names the country, and a push', async () => {
    const noor = await atHome();
    await subscribe(noor);
    await logInFrom(noor.email, { network: '198.51.100.1', country: 'NG' });
    expect([await pushesOf(noor), await countriesOf(noor)]).toEqual([
      [{ kind: 'account', tag: 'account', count: 1 }],
      [['new_device', 'NG']],
    ]);
  });

  test('gives one notification for each country, and none for the way home', async () => {
    const noor = await atHome();
    for (const network of ['198.51.100.1', '198.51.100.2', '2001:db8::1']) await logInFrom(noor.email, { network, country: 'FR' });
    await logInFrom(noor.email, { network: '198.51.100.9', country: 'ES' });
    await logInFrom(noor.email, { network: '198.51.100.10', country: 'NL' });
    await logInFrom(noor.email, { network: '198.51.100.11', country: 'FR' });
    expect(await countriesOf(noor)).toEqual([
      ['new_device', 'ES'],
      ['new_device', 'FR'],
    ]);
  });

  test.each([
    ['an unknown network in a known country', { network: '203.0.113.7', country: 'NL' }],
    ['a known network that is placed in another country', { network: HOME.network, country: 'DE' }],
    ['the same network and country', HOME],
  ])('from %s gives none', async (_, place) => {
    const noor = await atHome();
    await logInFrom(noor.email, place);
    expect(await accountNotificationsOf(noor)).toEqual([]);
  });

  test.each(['XX', 'T1', 'nonsense'])('names no country where the edge says %s', async (country) => {
    const noor = await atHome();
    await logInFrom(noor.email, { network: '198.51.100.1', country });
    expect(await countriesOf(noor)).toEqual([['new_device', null]]);
  });

  test('gives none while no network of the account is known', async () => {
    const noor = await aMember(site.db);
    await logInFrom(noor.email, HOME, 'test');
    await site.db.delete(knownNetworks).where(eq(knownNetworks.memberId, noor.id));
    await logInFrom(noor.email, { network: '198.51.100.1', country: 'NG' }, 'test');
    expect(await accountNotificationsOf(noor)).toEqual([]);
  });

  test('with a wrong password makes neither network nor country known', async () => {
    const noor = await atHome();
    const abroad = { 'User-Agent': LAPTOP, 'CF-Connecting-IP': '198.51.100.1', 'CF-IPCountry': 'NG' };
    await site.visitor.post('/api/login.php', { email: noor.email, password: 'not the password' }, abroad);
    await logInFrom(noor.email, { network: '198.51.100.1', country: 'NG' });
    expect(await accountNotificationsOf(noor)).toEqual(['new_device']);
  });

  test('after a sign-up from the same country gives none', async () => {
    const form = await aSignUpForm();
    const headers = { 'User-Agent': LAPTOP, 'CF-Connecting-IP': HOME.network, 'CF-IPCountry': 'NL' };
    const id = String((await site.visitor.post('/api/user.php?new=1', form, headers)).at('user.id'));
    const logInWith = (network: string, country: string) =>
      site.visitor.post(
        '/api/login.php',
        { email: form.email, password: form.password },
        { 'User-Agent': LAPTOP, 'CF-Connecting-IP': network, 'CF-IPCountry': country },
      );
    await logInWith('203.0.113.7', 'NL');
    expect(await accountNotificationsOf({ id })).toEqual([]);
    await logInWith('198.51.100.1', 'NG');
    expect(await accountNotificationsOf({ id })).toEqual(['new_device']);
  });

  test('stores neither the address nor anything that follows from it without the key', async () => {
    const noor = await atHome();
    const stored = await site.db.select().from(knownNetworks).where(eq(knownNetworks.memberId, noor.id));
    expect(stored).toMatchObject([{ network: expect.stringMatching(/^[\w-]{43}$/), country: 'NL' }]);
    const guesses = await Promise.all(['', 'network '].map((prefix) => sha256(`${prefix}${HOME.network}`)));
    expect(JSON.stringify(stored)).not.toMatch(new RegExp([HOME.network, ...guesses].join('|').replaceAll('.', '\\.')));
  });
});

describe('a password', () => {
  test('that was changed gives a notification, and a push to the device that stays signed in', async () => {
    const noor = await aMember(site.db);
    expect((await site.as(noor).put('/api/password.php', { old: PASSWORD, password: GOOD_PASSWORD })).status).toBe(204);
    expect([await accountNotificationsOf(noor), await eventsFor(noor.id)]).toEqual([['password_changed'], ['user.changed']]);
  });

  test('that was not changed gives none', async () => {
    const noor = await aMember(site.db);
    await site.as(noor).put('/api/password.php', { old: 'not it at all', password: GOOD_PASSWORD });
    expect([await accountNotificationsOf(noor), await eventsFor(noor.id)]).toEqual([[], []]);
  });

  test('that was set by a mailed link gives one notification, however often the link is used', async () => {
    const noor = await aMember(site.db);
    const token = await linkTokens.reset(noor);
    for (let times = 0; times < 2; times += 1) await site.visitor.put('/api/resetpassword.php', { token, password: GOOD_PASSWORD });
    expect(await accountNotificationsOf(noor)).toEqual(['password_changed']);
  });
});

describe('a change of address', () => {
  test('gives a notification when it is made, and another when it is undone', async () => {
    const noor = await aMember(site.db);
    await subscribe(noor);
    const to = newEmail();
    await ask(noor, to);
    expect(await accountNotificationsOf(noor)).toEqual([]);
    await confirm(await mailedToken(to));
    expect([await accountNotificationsOf(noor), await pushesOf(noor)]).toEqual([
      ['mail_changed'],
      [{ kind: 'account', tag: 'account', count: 1 }],
    ]);
    expect((await site.visitor.delete('/api/mailchange.php', { token: await mailedToken(noor.email, 'undo') })).status).toBe(204);
    expect(await accountNotificationsOf(noor)).toEqual(['mail_changed', 'mail_change_undone']);
    const back = await logIn(noor.email, 'test');
    const [latest] = (await site.as({ cookie: back.cookie }).get('/api/notifications.php')).at('items') as { event: string; url: string }[];
    expect(latest).toMatchObject({ event: 'mail_change_undone', url: '/notifications#email-change-incorrect' });
  });

  test('that comes too late gives none', async () => {
    const { member, change } = await aWaitingChange();
    const token = await linkTokens.emailChange(change);
    await confirm(token);
    await confirm(token);
    expect(await accountNotificationsOf(member)).toEqual(['mail_changed']);
  });
});

test('refunds for unread messages to a member who has left give one notification for all of them', async () => {
  const [noor, bas] = [await aMember(site.db, { credits: 9 }), await aMember(site.db)];
  const id = await aConversation(site.db, noor.id, bas.id);
  for (const text of ['Hello', 'Are you there?']) {
    const sent = await site.as(noor).post('/api/chat.php', { conversation: { id }, message: { client_id: newId(), text } });
    expect(sent.status).toBe(201);
  }
  await subscribe(noor);
  expect((await site.as(bas).delete('/api/user.php', { password: PASSWORD })).status).toBe(204);
  expect([await accountNotificationsOf(noor), await pushesOf(noor)]).toEqual([['refund'], [{ kind: 'account', tag: 'account', count: 1 }]]);
  expect(await accountNotificationsOf(bas)).toEqual([]);
});
