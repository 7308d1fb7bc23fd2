import { beforeEach, describe, expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '#contract/durations';
import { type members, pushes, pushSubscriptions } from '#db/schema/index';
import { aBlock, aMember, newId, type TestMember } from '../../support/database/factories.ts';
import { notificationsFixture } from './notifications-fixture.ts';

const { site, change, likeAt, messageAt, eventAt, rows } = notificationsFixture();

interface Mail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly headers: Readonly<Record<string, string>> | null;
  readonly links: string[];
}

const mailsTo = async ({ email }: { email: string }) => (await site.visitor.get(`/_dev/mail.json?to=${email}`)).body as Mail[];
const sweep = async () => expect(await site.worker.scheduled()).toBe('ok');
const pushesTo = async ({ id }: { id: string }) =>
  (await site.db.select().from(pushes)).filter(({ memberId }) => memberId === id).map(({ kind, tag, count }) => [kind, tag, count]);
const ago = (ms: number) => Date.now() - ms;

const MAILED = { message: { mail: 'daily' }, like: { mail: 'daily' }, match: { mail: 'daily' } };

/** A member with these notification settings, whose next summaries are due. */
async function aMemberWith(matrix: object, traits: Partial<typeof members.$inferInsert> = {}): Promise<TestMember> {
  const member = await aMember(site.db, { locale: 'en', timezone: 'UTC', ...traits });
  expect((await change(member, { settings: { matrix } })).status).toBe(200);
  await due(member);
  return member;
}

/** Makes the next summaries of a member due. */
const due = ({ id }: { id: string }) =>
  site.db.$client.batch(
    ['daily', 'weekly'].map((every) => ({
      sql: `update notification_settings set ${every}_due_at = ?, ${every}_since = ? where member_id = ? and ${every}_due_at is not null`,
      args: [ago(1_000), ago(every === 'daily' ? DAY : 7 * DAY), id],
    })),
  );
const planOf = async ({ id }: { id: string }) =>
  (
    await rows(
      'select daily_due_at as daily, weekly_due_at as weekly, daily_since as since from notification_settings where member_id = ?',
      id,
    )
  )[0];

async function subscribe({ id }: { id: string }) {
  const [session] = await rows('select id from sessions where member_id = ?', id);
  const keys = { endpoint: `https://push.example/${newId()}`, p256dh: 'x', auth: 'x', createdAt: 1, seenAt: 1 };
  await site.db.insert(pushSubscriptions).values({ id: newId(), memberId: id, sessionId: String(session?.id), ...keys });
}

let noor: TestMember;
beforeEach(async () => {
  const tables = ['members', 'mails', 'conversations', 'participants', 'messages'];
  await site.db.$client.batch(tables.map((table) => `delete from ${table}`));
  noor = await aMember(site.db, { name: 'Noor Geheim' });
});

describe('the summary of a day', () => {
  test('says how much is new, without names and texts, and links the list', async () => {
    const bas = await aMemberWith(MAILED);
    const [match, third] = [await aMember(site.db), await aMember(site.db)];
    const id = await messageAt(noor, bas, ago(3 * HOUR));
    await messageAt(noor, bas, ago(2 * HOUR), id);
    await likeAt(noor, bas, ago(HOUR));
    await likeAt(third, bas, ago(HOUR));
    await likeAt(bas, match, ago(5 * DAY));
    await likeAt(match, bas, ago(HOUR));
    await sweep();
    const [mail, ...others] = await mailsTo(bas);
    expect([mail?.subject, others]).toEqual(['Your day on Vonk', []]);
    for (const line of ['2 messages that you haven’t read yet.', '2 people like you.', 'A new match: somebody you like likes you, too.']) {
      expect(mail?.text).toContain(line);
    }
    expect(JSON.stringify(mail)).not.toMatch(/Geheim|secret/);
    expect(mail?.links).toEqual([`${site.url}/notifications`, `${site.url}/notifications#settings`]);
    for (const link of mail?.links ?? []) expect(mail?.html).toContain(`href="${link}"`);
    expect(mail?.headers).toHaveProperty('List-Unsubscribe-Post');
  });

  test('comes once, however many sweeps run, and the next one at six the next evening', async () => {
    const bas = await aMemberWith(MAILED);
    await likeAt(noor, bas, ago(HOUR));
    const startedAt = Date.now();
    await Promise.all([sweep(), sweep(), sweep()]);
    await sweep();
    expect(await mailsTo(bas)).toHaveLength(1);
    const plan = await planOf(bas);
    expect(new Date(Number(plan?.daily)).toISOString()).toContain('T18:00:00.000Z');
    expect(Number(plan?.daily) > startedAt && Number(plan?.daily) <= Date.now() + DAY).toBe(true);
  });

  test('repeats nothing, leaves out what was read or seen, and does not come when nothing is new', async () => {
    const bas = await aMemberWith(MAILED);
    await likeAt(noor, bas, ago(HOUR));
    await sweep();
    await site.db.$client.execute({ sql: 'update notification_settings set daily_due_at = ? where member_id = ?', args: [ago(1), bas.id] });
    await sweep();
    const eva = await aMemberWith(MAILED);
    await messageAt(noor, eva, ago(HOUR));
    await likeAt(noor, eva, ago(HOUR), false);
    await site.db.$client.execute('update participants set unread = 0, read_to = last_seq');
    await likeAt(await aMember(site.db), eva, ago(2 * DAY));
    const marked = await aMemberWith(MAILED);
    await likeAt(noor, marked, ago(HOUR));
    await change(marked, { read_to: new Date().toISOString() });
    await due(marked);
    await sweep();
    expect([(await mailsTo(bas)).length, await mailsTo(eva), await mailsTo(marked)]).toEqual([1, [], []]);
  });

  test('holds only the kinds that are set to it; the others go out by their own setting', async () => {
    const bas = await aMemberWith({ like: { mail: 'daily' }, message: { mail: 'weekly' }, match: { mail: 'never' } });
    await messageAt(noor, bas, ago(HOUR));
    await likeAt(noor, bas, ago(HOUR));
    await sweep();
    const mails = await mailsTo(bas);
    expect(mails.map(({ subject, text }) => [subject, /message/.test(text), /likes you/.test(text)]).toSorted()).toEqual([
      ['Your day on Vonk', false, true],
      ['Your week on Vonk', true, false],
    ]);
  });

  test('is in the member’s language', async () => {
    const bas = await aMemberWith(MAILED, { locale: 'nl' });
    await likeAt(noor, bas, ago(HOUR));
    await sweep();
    const [mail] = await mailsTo(bas);
    expect([mail?.subject, mail?.text.includes('Iemand vindt je leuk.')]).toEqual(['Je dag op Vonk', true]);
  });

  test('waits for quiet hours to end', async () => {
    const bas = await aMemberWith(MAILED);
    const clock = (minutes: number) => new Date(Date.now() + minutes * MINUTE).toISOString().slice(11, 16);
    const end = clock(30);
    await change(bas, { settings: { quiet_from: clock(-30), quiet_to: end } });
    await likeAt(noor, bas, ago(HOUR));
    const before = await planOf(bas);
    await sweep();
    const plan = await planOf(bas);
    expect([await mailsTo(bas), plan?.since]).toEqual([[], before?.since]);
    expect(new Date(Number(plan?.daily)).toISOString().slice(11, 16)).toBe(end);
    await change(bas, { settings: { quiet_from: null, quiet_to: null } });
    await due(bas);
    await sweep();
    expect(await mailsTo(bas)).toHaveLength(1);
  });

  test('leaves out members who are gone or across a block, and message requests', async () => {
    const bas = await aMemberWith(MAILED);
    const gone = await aMember(site.db, { status: 'banned' });
    for (const from of [noor, gone]) {
      await messageAt(from, bas, ago(HOUR));
      await likeAt(from, bas, ago(HOUR));
    }
    await aBlock(site.db, noor.id, bas.id);
    const aside = await messageAt(await aMember(site.db), bas, ago(HOUR));
    await site.db.$client.execute({
      sql: 'update participants set is_message_request = 1 where conversation_id = ? and member_id = ?',
      args: [aside, bas.id],
    });
    await sweep();
    expect(await mailsTo(bas)).toEqual([]);
  });

  test.each(['deleted', 'banned', 'not_confirmed'] as const)('does not come to a member who is %s', async (status) => {
    const bas = await aMemberWith(MAILED);
    await site.db.$client.execute({ sql: 'update members set status = ? where id = ?', args: [status, bas.id] });
    await likeAt(noor, bas, ago(HOUR));
    const startedAt = Date.now();
    await sweep();
    expect(await mailsTo(bas)).toEqual([]);
    expect(Number((await planOf(bas))?.daily)).toBeGreaterThan(startedAt);
  });

  test('is no longer planned once no kind is set to it', async () => {
    const bas = await aMemberWith(MAILED);
    await site.as(bas).put('/api/user.php', { away_mails: false });
    await likeAt(noor, bas, ago(HOUR));
    await sweep();
    expect([await mailsTo(bas), (await planOf(bas))?.daily]).toEqual([[], null]);
  });
});

describe('a summary as push', () => {
  test('counts the kinds that are set to it, account events included, and no others', async () => {
    const bas = await aMemberWith({ like: { push: 'daily' }, account: { push: 'daily' }, message: { push: 'never' } });
    await subscribe(bas);
    await likeAt(noor, bas, ago(HOUR));
    await messageAt(noor, bas, ago(HOUR));
    await eventAt(bas, 'refund', ago(HOUR));
    await sweep();
    expect(await pushesTo(bas)).toEqual([['summary', 'summary', 2]]);
  });

  test('is not created for a member without a push subscription', async () => {
    const bas = await aMemberWith({ like: { push: 'weekly' } });
    await likeAt(noor, bas, ago(HOUR));
    await sweep();
    expect([await pushesTo(bas), (await mailsTo(bas)).length]).toEqual([[], 0]);
  });
});
