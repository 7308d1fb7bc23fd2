import { beforeEach, describe, expect, test } from 'vitest';
import { MINUTE } from '#contract/durations';
import { clearSetting, saveSetting } from '#db/queries/operator/settings';
import { readToken } from '../../../worker/lib/tokens.ts';
import { storeAttempts } from '../../support/database/attempts.ts';
import { aMember, newEmail, newId } from '../../support/database/factories.ts';
import { allRows } from '../../support/database/table-rows.ts';
import { requestAsHost } from '../../support/product/request-as-host.ts';
import { TEST_SECRETS } from '../../support/product/test-secrets.ts';
import { testSite } from '../../support/product/test-site.ts';
import { avoidWindowEnd } from '../../support/timing/rate-limit-window.ts';

const site = testSite();

const check = (email: string, headers: Readonly<Record<string, string>> = {}) =>
  site.visitor.get(`/api/validate_email.php?email=${encodeURIComponent(email)}`, headers);

beforeEach(async () => {
  await site.db.$client.execute('delete from attempts');
});

describe('the check of an address', () => {
  test('says new and gives a token for exactly that address', async () => {
    const email = newEmail();
    const { status, body, headers, at } = await check(email).then((answer) => ({ ...answer, at: (path: string) => answer.at(path) }));
    expect([status, headers.get('Cache-Control')]).toEqual([200, 'no-store']);
    expect(body).toEqual({ status: 'new', email, request_email: email, token: expect.any(String) });
    expect(await readToken(TEST_SECRETS.SIGNING_KEY, 'email', String(at('token')), Date.now())).toEqual({ email });
  });

  test.each([
    ['active', 'active'],
    ['not_confirmed', 'not_confirmed'],
    ['deleted', 'deleted'],
    ['banned', 'active'],
  ] as const)('of a %s account says %s and gives no token', async (status, shown) => {
    const { email } = await aMember(site.db, { status });
    expect((await check(email.toUpperCase())).body).toEqual({ status: shown, email, request_email: email.toUpperCase(), token: null });
  });

  test.each(['noor', 'noor@', 'noor@example', '@example.org', 'noor@example.org, x@example.org', 'a'.repeat(300)])(
    'of %s says invalid',
    async (email) => {
      const answer = await check(email);
      expect([answer.status, answer.at('status'), answer.at('token'), answer.at('request_email')]).toEqual([200, 'invalid', null, email]);
    },
  );

  test.each(['noor@mailinator.com', 'Noor@MAILINATOR.com', 'noor@participants.mailinator.com', 'noor@deep.below.mailinator.com'])(
    'of %s, a disposable mailbox, says invalid',
    async (email) => {
      expect((await check(email)).body).toEqual({ status: 'invalid', email, request_email: email, token: null });
    },
  );

  test('accepts a domain that only ends like a disposable one', async () => {
    expect((await check('noor@our-mailinator.com')).at('status')).toBe('new');
    expect((await check('noor@mailinator.com.example.org')).at('status')).toBe('new');
  });

  test('says invalid for an empty address', async () => {
    expect((await check('')).body).toEqual({ status: 'invalid', email: '', request_email: '', token: null });
  });

  test('without an address, with two of them or with far too long a one is 422', async () => {
    expect((await site.visitor.get('/api/validate_email.php')).at('error.fields')).toEqual({ email: 'required' });
    expect((await site.visitor.get('/api/validate_email.php?email=a@b.nl&email=c@d.nl')).at('error.fields')).toEqual({
      email: 'wrong_type',
    });
    expect((await check('x'.repeat(1001))).at('error.fields')).toEqual({ email: 'too_long' });
  });

  test('changes nothing', async () => {
    const before = await allRows(site.db);
    await check(newEmail());
    expect(await allRows(site.db)).toEqual(before);
  });

  test('does not tell a taken address from a free one when the operator sets it to strict', async () => {
    await saveSetting(site.db, 'email_check', 'strict');
    const { email } = await aMember(site.db);
    for (const address of [email, newEmail()])
      expect((await check(address)).body).toMatchObject({ status: 'new', token: expect.any(String) });
    expect((await check('noor')).at('status')).toBe('invalid');
    await clearSetting(site.db, 'email_check');
  });
});

describe('the limit of address checks', () => {
  test('accepts the sixtieth of a minute and refuses the sixty-first', async () => {
    const checkBehind = async (earlier: number) => {
      const network = `203.0.113.${earlier}`;
      await storeAttempts(site.db, 'address_checks_a_minute', [network], earlier);
      return check(newEmail(), { 'CF-Connecting-IP': network });
    };
    expect((await checkBehind(59)).status).toBe(200);
    const askedAt = Date.now();
    const next = await checkBehind(60);
    expect([next.status, next.at('error.code'), next.at('error.details.limit')]).toEqual([429, 'too_many', 60]);
    const wait = Number(next.headers.get('Retry-After'));
    expect(wait).toBeGreaterThanOrEqual(1);
    expect(wait).toBeLessThanOrEqual(60);
    expect(Date.parse(String(next.at('error.details.ends_at')))).toBeGreaterThan(askedAt);
  });

  test('does not reveal a taken address once it is reached', async () => {
    const { email } = await aMember(site.db);
    await saveSetting(site.db, 'address_checks_a_minute', 1);
    await storeAttempts(site.db, 'address_checks_a_minute', ['127.0.0.1'], 1);
    const [taken, free] = [await check(email), await check(newEmail())];
    expect([taken.status, free.status]).toEqual([429, 429]);
    expect(JSON.stringify(taken.body).replace(/"ends_at":"[^"]+"/, '')).toBe(JSON.stringify(free.body).replace(/"ends_at":"[^"]+"/, ''));
    await clearSetting(site.db, 'address_checks_a_minute');
  });

  test('applies to a day, too', async () => {
    await saveSetting(site.db, 'address_checks_a_day', 1);
    await storeAttempts(site.db, 'address_checks_a_day', ['127.0.0.1'], 1);
    const answer = await check(newEmail());
    expect([answer.status, answer.at('error.details.limit')]).toEqual([429, 1]);
    await clearSetting(site.db, 'address_checks_a_day');
  });

  test('counts one IPv6 network as one and another as another', async () => {
    await saveSetting(site.db, 'address_checks_a_minute', 1);
    await avoidWindowEnd(MINUTE);
    const from = async (address: string) =>
      (await site.visitor.get(`/api/validate_email.php?email=${newEmail()}`, { 'CF-Connecting-IP': address })).status;
    expect(await from('2001:db8:1:2::1')).toBe(200);
    expect(await from('2001:db8:1:2:ffff::9')).toBe(429);
    expect(await from('2001:0DB8:1:2::9')).toBe(429);
    expect(await from('2001:db8:1:3::1')).toBe(200);
    expect(await from('198.51.100.7')).toBe(200);
    expect(await from('198.51.100.8')).toBe(200);
    expect(await from('198.51.100.7')).toBe(429);
    expect(await from('::ffff:198.51.100.7')).toBe(429);
    expect(await from('::ffff:198.51.100.9')).toBe(200);
    await clearSetting(site.db, 'address_checks_a_minute');
  });
});

describe('a request that names another host', () => {
  test('does not reach the link of the activation mail', async () => {
    const email = newEmail();
    const [settings, checked] = [await site.visitor.get('/api/settings.php'), await check(email)];
    const form = {
      email,
      name: 'Noor',
      password: 'a password of my own',
      csrf: settings.at('csrf'),
      token: checked.at('token'),
      n: newId(),
    };
    const answer = await requestAsHost(site.url, {
      method: 'POST',
      path: '/api/user.php?new=1',
      host: 'evil.example',
      headers: { 'Content-Type': 'application/json', 'X-Forwarded-Host': 'evil.example', 'X-Original-Host': 'evil.example' },
      body: JSON.stringify(form),
    });
    expect(answer.status).toBe(201);
    const mails = await site.visitor.get(`/_dev/mail.json?to=${email}`);
    expect(JSON.stringify(mails.body)).not.toContain('evil.example');
    expect(String(mails.at('0.links.0')).startsWith(`${site.url}/`)).toBe(true);
  });
});
