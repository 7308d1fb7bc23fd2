import { afterEach, describe, expect, test } from 'vitest';
import { DAY, MINUTE } from '#contract/durations';
import { clearSetting, saveSetting } from '#db/queries/operator/settings';
import { aMember, newEmail, newId, PASSWORD } from '../../support/database/factories.ts';
import { allRows, countRows } from '../../support/database/table-rows.ts';
import { requestAsHost } from '../../support/product/request-as-host.ts';
import { avoidWindowEnd } from '../../support/timing/rate-limit-window.ts';
import { accountFixture, EXPIRED, emailChangeCalls, linkTokens, refusalParts } from './account-fixture.ts';

const { site, rows, statusRowOf, eventsFor, mailsTo, mailedToken } = accountFixture();

const { ask, confirm, aWaitingChange } = emailChangeCalls(site);

afterEach(async () => {
  await clearSetting(site.db, 'email_check');
  await clearSetting(site.db, 'mail_changes_a_day');
});

describe('an account that has not confirmed its address', () => {
  const unconfirmed = () => aMember(site.db, { status: 'not_confirmed', locale: 'en' });

  test('gets the new address at once, with its activation mail, and its devices are notified', async () => {
    const [member, to] = [await unconfirmed(), newEmail()];
    const answer = await ask(member, ` ${to.toUpperCase()} `);
    expect([answer.status, answer.at('user.email'), answer.at('user.activated')]).toEqual([200, to, false]);
    expect(await eventsFor(member.id)).toEqual(['user.changed']);
    expect((await mailsTo(to))[0]?.subject).toBe('Confirm your e-mail address for Vonk');
    expect(await mailsTo(member.email)).toEqual([]);
  });

  test('is confirmed by the link to the new address and no longer by the old one’s', async () => {
    const [member, to] = [await unconfirmed(), newEmail()];
    await site.as(member).post('/api/activate.php');
    const [old] = await mailsTo(member.email);
    await ask(member, to);
    const open = async (link = '') => (await site.visitor.get(link.replace(site.url, ''))).headers.get('Location');
    expect(await open(old?.links[0])).toBe('/activate/error');
    expect(await open((await mailsTo(to))[0]?.links[0])).toBe('/activate/done');
  });

  test('is refused a taken address, also when three ask for it at once', async () => {
    const [member, other, to] = [await unconfirmed(), await aMember(site.db), newEmail()];
    expect(refusalParts(await ask(member, other.email))).toEqual([409, 'email_taken', undefined]);
    const rivals = await Promise.all([unconfirmed(), unconfirmed(), unconfirmed()]);
    const answers = await Promise.all(rivals.map((rival) => ask(rival, to)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect(await mailsTo(to)).toHaveLength(1);
  });
});

describe('a confirmed account that asks for another address', () => {
  test('keeps the old address until the new one is confirmed', async () => {
    const [member, to] = [await aMember(site.db, { locale: 'en' }), newEmail()];
    const answer = await ask(member, to);
    expect([answer.status, answer.at('user.email')]).toEqual([200, member.email]);
    const [mail] = await mailsTo(to);
    expect(mail?.links[0]?.startsWith(`${site.url}/mail-change/do?token=`)).toBe(true);
    expect(mail?.text).toContain('given as the new one of an account');
    expect((await confirm(await mailedToken(to))).status).toBe(204);
    expect((await statusRowOf(member.id))?.email).toBe(to);
    expect(await eventsFor(member.id)).toEqual(['user.changed']);
    expect((await site.as(member).get('/api/user.php')).at('user.email')).toBe(to);
    const [notice] = await mailsTo(member.email);
    expect(notice?.links[0]?.startsWith(`${site.url}/mail-change/do?undo=`)).toBe(true);
    expect(JSON.stringify(notice)).not.toContain(to);
  });

  test('voids its earlier request', async () => {
    const { member, change } = await aWaitingChange();
    const second = newEmail();
    await ask(member, second);
    expect(refusalParts(await confirm(await linkTokens.emailChange(change)))).toEqual(EXPIRED);
    expect((await confirm(await mailedToken(second))).status).toBe(204);
  });

  test('gets links of this site whatever host the request names', async () => {
    const [member, to] = [await aMember(site.db), newEmail()];
    const headers = { 'Content-Type': 'application/json', 'X-Forwarded-Host': 'evil.example', Cookie: member.cookie };
    const body = JSON.stringify({ email: to, password: PASSWORD });
    await requestAsHost(site.url, { method: 'POST', path: '/api/mailchange.php', host: 'evil.example', headers, body });
    const token = await mailedToken(to);
    const put = { 'Content-Type': 'application/json' };
    await requestAsHost(site.url, {
      method: 'PUT',
      path: '/api/mailchange.php',
      host: 'evil.example',
      headers: put,
      body: JSON.stringify({ token }),
    });
    const mails = [...(await mailsTo(to)), ...(await mailsTo(member.email))];
    expect(mails.map(({ links }) => new URL(links[0] ?? '').origin)).toEqual([site.url, site.url]);
    expect(JSON.stringify(mails)).not.toContain('evil.example');
  });
});

describe('a change of address', () => {
  test.each(['not_confirmed', 'active'] as const)(
    'of an account that is %s is refused with the field at fault, and nothing changes',
    async (status) => {
      const [member, other] = [await aMember(site.db, { status }), await aMember(site.db, { status: 'deleted' })];
      const before = await allRows(site.db);
      const wrong = { password: 'wrong_password' };
      expect(refusalParts(await ask(member, newEmail(), 'not the password'))).toEqual([422, 'invalid', wrong]);
      expect(refusalParts(await ask(member, other.email, 'not the password'))).toEqual([422, 'invalid', wrong]);
      expect(refusalParts(await ask(member, member.email.toUpperCase()))).toEqual([422, 'invalid', { email: 'not_allowed' }]);
      expect(refusalParts(await ask(member, 'no address'))).toEqual([422, 'invalid', { email: 'not_allowed' }]);
      expect(refusalParts(await ask(member, other.email))).toEqual([409, 'email_taken', undefined]);
      expect(await allRows(site.db)).toEqual(before);
    },
  );

  test.each(['not_confirmed', 'active'] as const)(
    'of an account that is %s is refused beyond the daily limit that the operator sets',
    async (status) => {
      await saveSetting(site.db, 'mail_changes_a_day', 1);
      await avoidWindowEnd(DAY);
      const member = await aMember(site.db, { status });
      // A request with a wrong password does not count.
      await ask(member, newEmail(), 'a typing error');
      expect((await ask(member, newEmail())).status).toBe(200);
      const refused = await ask(member, newEmail());
      expect([refused.status, refused.at('error.code'), refused.at('error.details.limit')]).toEqual([429, 'too_many', 1]);
      expect(Number(refused.headers.get('Retry-After'))).toBeLessThanOrEqual(DAY / 1000);
    },
  );

  test.each(['not_confirmed', 'active'] as const)(
    'of an account that is %s is refused beyond the daily limit when many are asked for at once',
    async (status) => {
      await saveSetting(site.db, 'mail_changes_a_day', 2);
      await avoidWindowEnd(DAY);
      const member = await aMember(site.db, { status });
      const addresses = Array.from({ length: 5 }, () => newEmail());
      const answers = await Promise.all(addresses.map((address) => ask(member, address)));
      const accepted = answers.filter(({ status: answered }) => answered === 200);
      // One that comes too late to replace an unconfirmed address counts as well.
      expect(accepted.length === 2 || (status === 'not_confirmed' && accepted.length === 1)).toBe(true);
      expect(answers.filter(({ status: answered }) => answered === 429)).toHaveLength(answers.length - accepted.length);
      expect((await Promise.all(addresses.map((address) => mailsTo(address)))).flat()).toHaveLength(accepted.length);
    },
  );
});

describe('on a site that checks addresses strictly', () => {
  test.each(['not_confirmed', 'active'] as const)(
    'a taken and a free address get the same answer for an account that is %s',
    async (status) => {
      await saveSetting(site.db, 'email_check', 'strict');
      const [one, two, other, free] = [
        await aMember(site.db, { status }),
        await aMember(site.db, { status }),
        await aMember(site.db),
        newEmail(),
      ];
      const [taken, open] = [await ask(one, other.email), await ask(two, free)];
      expect([taken.status, taken.at('user.email')]).toEqual([200, one.email]);
      expect([open.status, open.at('user.email')]).toEqual([200, two.email]);
      expect([...taken.headers.keys()]).toEqual([...open.headers.keys()]);
      expect((await site.as(one).get('/api/user.php')).at('user.email')).toBe(one.email);
      expect(await mailsTo(other.email)).toEqual([]);
      expect(await mailsTo(free)).toHaveLength(1);
    },
  );

  test('confirming the new address also confirms the account, and nothing is mailed to the old, unconfirmed address', async () => {
    await saveSetting(site.db, 'email_check', 'strict');
    const [member, to] = [await aMember(site.db, { status: 'not_confirmed' }), newEmail()];
    await ask(member, to);
    await confirm(await mailedToken(to));
    expect(await statusRowOf(member.id)).toMatchObject({ email: to, status: 'active' });
    expect(await mailsTo(member.email)).toEqual([]);
  });
});

describe('confirming the new address', () => {
  test('works once, also when requested twice at once', async () => {
    const { member, change } = await aWaitingChange();
    const token = await linkTokens.emailChange(change);
    const answers = await Promise.all([confirm(token), confirm(token)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 422]);
    expect(refusalParts(await confirm(token))).toEqual(EXPIRED);
    expect(await countRows(site.db, 'mails', member.id)).toBe(1);
  });

  test('is refused after a day', async () => {
    const { change } = await aWaitingChange();
    expect(refusalParts(await confirm(await linkTokens.emailChange(change, Date.now() - DAY)))).toEqual(EXPIRED);
    expect((await confirm(await linkTokens.emailChange(change, Date.now() - DAY + MINUTE))).status).toBe(204);
  });

  test('is refused when the address was taken meanwhile, and nothing changes', async () => {
    const { to, change } = await aWaitingChange();
    await aMember(site.db, { email: to });
    const before = await allRows(site.db);
    expect(refusalParts(await confirm(await linkTokens.emailChange(change)))).toEqual([409, 'email_taken', undefined]);
    expect(await allRows(site.db)).toEqual(before);
  });

  test.each([
    ['whose account is deleted', 'deleted'],
    ['whose account is banned', 'banned'],
  ] as const)('of a change %s is refused', async (_, status) => {
    const { change } = await aWaitingChange({ status, statusBefore: 'active', deletedAt: Date.now() });
    expect(refusalParts(await confirm(await linkTokens.emailChange(change)))).toEqual(EXPIRED);
  });

  test('of an account whose address has changed since is refused', async () => {
    const { member, change } = await aWaitingChange();
    await rows('update members set email = ? where id = ?', newEmail(), member.id);
    expect(refusalParts(await confirm(await linkTokens.emailChange(change)))).toEqual(EXPIRED);
  });

  test('with a token that is forged, for another use or for no change changes nothing', async () => {
    const { change } = await aWaitingChange();
    const before = await allRows(site.db);
    for (const token of [
      'x',
      `A${(await linkTokens.emailChange(change)).slice(1)}`,
      await linkTokens.emailChangeUndo(change),
      await linkTokens.emailChange(newId()),
    ]) {
      expect(refusalParts(await confirm(token))).toEqual(EXPIRED);
    }
    expect(await allRows(site.db)).toEqual(before);
  });
});
