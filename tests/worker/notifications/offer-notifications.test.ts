import { beforeEach, describe, expect, test } from 'vitest';
import { DAY, HOUR } from '#contract/durations';
import { discounts, pushes, pushSubscriptions } from '#db/schema/index';
import { aMember, newId, type TestMember } from '../../support/database/factories.ts';
import { notificationsFixture } from './notifications-fixture.ts';

const { site, change, rows } = notificationsFixture();
const WANTED = { offer: { push: 'now', mail: 'now' } };

const sweep = async () => expect(await site.worker.scheduled()).toBe('ok');
const offerNotificationsOf = async ({ id }: { id: string }) =>
  (await rows('select kind, event from account_notifications where member_id = ?', id)).map(({ kind, event }) => `${kind} ${event}`);
/** The mails to a member; accepted ones have their content in the local mailbox. */
const mailsOf = async ({ id }: { id: string }) =>
  rows(
    `select kind, coalesce(mailbox.text, mails.text) as text, coalesce(mailbox.headers, mails.headers) as headers, due_at
      from mails left join mailbox using (id) where member_id = ?`,
    id,
  );
const pushesOf = async ({ id }: { id: string }) =>
  (await site.db.select().from(pushes)).filter(({ memberId }) => memberId === id).map(({ kind, count }) => `${kind} ${count}`);

const aBonus = async (more: Partial<typeof discounts.$inferInsert> = {}) => {
  const times = { startsAt: Date.now() - HOUR, endsAt: Date.now() + DAY, createdAt: Date.now() - HOUR };
  await site.db.insert(discounts).values({ code: newId().toUpperCase(), kind: 'time_bonus', percent: 25, ...times, ...more });
};

/** A member with a push subscription and these notification settings. */
async function aMemberWith(matrix: object, more: Parameters<typeof aMember>[1] = {}): Promise<TestMember> {
  const member = await aMember(site.db, { locale: 'en', timezone: 'UTC', ...more });
  expect((await change(member, { settings: { matrix } })).status).toBe(200);
  const [session] = await rows('select id from sessions where member_id = ?', member.id);
  const keys = { endpoint: `https://push.example/${newId()}`, p256dh: 'x', auth: 'x', createdAt: 1, seenAt: 1 };
  await site.db.insert(pushSubscriptions).values({ id: newId(), memberId: member.id, sessionId: String(session?.id), ...keys });
  return member;
}

beforeEach(async () => {
  const tables = ['members', 'mails', 'discounts', 'attempts'];
  await site.db.$client.batch(tables.map((table) => `delete from ${table}`));
});

describe('a time bonus that begins', () => {
  test('is notified once to a member who wants offers, in the list, by push and by mail', async () => {
    const noor = await aMemberWith(WANTED);
    await aBonus();
    await Promise.all([sweep(), sweep()]);
    await sweep();
    expect([await offerNotificationsOf(noor), await pushesOf(noor)]).toEqual([['offer time_bonus'], ['offer 1']]);
    const [mail, ...more] = await mailsOf(noor);
    expect([mail?.kind, more]).toEqual(['offer', []]);
    expect(mail?.text).toContain('automatically, because you switched on offers');
    expect(mail?.text).toContain(`${site.url}/credits`);
    expect(String(mail?.headers)).toContain('List-Unsubscribe-Post');
    const list = await site.as(noor).get('/api/notifications.php');
    expect(list.at('items.0')).toMatchObject({ kind: 'offer', event: 'time_bonus', url: '/credits', is_read: false });
  });

  test('is notified to nobody who does not want offers, has switched them off again, or has left', async () => {
    const silent = [
      await aMember(site.db),
      await aMemberWith({ like: { push: 'daily' } }),
      await aMemberWith({ offer: { push: 'never', mail: 'never' } }),
    ];
    const left = await aMemberWith(WANTED);
    await site.db.$client.execute({
      sql: "update members set status = 'deleted', deleted_at = ? where id = ?",
      args: [Date.now(), left.id],
    });
    await aBonus();
    await sweep();
    for (const member of [...silent, left])
      expect([await offerNotificationsOf(member), await mailsOf(member), await pushesOf(member)]).toEqual([[], [], []]);
  });

  test('goes out by the chosen channel alone, and with the summary where that is chosen', async () => {
    const [pushed, mailed, daily] = [
      await aMemberWith({ offer: { push: 'now' } }),
      await aMemberWith({ offer: { mail: 'now' } }),
      await aMemberWith({ offer: { push: 'daily', mail: 'daily' } }),
    ];
    await aBonus();
    await sweep();
    expect([await pushesOf(pushed), (await mailsOf(pushed)).length]).toEqual([['offer 1'], 0]);
    expect([await pushesOf(mailed), (await mailsOf(mailed)).length]).toEqual([[], 1]);
    expect([await offerNotificationsOf(daily), await pushesOf(daily), await mailsOf(daily)]).toEqual([['offer time_bonus'], [], []]);
    await site.db.$client.execute({
      sql: 'update notification_settings set daily_due_at = 1, daily_since = ? where member_id = ?',
      args: [Date.now() - DAY, daily.id],
    });
    await sweep();
    expect(await pushesOf(daily)).toEqual(['summary 1']);
    expect((await mailsOf(daily))[0]?.text).toContain('A bonus for everyone, for a short time.');
  });

  test('waits with its mail for the end of quiet hours', async () => {
    const noor = await aMemberWith(WANTED);
    const clock = (ms: number) => new Date(Date.now() + ms).toISOString().slice(11, 16);
    await change(noor, { settings: { quiet_from: clock(-HOUR), quiet_to: clock(2 * HOUR) } });
    await aBonus();
    await sweep();
    const [mail] = await mailsOf(noor);
    expect(Number(mail?.due_at)).toBeGreaterThan(Date.now() + HOUR);
  });

  test('is not notified before it begins nor after it has ended, and the next one is notified again', async () => {
    const noor = await aMemberWith(WANTED);
    await aBonus({ startsAt: Date.now() + HOUR });
    await aBonus({ endsAt: Date.now() - 1 });
    await sweep();
    expect(await offerNotificationsOf(noor)).toEqual([]);
    await aBonus();
    await sweep();
    await site.db.$client.batch([
      'update account_notifications set created_at = created_at - 864000000',
      'update discounts set ends_at = 1',
    ]);
    await aBonus();
    await sweep();
    expect(await offerNotificationsOf(noor)).toEqual(['offer time_bonus', 'offer time_bonus']);
  });

  test('reaches all of many members, in portions', async () => {
    const many = await Promise.all(Array.from({ length: 3 }, () => aMemberWith({ offer: { push: 'weekly' } })));
    // More members than one portion holds, without sessions.
    const ids = Array.from({ length: 230 }, () => newId());
    const copy = (id: string) => [
      {
        sql: 'insert into members (id, email, password_hash, status, name, language, locale, created_at) values (?, ?, ?, ?, ?, ?, ?, 1)',
        args: [id, `${id}@example.org`, 'x', 'active', 'x', 'nl', 'nl'],
      },
      { sql: `insert into notification_settings (member_id, matrix) values (?, '{"offer":{"mail":"weekly"}}')`, args: [id] },
    ];
    await site.db.$client.batch(ids.flatMap(copy));
    await aBonus();
    await sweep();
    const [counts] = await rows(
      "select count(distinct member_id) as members, count(*) as notices from account_notifications where event = 'time_bonus'",
    );
    expect(counts).toMatchObject({ members: ids.length + many.length, notices: ids.length + many.length });
  });
});
