import { describe, expect, test } from 'vitest';
import { HOUR } from '#contract/durations';
import { clearSetting, saveSetting } from '#db/queries/operator/settings';
import { sha256 } from '../../../worker/lib/crypto.ts';
import { storeAttempts } from '../../support/database/attempts.ts';
import { aMember, newEmail, PASSWORD } from '../../support/database/factories.ts';
import { allRows, countRows } from '../../support/database/table-rows.ts';
import { apiClient } from '../../support/product/api-client.ts';
import { testSite } from '../../support/product/test-site.ts';
import { avoidWindowEnd } from '../../support/timing/rate-limit-window.ts';

const site = testSite();

const logIn = (email: string, password = PASSWORD) => site.visitor.post('/api/login.php', { email, password });

describe('a login', () => {
  test('answers the account and opens a session', async () => {
    const member = await aMember(site.db, { credits: 3 });
    const answer = await logIn(` ${member.email.toUpperCase()} `);
    expect([answer.status, answer.at('user.id'), answer.at('user.credits')]).toEqual([200, member.id, 3]);
    expect((await apiClient(site.url, answer.cookie).get('/api/user.php')).at('user.id')).toBe(member.id);
  });

  test('leaves the sessions of other devices open', async () => {
    const member = await aMember(site.db);
    await logIn(member.email);
    expect((await site.as(member).get('/api/user.php')).status).toBe(200);
    expect(await countRows(site.db, 'sessions', member.id)).toBe(2);
  });

  test('of an account that has not confirmed its address is open', async () => {
    const member = await aMember(site.db, { status: 'not_confirmed' });
    expect((await logIn(member.email)).at('user.activated')).toBe(false);
  });

  test('with a wrong password and of an unknown address answers exactly alike and opens nothing', async () => {
    const member = await aMember(site.db);
    const before = await allRows(site.db);
    const [wrong, unknown] = [await logIn(member.email, 'not the password'), await logIn(newEmail())];
    expect([wrong.status, wrong.at('error.code')]).toEqual([403, 'wrong_credentials']);
    expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body]);
    expect([wrong.cookie, unknown.cookie]).toEqual(['', '']);
    expect(await allRows(site.db)).toEqual(before);
  });

  test.each(['deleted', 'banned'] as const)('with a wrong password does not tell that an account is %s', async (status) => {
    const member = await aMember(site.db, { status, banReason: 'spam' });
    expect((await logIn(member.email, 'not the password')).body).toEqual((await logIn(newEmail())).body);
  });

  test('of a deleted account is refused as deleted', async () => {
    const member = await aMember(site.db, { status: 'deleted' });
    const answer = await logIn(member.email);
    expect([answer.status, answer.at('error.code'), answer.cookie]).toEqual([403, 'deleted', '']);
  });

  test('of a banned account is refused with the reason', async () => {
    const member = await aMember(site.db, { status: 'banned', banReason: 'spam' });
    const answer = await logIn(member.email);
    expect([answer.status, answer.at('error.code'), answer.at('error.details'), answer.cookie]).toEqual([
      403,
      'banned',
      { reason: 'spam' },
      '',
    ]);
  });

  test.each([
    ['nothing', {}, { email: 'required', password: 'required' }],
    ['an empty password', { email: 'a@example.org', password: '' }, { password: 'required' }],
    ['an invalid address', { email: 'a', password: 'x' }, { email: 'not_allowed' }],
    ['lists', { email: ['a@example.org'], password: ['x'] }, { email: 'wrong_type', password: 'wrong_type' }],
    ['an over-long password', { email: 'a@example.org', password: 'x'.repeat(1001) }, { password: 'too_long' }],
  ])('with %s is refused with the fields at fault', async (_, body, fields) => {
    const answer = await site.visitor.post('/api/login.php', body);
    expect([answer.status, answer.at('error.fields')]).toEqual([422, fields]);
  });
});

describe('the limit of logins', () => {
  /** Uses up tries of an account in this hour and the next, so that the test is valid across a change of the hour. */
  async function spend(email: string, tries: number): Promise<void> {
    await storeAttempts(site.db, 'logins_an_hour', [await sha256(email), '127.0.0.1'], tries);
  }

  test('accepts the tenth try of an hour and refuses the eleventh, right password or not', async () => {
    const [tenth, eleventh] = [await aMember(site.db), await aMember(site.db)];
    await spend(tenth.email, 9);
    await spend(eleventh.email, 10);
    expect((await logIn(tenth.email)).status).toBe(200);
    const refused = await logIn(eleventh.email);
    expect([refused.status, refused.at('error.code'), refused.at('error.details.limit'), refused.cookie]).toEqual([
      429,
      'too_many',
      10,
      '',
    ]);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(Number(refused.headers.get('Retry-After'))).toBeLessThanOrEqual(3600);
  });

  test('refuses an unknown address in the same way', async () => {
    const email = newEmail();
    await spend(email, 10);
    expect((await logIn(email)).at('error.code')).toBe('too_many');
  });

  test('is reset by a right password, and does not affect other accounts', async () => {
    const [member, other] = [await aMember(site.db), await aMember(site.db)];
    await spend(member.email, 9);
    expect((await logIn(member.email)).status).toBe(200);
    expect((await logIn(member.email, 'not the password')).at('error.code')).toBe('wrong_credentials');
    await spend(member.email, 10);
    expect((await logIn(other.email)).status).toBe(200);
  });

  test('from one network leaves the account open to every other network', async () => {
    const member = await aMember(site.db);
    await spend(member.email, 10);
    expect((await logIn(member.email)).status).toBe(429);
    const elsewhere = { 'CF-Connecting-IP': '198.51.100.7' };
    expect((await site.visitor.post('/api/login.php', { email: member.email, password: PASSWORD }, elsewhere)).status).toBe(200);
  });

  test('holds one network back that tries many accounts, and does not count right passwords', async () => {
    await saveSetting(site.db, 'network_logins_an_hour', 3);
    const from = { 'CF-Connecting-IP': '198.51.100.9' };
    const members = await Promise.all([1, 2, 3, 4, 5].map(() => aMember(site.db)));
    const attempt = (email: string, password: string) => site.visitor.post('/api/login.php', { email, password }, from);
    await avoidWindowEnd(HOUR);
    const statuses = [];
    for (const [n, { email }] of members.entries()) statuses.push((await attempt(email, n < 1 ? PASSWORD : 'not the password')).status);
    await clearSetting(site.db, 'network_logins_an_hour');
    expect(statuses).toEqual([200, 403, 403, 403, 429]);
  });

  test('spares a device on which the account has logged in before, whatever others try from its network', async () => {
    const member = await aMember(site.db);
    const knownDevice = (await logIn(member.email)).headers.getSetCookie().find((header) => header.startsWith('known_device='));
    expect(knownDevice).toMatch(/HttpOnly; SameSite=Lax/);
    const withDevice = (email: string, password: string) =>
      apiClient(site.url, knownDevice?.split(';')[0]).post('/api/login.php', { email, password });
    await spend(member.email, 10);
    expect((await logIn(member.email)).status).toBe(429);
    expect((await withDevice(member.email, PASSWORD)).status).toBe(200);

    // It is known for this account alone, and has its own ten tries.
    const other = await aMember(site.db);
    await spend(other.email, 10);
    expect((await withDevice(other.email, PASSWORD)).status).toBe(429);
    await saveSetting(site.db, 'logins_an_hour', 2);
    await avoidWindowEnd(HOUR);
    const statuses = [];
    for (let n = 0; n < 3; n += 1) statuses.push((await withDevice(member.email, 'not the password')).status);
    await clearSetting(site.db, 'logins_an_hour');
    expect(statuses).toEqual([403, 403, 429]);
  });

  test('counts the devices that became known in one network together, so that logging in often gives no further tries', async () => {
    const member = await aMember(site.db);
    const knownDevices = [];
    for (let n = 0; n < 3; n += 1)
      knownDevices.push((await logIn(member.email)).headers.getSetCookie().find((header) => header.startsWith('known_device=')));
    await saveSetting(site.db, 'logins_an_hour', 2);
    await avoidWindowEnd(HOUR);
    const statuses = [];
    for (const device of knownDevices) {
      const client = apiClient(site.url, device?.split(';')[0]);
      statuses.push((await client.post('/api/login.php', { email: member.email, password: 'not the password' })).status);
    }
    await clearSetting(site.db, 'logins_an_hour');
    expect(statuses).toEqual([403, 403, 429]);
  });
});

describe('many passwords at once', () => {
  test('are checked one after the other; what exceeds the queue is refused with the time to wait, and other calls are answered', async () => {
    const members = await Promise.all(Array.from({ length: 40 }, () => aMember(site.db)));
    const logins = members.map(({ email }, n) =>
      site.visitor.post('/api/login.php', { email, password: PASSWORD }, { 'CF-Connecting-IP': `203.0.113.${n}` }),
    );
    const others = await Promise.all(members.map((member) => site.as(member).get('/api/user.php')));
    expect(new Set(others.map(({ status }) => status))).toEqual(new Set([200]));
    const answers = await Promise.all(logins);
    const refused = answers.filter(({ status }) => status === 429);
    expect(answers.filter(({ status }) => status === 200).length + refused.length).toBe(40);
    expect(refused.length).toBeGreaterThan(0);
    for (const answer of refused) expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0);
    // The queue is empty again.
    expect((await logIn(members[0]?.email ?? '')).status).toBe(200);
  });
});
