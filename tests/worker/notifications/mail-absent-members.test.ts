import { beforeEach, describe, expect, test } from 'vitest';
import { MINUTE } from '#contract/durations';
import type { members } from '#db/schema/index';
import { aBlock, aMember, type TestMember } from '../../support/database/factories.ts';
import { testSite } from '../../support/product/test-site.ts';
import { insertMessageAt } from './notifications-fixture.ts';

const site = testSite();

interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly headers: Readonly<Record<string, string>> | null;
  readonly links: string[];
}

/** All mails to a member, newest first. */
const mailsTo = async ({ email }: { email: string }) => (await site.visitor.get(`/_dev/mail.json?to=${email}`)).body as Mail[];
const sweep = async () => expect(await site.worker.scheduled()).toBe('ok');

/** A member who was last active an hour ago. */
const anAbsentMember = (traits: Partial<typeof members.$inferInsert> = {}) =>
  aMember(site.db, { lastActiveAt: Date.now() - 60 * MINUTE, ...traits });

/** Stores a message as a send would have done some minutes ago; returns the conversation's id. */
const receive = (from: TestMember, to: TestMember, minutesAgo: number, conversation?: string) =>
  insertMessageAt(site, from, to, Date.now() - minutesAgo * MINUTE, conversation);

const like = (from: TestMember, to: TestMember, minutesAgo: number) =>
  site.db.$client.execute({
    sql: 'insert into likes (liker_id, liked_id, created_at) values (?, ?, ?)',
    args: [from.id, to.id, Date.now() - minutesAgo * MINUTE],
  });

let noor: TestMember;
beforeEach(async () => {
  await site.db.$client.batch([
    'delete from members',
    'delete from mails',
    'delete from conversations',
    'delete from participants',
    'delete from messages',
  ]);
  noor = await aMember(site.db, { name: 'Noor Geheim' });
});

describe('an absent member', () => {
  test('is not mailed about a message request, nor is it counted with other conversations', async () => {
    const [bas, third] = [await anAbsentMember(), await aMember(site.db)];
    const aside = await receive(noor, bas, 15);
    await site.db.$client.execute({
      sql: 'update participants set is_message_request = 1 where conversation_id = ? and member_id = ?',
      args: [aside, bas.id],
    });
    await sweep();
    expect(await mailsTo(bas)).toEqual([]);
    await receive(third, bas, 11);
    await sweep();
    const [mail, ...others] = await mailsTo(bas);
    expect([mail?.text.includes('een nieuw bericht'), others]).toEqual([true, []]);
  });

  test('is mailed in their language how much has been unread for ten minutes, without names and texts', async () => {
    const [bas, third] = [await anAbsentMember({ name: 'Bas', locale: 'nl' }), await aMember(site.db)];
    const id = await receive(noor, bas, 15);
    await receive(noor, bas, 12, id);
    await receive(third, bas, 11);
    await like(noor, bas, 20);
    await sweep();
    const [mail, ...others] = await mailsTo(bas);
    expect(others).toEqual([]);
    expect(mail?.text).toContain('kreeg je 3 nieuwe berichten');
    expect(mail?.text).toContain('Sinds je laatste bezoek is er iemand die je leuk vindt.');
    expect(mail?.text).toContain('Hallo Bas');
    expect(JSON.stringify(mail)).not.toMatch(/Noor|Geheim|secret/);
    expect(mail?.links).toEqual([`${site.url}/chats`, `${site.url}/notifications#settings`]);
    for (const link of mail?.links ?? []) expect(mail?.html).toContain(`href="${link}"`);
  });

  test.each([
    ['one message', 1, 0, 'A new message is waiting for you on Vonk', '/chats'],
    ['two messages', 2, 0, '2 new messages are waiting for you on Vonk', '/chats'],
    ['one like', 0, 1, 'Somebody likes you on Vonk', '/likes'],
    ['two likes', 0, 2, '2 people like you on Vonk', '/likes'],
    ['a message and a like', 1, 1, 'There is news for you on Vonk', '/chats'],
  ])('gets %s named in the subject, and the button leads there', async (_, messages, likes, subject, path) => {
    const bas = await anAbsentMember({ locale: 'en' });
    const id = messages > 0 ? await receive(noor, bas, 12) : '';
    if (messages > 1) await receive(noor, bas, 11, id);
    if (likes > 0) await like(noor, bas, 11);
    if (likes > 1) await like(await aMember(site.db), bas, 11);
    await sweep();
    const [mail] = await mailsTo(bas);
    expect([mail?.subject, mail?.links[0]]).toEqual([subject, `${site.url}${path}`]);
  });

  test('gets the headers for one-click unsubscription', async () => {
    const bas = await anAbsentMember();
    await like(noor, bas, 11);
    await sweep();
    const headers = (await mailsTo(bas))[0]?.headers ?? {};
    expect(headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
    const [, link = ''] = /^<(.+)>$/.exec(headers['List-Unsubscribe'] ?? '') ?? [];
    expect(link.startsWith(`${site.url}/api/unsubscribe.php?token=`)).toBe(true);
    const clicked = await fetch(link, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) });
    expect(clicked.status).toBe(204);
    expect((await site.as(bas).get('/api/user.php')).at('user.away_mails')).toBe(false);
  });

  test('is mailed once, however many sweeps run, until their next visit', async () => {
    const bas = await anAbsentMember();
    const id = await receive(noor, bas, 15);
    await Promise.all([sweep(), sweep(), sweep()]);
    await receive(noor, bas, 11, id);
    await like(noor, bas, 11);
    await sweep();
    expect(await mailsTo(bas)).toHaveLength(1);
    await site.db.$client.execute({
      sql: 'update members set last_active_at = ?, away_mailed_at = ? where id = ?',
      args: [Date.now() - 14 * MINUTE, Date.now() - 30 * MINUTE, bas.id],
    });
    await sweep();
    const [latest, ...before] = await mailsTo(bas);
    expect([before.length, latest?.text.includes('nieuw bericht.')]).toEqual([1, true]);
  });
});

/** Changes the notification settings of a member. */
const choose = (member: TestMember, settings: object) => site.as(member).put('/api/notifications.php', { settings });
/** Moves the last activity of a member to an hour ago, as every call counts as activity. */
const makeAbsent = (member: TestMember) =>
  site.db.$client.execute({ sql: 'update members set last_active_at = ? where id = ?', args: [Date.now() - 60 * MINUTE, member.id] });
/** The time of day in UTC in some minutes, as HH:MM. */
const clock = (minutes: number) => new Date(Date.now() + minutes * MINUTE).toISOString().slice(11, 16);

describe('what is mailed at once', () => {
  test('is what the member has chosen; a match does not count as a like', async () => {
    const [bas, match] = [await aMember(site.db, { locale: 'en' }), await aMember(site.db)];
    await choose(bas, { matrix: { like: { mail: 'never' }, message: { mail: 'daily' } } });
    await makeAbsent(bas);
    await receive(noor, bas, 12);
    await like(noor, bas, 12);
    await sweep();
    expect(await mailsTo(bas)).toEqual([]);
    await like(bas, match, 300);
    await like(match, bas, 11);
    await sweep();
    const [mail, ...others] = await mailsTo(bas);
    expect([mail?.subject, mail?.links[0], others]).toEqual(['You have a new match on Vonk', `${site.url}/likes/matches`, []]);
    expect(mail?.text).not.toMatch(/message|liked/);
  });

  test('is nothing for a member who has unsubscribed', async () => {
    const bas = await aMember(site.db);
    await site.as(bas).put('/api/user.php', { away_mails: false });
    await makeAbsent(bas);
    await receive(noor, bas, 12);
    await like(noor, bas, 12);
    await sweep();
    expect(await mailsTo(bas)).toEqual([]);
  });

  test('waits for the end of quiet hours, and is dropped when the member has visited meanwhile', async () => {
    const [bas, eva] = [await aMember(site.db, { timezone: 'UTC' }), await aMember(site.db, { timezone: 'UTC' })];
    const end = clock(60);
    for (const member of [bas, eva]) {
      await choose(member, { quiet_from: clock(-60), quiet_to: end });
      await makeAbsent(member);
      await like(noor, member, 12);
    }
    await sweep();
    const waiting = async () => (await site.db.$client.execute('select due_at, accepted_at from mails')).rows;
    for (const { due_at: dueAt, accepted_at: acceptedAt } of await waiting()) {
      expect(acceptedAt).toBe(null);
      expect(new Date(Number(dueAt)).toISOString().slice(11, 16)).toBe(end);
    }
    expect(await waiting()).toHaveLength(2);
    await site.as(eva).get('/api/user.php');
    await site.db.$client.batch([
      'update mails set due_at = created_at + 1',
      { sql: 'update members set last_active_at = ? where id = ?', args: [Date.now(), eva.id] },
    ]);
    await sweep();
    expect([(await mailsTo(bas)).length, await mailsTo(eva)]).toEqual([1, []]);
    expect((await waiting())[0]?.accepted_at).not.toBe(null);
  });
});

describe('nobody is mailed', () => {
  test.each([
    ['about what is not ten minutes old', 9, () => ({})],
    ['about what came before they were last here', 15, () => ({ lastActiveAt: Date.now() - 14 * MINUTE })],
    ['about what is more than an hour old', 60, () => ({ lastActiveAt: Date.now() - 90 * MINUTE })],
    ['whose address is not confirmed', 12, () => ({ status: 'not_confirmed' as const })],
    ['who has deleted the account', 12, () => ({ status: 'deleted' as const })],
    ['who is banned', 12, () => ({ status: 'banned' as const })],
    ['who is fictional', 12, () => ({ isFictional: true })],
    ['twice in one absence', 12, () => ({ awayMailedAt: Date.now() - 20 * MINUTE })],
  ] as const)('%s', async (_, minutesAgo, traits) => {
    const bas = await anAbsentMember(traits());
    await receive(noor, bas, minutesAgo);
    await like(noor, bas, minutesAgo);
    await sweep();
    expect(await mailsTo(bas)).toEqual([]);
  });

  test.each(['the one who wrote', 'the one who was written to'])('when %s has blocked the other since', async (who) => {
    const bas = await anAbsentMember();
    await receive(noor, bas, 12);
    await like(noor, bas, 12);
    await (who === 'the one who wrote' ? aBlock(site.db, noor.id, bas.id) : aBlock(site.db, bas.id, noor.id));
    await sweep();
    expect(await mailsTo(bas)).toEqual([]);
  });

  test.each(['deleted', 'banned'] as const)('about a member who is %s since', async (status) => {
    const bas = await anAbsentMember();
    const gone = await aMember(site.db, { status });
    await receive(gone, bas, 12);
    await like(gone, bas, 12);
    await sweep();
    expect(await mailsTo(bas)).toEqual([]);
  });

  test('about what they have read or opened, or have themselves written', async () => {
    const bas = await anAbsentMember();
    await receive(noor, bas, 12);
    await receive(bas, await aMember(site.db), 12);
    await like(noor, bas, 12);
    await site.db.$client.batch(['update participants set unread = 0, read_to = last_seq', 'update likes set is_new = 0']);
    await sweep();
    expect(await mailsTo(bas)).toEqual([]);
  });
});

test('the sweep reads only unread messages and new likes of the last hour, by indexes', async () => {
  const { absentMembersToMail } = await import('#db/queries/notifications/absence-mails');
  const { sql, params } = absentMembersToMail(site.db, 1, 2, 50).getQuery();
  const { rows } = await site.db.$client.execute({ sql: `explain query plan ${sql}`, args: params as number[] });
  const plan = rows.map(({ detail }) => String(detail)).join('\n');
  expect(plan).toContain('participants_unread_by_time');
  expect(plan).toContain('likes_new_by_time');
  expect(plan).not.toMatch(
    /SCAN (members|messages|likes|participants|blocks)(?! USING (COVERING )?INDEX (participants_unread_by_time|likes_new_by_time))/,
  );
});
