import { beforeEach, describe, expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '#contract/durations';
import { clearSetting, saveSetting } from '#db/queries/operator/settings';
import { attempts } from '#db/schema/index';
import { sha256 } from '../../../worker/lib/crypto.ts';
import { storeAttempts } from '../../support/database/attempts.ts';
import { aMember, anEmailChange, aSession, newEmail, newId, PASSWORD } from '../../support/database/factories.ts';
import { allRows, countRows } from '../../support/database/table-rows.ts';
import { apiClient } from '../../support/product/api-client.ts';
import { requestAsHost } from '../../support/product/request-as-host.ts';
import { avoidWindowEnd } from '../../support/timing/rate-limit-window.ts';
import { accountFixture, EXPIRED, GOOD_PASSWORD, linkTokens, refusalParts } from '../account/account-fixture.ts';

const { site, rows, statusRowOf, sessionsOf, eventsFor, mailsTo, mailedToken } = accountFixture();

const ask = (email: string, headers = {}) => site.visitor.post('/api/resetpassword.php', { email }, headers);
const reset = (token: string, password = GOOD_PASSWORD) => site.visitor.put('/api/resetpassword.php', { token, password });
const check = (token: string) => site.visitor.get(`/api/resetpassword.php?token=${token}`);
const logIn = (email: string, password: string) => site.visitor.post('/api/login.php', { email, password });

beforeEach(() => site.db.$client.execute('delete from attempts'));

describe('asking for a new password', () => {
  test('mails a link that sets one', async () => {
    const member = await aMember(site.db, { locale: 'en' });
    const answer = await ask(` ${member.email.toUpperCase()} `);
    expect([answer.status, answer.body]).toEqual([204, '']);
    const [mail] = await mailsTo(member.email);
    expect(mail?.links[0]?.startsWith(`${site.url}/reset-password/do?token=`)).toBe(true);
    expect(mail?.text).toContain('because somebody asked for a new password');
    expect(mail?.text).not.toContain('an account was opened');
    expect((await reset(await mailedToken(member.email))).status).toBe(204);
    expect((await logIn(member.email, GOOD_PASSWORD)).status).toBe(200);
  });

  test('is in the member’s language', async () => {
    const member = await aMember(site.db, { locale: 'nl' });
    await ask(member.email, { 'Accept-Language': 'en' });
    expect((await mailsTo(member.email))[0]?.subject).toBe('Kies een nieuw wachtwoord voor Vonk');
  });

  test.each([
    ['unknown address', null],
    ['deleted account', 'deleted'],
    ['banned account', 'banned'],
  ] as const)('for an %s gets the same answer and mails nobody', async (_, status) => {
    const known = await aMember(site.db);
    const email = status ? (await aMember(site.db, { status, statusBefore: 'active', deletedAt: Date.now() })).email : newEmail();
    const before = await countRows(site.db, 'mails');
    const [theirs, other] = [await ask(email), await ask(known.email)];
    expect([theirs.status, theirs.body, [...theirs.headers.keys()]]).toEqual([other.status, other.body, [...other.headers.keys()]]);
    expect(await mailsTo(email)).toEqual([]);
    expect(await countRows(site.db, 'mails')).toBe(before + 1);
  });

  test('mails a link of this site whatever host the request names', async () => {
    const member = await aMember(site.db);
    const headers = { 'Content-Type': 'application/json', 'X-Forwarded-Host': 'evil.example', 'X-Original-Host': 'evil.example' };
    const body = JSON.stringify({ email: member.email });
    const answer = await requestAsHost(site.url, { method: 'POST', path: '/api/resetpassword.php', host: 'evil.example', headers, body });
    expect(answer.status).toBe(204);
    const mails = await mailsTo(member.email);
    expect(JSON.stringify(mails)).not.toContain('evil.example');
    expect(mails[0]?.links[0]?.startsWith(`${site.url}/`)).toBe(true);
  });

  test.each([true, false])('is refused beyond the hourly limit, whether the account exists or not (%s)', async (isKnown) => {
    await saveSetting(site.db, 'reset_mails_an_hour', 2);
    const email = isKnown ? (await aMember(site.db)).email : newEmail();
    await storeAttempts(site.db, 'reset_mails_an_hour', [await sha256(email), '127.0.0.1'], 2);
    const refused = await ask(email);
    expect([refused.status, refused.at('error.code'), refused.at('error.details.limit')]).toEqual([429, 'too_many', 2]);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(await mailsTo(email)).toEqual([]);
    expect((await ask(newEmail())).status).toBe(204);
    await clearSetting(site.db, 'reset_mails_an_hour');
  });

  test('mails nothing beyond the hourly mails of an address, whoever asked for them, and answers the same', async () => {
    await saveSetting(site.db, 'address_mails_an_hour', 1);
    await avoidWindowEnd(HOUR);
    const { email } = await aMember(site.db);
    const statuses = [(await ask(email, { 'CF-Connecting-IP': '203.0.113.20' })).status, (await ask(email)).status];
    await clearSetting(site.db, 'address_mails_an_hour');
    expect([statuses, (await mailsTo(email)).length]).toEqual([[204, 204], 1]);
  });

  test('is mailed however many complaints were made with the address', async () => {
    const silentLimits = ['complaint_mails_an_hour', 'address_mails_an_hour'] as const;
    for (const limit of silentLimits) await saveSetting(site.db, limit, 1);
    await avoidWindowEnd(HOUR);
    const { email } = await aMember(site.db);
    const complain = (text: string) => site.visitor.post('/api/complaints.php', { email, subject: 'payment', text });
    const statuses = [(await complain('I paid twice')).status, (await complain('I paid three times')).status, (await ask(email)).status];
    for (const limit of silentLimits) await clearSetting(site.db, limit);
    const subjects = (await mailsTo(email)).map(({ subject }) => subject);
    expect([statuses, subjects.length, subjects]).toEqual([
      [201, 201, 204],
      2,
      expect.arrayContaining(['Kies een nieuw wachtwoord voor Vonk']),
    ]);
  });

  test('is limited for a network, too, however many addresses it names', async () => {
    await saveSetting(site.db, 'resets_an_hour', 3);
    const from = { 'CF-Connecting-IP': '203.0.113.9' };
    const answers = [];
    for (let n = 0; n < 7; n += 1) answers.push((await ask(newEmail(), from)).status);
    expect(answers.filter((status) => status === 429).length).toBeGreaterThan(0);
    expect((await ask(newEmail(), { 'CF-Connecting-IP': '203.0.113.10' })).status).toBe(204);
    await clearSetting(site.db, 'resets_an_hour');
  });
});

describe('the link to a new password', () => {
  test('ends every session and notifies their devices', async () => {
    const member = await aMember(site.db);
    await aSession(site.db, member.id);
    const sessions = await sessionsOf(member.id);
    expect((await reset(await linkTokens.reset(member))).status).toBe(204);
    expect(await sessionsOf(member.id)).toEqual([]);
    expect((await eventsFor(member.id)).toSorted()).toEqual(sessions.map((id) => `session.ended ${id}`).toSorted());
    expect((await logIn(member.email, PASSWORD)).at('error.code')).toBe('wrong_credentials');
  });

  test('works once, also when used twice at once', async () => {
    const member = await aMember(site.db);
    const token = await linkTokens.reset(member);
    const answers = await Promise.all([reset(token, 'the first of two words'), reset(token, 'the second of two words')]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 422]);
    expect(refusalParts(await reset(token, 'yet another password'))).toEqual(EXPIRED);
    const winner = answers[0]?.status === 204 ? 'the first of two words' : 'the second of two words';
    expect((await logIn(member.email, winner)).status).toBe(200);
  });

  test('says when it is opened whether it still works, and changes nothing by that', async () => {
    const member = await aMember(site.db);
    const token = await linkTokens.reset(member);
    const before = await allRows(site.db);
    expect((await check(token)).status).toBe(204);
    expect((await check(token)).status).toBe(204);
    for (const spoilt of [
      'x',
      token.slice(0, -2),
      await linkTokens.reset(member, Date.now() - HOUR),
      await linkTokens.undelete(member.id, 1),
    ]) {
      expect(refusalParts(await check(spoilt))).toEqual(EXPIRED);
    }
    expect(await allRows(site.db)).toEqual(before);
    await reset(token);
    expect(refusalParts(await check(token))).toEqual(EXPIRED);
    const banned = await aMember(site.db, { status: 'banned', statusBefore: 'active' });
    expect(refusalParts(await check(await linkTokens.reset(banned)))).toEqual(EXPIRED);
  });

  test('expires after an hour', async () => {
    const member = await aMember(site.db);
    expect(refusalParts(await reset(await linkTokens.reset(member, Date.now() - HOUR)))).toEqual(EXPIRED);
    expect((await reset(await linkTokens.reset(member, Date.now() - HOUR + MINUTE))).status).toBe(204);
  });

  test('is void once the password or the address has changed', async () => {
    const [one, other] = [await aMember(site.db), await aMember(site.db)];
    const [byPassword, byAddress] = [await linkTokens.reset(one), await linkTokens.reset(other)];
    await site.as(one).put('/api/password.php', { old: PASSWORD, password: GOOD_PASSWORD });
    await rows('update members set email = ? where id = ?', newEmail(), other.id);
    expect(refusalParts(await reset(byPassword))).toEqual(EXPIRED);
    expect(refusalParts(await reset(byAddress))).toEqual(EXPIRED);
  });

  test('that is forged, for another use or for an unknown member changes nothing', async () => {
    const member = await aMember(site.db);
    const good = await linkTokens.reset(member);
    const before = await allRows(site.db);
    for (const token of [
      'x',
      `A${good.slice(1)}`,
      good.slice(0, -2),
      await linkTokens.undelete(member.id, 1),
      await linkTokens.reset({ ...member, id: newId() }),
    ]) {
      expect(refusalParts(await reset(token))).toEqual(EXPIRED);
    }
    expect(await allRows(site.db)).toEqual(before);
  });

  test.each(['deleted', 'banned'] as const)('does nothing for an account that is %s by now', async (status) => {
    const member = await aMember(site.db, { status, statusBefore: 'active', deletedAt: Date.now() });
    const before = await allRows(site.db);
    expect(refusalParts(await reset(await linkTokens.reset(member)))).toEqual(EXPIRED);
    expect(await allRows(site.db)).toEqual(before);
  });

  test('refuses a common password, and stays valid', async () => {
    const member = await aMember(site.db);
    const token = await linkTokens.reset(member);
    expect(refusalParts(await reset(token, 'wachtwoord123'))).toEqual([422, 'invalid', { password: 'not_allowed' }]);
    expect(refusalParts(await reset(token, 'short'))).toEqual([422, 'invalid', { password: 'too_short' }]);
    expect((await reset(token)).status).toBe(204);
  });

  test('confirms the address that it came to', async () => {
    const member = await aMember(site.db, { status: 'not_confirmed' });
    await reset(await linkTokens.reset(member));
    expect((await statusRowOf(member.id))?.status).toBe('active');
    expect((await logIn(member.email, GOOD_PASSWORD)).at('user.activated')).toBe(true);
  });

  test('resets the login limit of an account whose tries were used up by somebody else', async () => {
    const member = await aMember(site.db);
    await storeAttempts(site.db, 'logins_an_hour', [await sha256(member.email), '127.0.0.1'], 11);
    expect((await logIn(member.email, PASSWORD)).status).toBe(429);
    await reset(await linkTokens.reset(member));
    expect((await logIn(member.email, GOOD_PASSWORD)).status).toBe(200);
  });

  test('resets the login limit of a known device, too', async () => {
    const member = await aMember(site.db);
    const knownDevice = (await logIn(member.email, PASSWORD)).headers.getSetCookie().find((header) => header.startsWith('known_device='));
    const logInThere = (password: string) =>
      apiClient(site.url, knownDevice?.split(';')[0]).post('/api/login.php', { email: member.email, password });
    await saveSetting(site.db, 'logins_an_hour', 1);
    await avoidWindowEnd(HOUR);
    const forgotten = [(await logInThere('not the password')).status, (await logInThere(PASSWORD)).status];
    await reset(await linkTokens.reset(member));
    const after = (await logInThere(GOOD_PASSWORD)).status;
    await clearSetting(site.db, 'logins_an_hour');
    expect([forgotten, after]).toEqual([[403, 429], 200]);
  });

  test('resets no other limit and no other account', async () => {
    const [member, other] = [await aMember(site.db), await aMember(site.db)];
    const hashes = [await sha256(member.email), await sha256(other.email)];
    // Names of limits before and behind that of the logins.
    for (const name of ['exports_a_day', 'logins_an_hour', 'uploads_an_hour'] as const)
      for (const hash of hashes) await storeAttempts(site.db, name, [hash], 3);
    await storeAttempts(site.db, 'logins_an_hour', [hashes[0] ?? '', '127.0.0.1'], 3);
    const before = new Set((await site.db.select().from(attempts)).map(({ key }) => key));
    await reset(await linkTokens.reset(member));
    const after = new Set((await site.db.select().from(attempts)).map(({ key }) => key));
    expect([...before.difference(after)]).toEqual([`logins_an_hour:${hashes[0]}:127.0.0.1`]);
  });

  test('voids a change of address that is not confirmed yet', async () => {
    const member = await aMember(site.db);
    const change = await anEmailChange(site.db, { memberId: member.id, oldEmail: member.email, newEmail: newEmail() });
    await reset(await linkTokens.reset(member));
    expect(refusalParts(await site.visitor.put('/api/mailchange.php', { token: await linkTokens.emailChange(change) }))).toEqual(EXPIRED);
  });
});

describe('a change of the password', () => {
  const change = (member: { cookie: string }, old: string, password = GOOD_PASSWORD) =>
    site.as(member).put('/api/password.php', { old, password });

  test('ends all other sessions and keeps this one', async () => {
    const member = await aMember(site.db);
    const [mine = ''] = await sessionsOf(member.id);
    await aSession(site.db, member.id);
    const others = (await sessionsOf(member.id)).filter((id) => id !== mine);
    expect((await change(member, PASSWORD)).status).toBe(204);
    expect(await sessionsOf(member.id)).toEqual([mine]);
    expect(await eventsFor(member.id)).toEqual([...others.map((id) => `session.ended ${id}`), 'user.changed']);
    expect((await site.as(member).get('/api/user.php')).status).toBe(200);
    expect((await logIn(member.email, GOOD_PASSWORD)).status).toBe(200);
  });

  test.each([
    ['a wrong old one', { old: 'not it at all', password: GOOD_PASSWORD }, { old: 'wrong_password' }],
    ['no old one', { password: GOOD_PASSWORD }, { old: 'required' }],
    ['a common one', { old: PASSWORD, password: 'qwertyuiop' }, { password: 'not_allowed' }],
    ['a short one', { old: PASSWORD, password: 'seven77' }, { password: 'too_short' }],
    ['lists', { old: [PASSWORD], password: [GOOD_PASSWORD] }, { old: 'wrong_type', password: 'wrong_type' }],
  ])('with %s is refused and changes nothing', async (_, body, fields) => {
    const member = await aMember(site.db);
    const before = await allRows(site.db);
    expect(refusalParts(await site.as(member).put('/api/password.php', body))).toEqual([422, 'invalid', fields]);
    expect(await allRows(site.db)).toEqual(before);
  });

  test('is refused after as many wrong tries an hour as the operator allows, and a forged session cannot use them up', async () => {
    await saveSetting(site.db, 'password_tries_an_hour', 2);
    await avoidWindowEnd(HOUR);
    const member = await aMember(site.db);
    const forged = { cookie: `session=${member.id}.${'x'.repeat(43)}` };
    for (let n = 0; n < 4; n += 1) expect((await change(forged, 'a guess')).at('error.code')).toBe('signed_out');
    expect((await change(member, PASSWORD)).status).toBe(204);
    for (let n = 0; n < 4; n += 1) await change(member, 'a wrong guess');
    const refused = await change(member, GOOD_PASSWORD, 'yet another password');
    expect([refused.status, refused.at('error.code'), refused.at('error.details.limit')]).toEqual([429, 'too_many', 2]);
    expect(Date.parse(String(refused.at('error.details.ends_at'))) - Date.now()).toBeLessThanOrEqual(DAY / 24);
    await clearSetting(site.db, 'password_tries_an_hour');
  });

  test('requested twice at once is done once', async () => {
    const member = await aMember(site.db);
    const answers = await Promise.all(
      ['the first of two words', 'the second of two words'].map((password) => change(member, PASSWORD, password)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 422]);
  });
});
