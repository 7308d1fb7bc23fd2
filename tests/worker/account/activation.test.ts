import { describe, expect, test } from 'vitest';
import { DAY, MINUTE } from '#contract/durations';
import { clearSetting, saveSetting } from '#db/queries/operator/settings';
import { createToken } from '../../../worker/lib/tokens.ts';
import { aMember, newEmail, newId } from '../../support/database/factories.ts';
import { allRows, countRows } from '../../support/database/table-rows.ts';
import { TEST_SECRETS } from '../../support/product/test-secrets.ts';
import { testSite } from '../../support/product/test-site.ts';

const site = testSite();

/** Inserts an activation mail that was created `age` ms ago; with `acceptedAt` null it was not delivered. */
const aMail = (memberId: string, age: number, acceptedAt: number | null = Date.now()) =>
  site.db.$client.execute({
    sql: "insert into mails (id, member_id, kind, recipient, subject, text, html, created_at, due_at, accepted_at) values (?, ?, 'activation', 'x', 'x', 'x', 'x', ?, ?, ?)",
    args: [newId(), memberId, Date.now() - age, Date.now() - age, acceptedAt],
  });

const unconfirmed = () => aMember(site.db, { status: 'not_confirmed' });
const openLink = async (token: string) => {
  const answer = await site.visitor.get(`/api/activate.php?token=${encodeURIComponent(token)}`);
  return { status: answer.status, to: answer.headers.get('Location'), cookies: answer.headers.getSetCookie() };
};
const linkFor = (member: { id: string; email: string }, at = Date.now()) =>
  createToken(TEST_SECRETS.SIGNING_KEY, 'activate', { member: member.id, email: member.email }, at);
const statusOf = async (id: string) =>
  (await site.db.$client.execute({ sql: 'select status from members where id = ?', args: [id] })).rows[0]?.status;

const DONE = { status: 302, to: '/activate/done', cookies: [] };
const ERROR = { status: 302, to: '/activate/error', cookies: [] };

describe('the link of the activation mail', () => {
  test('opens the account and signs nobody in', async () => {
    const member = await unconfirmed();
    expect(await openLink(await linkFor(member))).toEqual(DONE);
    expect(await statusOf(member.id)).toBe('active');
  });

  test('works every time it is opened, also from another site', async () => {
    const member = await unconfirmed();
    const link = await linkFor(member);
    expect([await openLink(link), await openLink(link)]).toEqual([DONE, DONE]);
    const fromMail = await site.visitor.get(`/api/activate.php?token=${link}`, {
      Origin: 'https://mail.example',
      'Sec-Fetch-Site': 'cross-site',
    });
    expect(fromMail.headers.get('Location')).toBe('/activate/done');
  });

  test('expires after twenty-four hours', async () => {
    const member = await unconfirmed();
    expect(await openLink(await linkFor(member, Date.now() - DAY))).toEqual(ERROR);
    expect(await openLink(await linkFor(member, Date.now() - DAY + MINUTE))).toEqual(DONE);
  });

  test('to an address that was replaced since confirms nothing', async () => {
    const member = await unconfirmed();
    const link = await linkFor(member);
    await site.db.$client.execute({ sql: 'update members set email = ? where id = ?', args: [newEmail(), member.id] });
    expect(await openLink(link)).toEqual(ERROR);
    expect(await statusOf(member.id)).toBe('not_confirmed');
  });

  test.each(['deleted', 'banned'] as const)('does not reactivate a %s account', async (status) => {
    const member = await aMember(site.db, { status });
    const before = await allRows(site.db);
    expect(await openLink(await linkFor(member))).toEqual(ERROR);
    expect(await allRows(site.db)).toEqual(before);
  });

  test('that is forged, signed for another use or for an unknown member leads to the error page and writes nothing', async () => {
    const member = await unconfirmed();
    const good = await linkFor(member);
    const forged = [
      '',
      'x',
      'x'.repeat(900),
      good.slice(0, -3),
      `A${good.slice(1)}`,
      await createToken('another-key-of-at-least-32-characters', 'activate', { member: member.id, email: member.email }, Date.now()),
      await createToken(TEST_SECRETS.SIGNING_KEY, 'email', { email: member.email }, Date.now()),
      await linkFor({ id: newId(), email: member.email }),
    ];
    const before = await allRows(site.db);
    for (const token of forged) expect(await openLink(token)).toEqual(ERROR);
    expect(await allRows(site.db)).toEqual(before);
  });

  test('that is far too long or given twice leads to the error page, too', async () => {
    const good = await linkFor(await unconfirmed());
    expect(await openLink('x'.repeat(1001))).toEqual(ERROR);
    const twice = await site.visitor.get(`/api/activate.php?token=${good}&token=${good}`);
    expect([twice.status, twice.headers.get('Location')]).toEqual([302, '/activate/error']);
  });

  test('keeps its token out of caches', async () => {
    const answer = await site.visitor.get(`/api/activate.php?token=${await linkFor(await unconfirmed())}`);
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
  });
});

describe('the delivery of the activation mail', () => {
  test('is reported for the newest mail only', async () => {
    const member = await unconfirmed();
    const delivered = async () => (await site.as(member).get('/api/activate.php')).body;
    expect(await delivered()).toEqual({ delivered: false });
    await aMail(member.id, 2 * MINUTE);
    expect(await delivered()).toEqual({ delivered: true });
    await aMail(member.id, MINUTE, null);
    expect(await delivered()).toEqual({ delivered: false });
  });
});

describe('sending the activation mail again', () => {
  test('sends one that works', async () => {
    const member = await unconfirmed();
    const answer = await site.as(member).post('/api/activate.php');
    expect([answer.status, answer.body]).toEqual([204, '']);
    const mails = await site.visitor.get(`/_dev/mail.json?to=${member.email}`);
    expect(await openLink(new URL(String(mails.at('0.links.0'))).searchParams.get('token') ?? '')).toEqual(DONE);
  });

  test('waits a minute after the last one, and says how long', async () => {
    const member = await unconfirmed();
    await aMail(member.id, MINUTE / 2);
    const answer = await site.as(member).post('/api/activate.php');
    expect([answer.status, answer.at('error.code')]).toEqual([429, 'too_many']);
    expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(Number(answer.headers.get('Retry-After'))).toBeLessThanOrEqual(30);
    expect(await countRows(site.db, 'mails', member.id)).toBe(1);
  });

  test('is possible again once the minute is over', async () => {
    const member = await unconfirmed();
    await aMail(member.id, MINUTE);
    expect((await site.as(member).post('/api/activate.php')).status).toBe(204);
  });

  test('is refused beyond the daily limit that the operator sets', async () => {
    await saveSetting(site.db, 'activation_mails_a_day', 3);
    const member = await unconfirmed();
    for (const hours of [23, 12, 1]) await aMail(member.id, hours * 60 * MINUTE);
    const answer = await site.as(member).post('/api/activate.php');
    expect([answer.status, answer.at('error.details.limit')]).toEqual([429, 3]);
    const wait = Number(answer.headers.get('Retry-After'));
    expect(wait).toBeGreaterThan(3500);
    expect(wait).toBeLessThanOrEqual(3600);
    await clearSetting(site.db, 'activation_mails_a_day');
  });

  test('counts only the last day', async () => {
    await saveSetting(site.db, 'activation_mails_a_day', 3);
    const member = await unconfirmed();
    for (const hours of [25, 12, 1]) await aMail(member.id, hours * 60 * MINUTE);
    expect((await site.as(member).post('/api/activate.php')).status).toBe(204);
    await clearSetting(site.db, 'activation_mails_a_day');
  });

  test('sends one mail for four simultaneous requests', async () => {
    const member = await unconfirmed();
    const answers = await Promise.all([1, 2, 3, 4].map(() => site.as(member).post('/api/activate.php')));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 429, 429, 429]);
    expect(await countRows(site.db, 'mails', member.id)).toBe(1);
  });

  test('of a confirmed account is a conflict', async () => {
    const member = await aMember(site.db);
    const answer = await site.as(member).post('/api/activate.php');
    expect([answer.status, answer.at('error.code')]).toEqual([409, 'conflict']);
    expect(await countRows(site.db, 'mails', member.id)).toBe(0);
  });
});
