import { describe, expect, onTestFinished, test } from 'vitest';
import { DAY, HOUR } from '#contract/durations';
import { clearSetting, saveSetting } from '#db/queries/operator/settings';
import { mailsTo } from '#db/queries/shared/mail-queue';
import { entitlements, orders } from '#db/schema/index';
import { aMember, anOrderRow, newEmail, newId } from '../../support/database/factories.ts';
import { testSite } from '../../support/product/test-site.ts';
import { avoidWindowEnd } from '../../support/timing/rate-limit-window.ts';

const site = testSite();

/** A member with a plan that renews in ten days; `order` is the order of the purchase. */
async function aSubscriber(traits: Parameters<typeof aMember>[1] = {}, span: Partial<typeof entitlements.$inferInsert> = {}) {
  const member = await aMember(site.db, { locale: 'en', ...traits });
  const order = { ...anOrderRow({ memberId: member.id }), kind: 'plan' as const, months: 1, status: 'paid' as const, renews: true };
  await site.db.insert(orders).values(order);
  await site.db.insert(entitlements).values({
    ...{ id: newId(), memberId: member.id, source: 'order' as const, orderId: order.id, planId: 'plan-1' },
    ...{ fromAt: Date.now() - 20 * DAY, untilAt: Date.now() + 10 * DAY, renews: true, state: 'active' as const, createdAt: 1 },
    ...{ provider: 'test' as const, subscription: newId(), customer: null, ...span },
  });
  return { member, order: order.id };
}

const rowsOf = async (table: string) => (await site.db.$client.execute(`select * from ${table}`)).rows;
const cancel = (input: object, headers = {}) => site.visitor.post('/api/cancellations.php', { kind: 'ordinary', ...input }, headers);
const renewsOf = async (memberId: string) =>
  (await rowsOf('entitlements')).filter((row) => row.member_id === memberId).map(({ renews }) => renews);
const cancellationsTo = async (email: string) => (await rowsOf('cancellations')).filter((row) => row.email === email);
const wordsTo = async (email: string) => (await mailsTo(site.db, email)).map(({ text }) => text).join();

describe('a cancellation', () => {
  test('by the address alone ends the renewal, is confirmed by number and time, and mailed with the end of the contract', async () => {
    const { member } = await aSubscriber({ timezone: 'Europe/Amsterdam' });
    const other = await aSubscriber();
    const before = Date.now();
    const answer = await cancel({ email: member.email });
    expect([answer.status, Object.keys(answer.body as object).toSorted()]).toEqual([201, ['number', 'received_at']]);
    expect(answer.at('number')).toMatch(/^[\dA-HJKMNP-TV-Z]{10}$/);
    expect(Date.parse(String(answer.at('received_at')))).toBeGreaterThanOrEqual(before);
    expect([await renewsOf(member.id), await renewsOf(other.member.id)]).toEqual([[0], [1]]);
    const until = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'Europe/Amsterdam' }).format(before + 10 * DAY);
    expect(await wordsTo(member.email)).toContain(String(answer.at('number')));
    expect(await wordsTo(member.email)).toContain(`paid until ${until}`);
    expect(await cancellationsTo(member.email)).toMatchObject([{ member_id: member.id, closed_at: expect.any(Number) }]);
  });

  test('takes the address in any case, and tells the member’s devices', async () => {
    const { member } = await aSubscriber();
    await cancel({ email: ` ${member.email.toUpperCase()} ` });
    expect(await renewsOf(member.id)).toEqual([0]);
    const events = (await rowsOf('event_outbox')).filter((row) => row.member_id === member.id);
    expect(events.map(({ event }) => JSON.parse(String(event)).type)).toContain('user.changed');
  });

  test('with an order number ends only the contract that the order belongs to', async () => {
    const { member, order } = await aSubscriber();
    const stranger = await aSubscriber();
    for (const wrong of [stranger.order, newId(), order.toLowerCase() === order ? 'x' : order.toLowerCase()]) {
      expect((await cancel({ email: member.email, order: wrong })).status).toBe(201);
    }
    expect([await renewsOf(member.id), await renewsOf(stranger.member.id)]).toEqual([[1], [1]]);
    await cancel({ email: member.email, order: ` ${order} ` });
    expect(await renewsOf(member.id)).toEqual([0]);
  });

  test('may name the order of the purchase after a renewal', async () => {
    const subscription = newId();
    const { member, order } = await aSubscriber({}, { subscription, renews: false, state: 'ended', untilAt: Date.now() - DAY });
    await site.db.insert(entitlements).values({
      ...{ id: newId(), memberId: member.id, source: 'order' as const, orderId: newId(), fromAt: Date.now() - DAY },
      ...{ untilAt: Date.now() + 29 * DAY, renews: true, state: 'active' as const, createdAt: 1, subscription },
    });
    await cancel({ email: member.email, order });
    expect(await renewsOf(member.id)).toEqual([0, 0]);
  });

  test('for a day within what is paid for ends the renewal; for a later one an operator sees to it', async () => {
    const [early, late] = [await aSubscriber(), await aSubscriber()];
    const dayIn = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10);
    await cancel({ email: early.member.email, ends_on: dayIn(5) });
    await cancel({ email: late.member.email, ends_on: dayIn(40) });
    expect([await renewsOf(early.member.id), await renewsOf(late.member.id)]).toEqual([[0], [1]]);
    expect(await cancellationsTo(late.member.email)).toMatchObject([{ member_id: late.member.id, closed_at: null }]);
    expect(await wordsTo(late.member.email)).toContain('a person sees to it');
  });

  test('for cause ends the renewal and waits for an operator; the cause stands in no mail', async () => {
    const { member } = await aSubscriber();
    await cancel({ email: member.email, kind: 'for_cause', reason: 'Buy cheap pills now' });
    expect(await renewsOf(member.id)).toEqual([0]);
    expect(await cancellationsTo(member.email)).toMatchObject([{ reason: 'Buy cheap pills now', closed_at: null }]);
    expect(await wordsTo(member.email)).not.toContain('cheap pills');
  });

  test('answers alike whether there is an account, a contract or neither; only the mail tells', async () => {
    const { member } = await aSubscriber();
    const free = await aMember(site.db, { locale: 'en' });
    const nobody = newEmail();
    const answers = await Promise.all([member.email, free.email, nobody].map((email) => cancel({ email })));
    const shapes = answers.map(({ status, body, headers }) => [status, Object.keys(body as object), [...headers.keys()].toSorted()]);
    expect(shapes[1]).toEqual(shapes[0]);
    expect(shapes[2]).toEqual(shapes[0]);
    expect(await wordsTo(nobody)).toContain('We found no contract');
    expect(await cancellationsTo(nobody)).toMatchObject([{ member_id: null, closed_at: null }]);
  });

  test.each(['deleted', 'banned'] as const)('of a %s account finds nothing to end', async (status) => {
    const { member } = await aSubscriber({ status, ...(status === 'deleted' && { deletedAt: Date.now() }) });
    await cancel({ email: member.email });
    expect(await cancellationsTo(member.email)).toMatchObject([{ member_id: null }]);
  });

  test('sent twice, also at once, is one cancellation with one mail', async () => {
    const { member } = await aSubscriber();
    const answers = await Promise.all([1, 2, 3].map(() => cancel({ email: member.email })));
    const again = await cancel({ email: member.email });
    expect(new Set([...answers, again].map((answer) => answer.at('number'))).size).toBe(1);
    expect([(await cancellationsTo(member.email)).length, (await mailsTo(site.db, member.email)).length]).toEqual([1, 1]);
  });

  test.each([
    [{ email: 'joris@' }, 'email'],
    [{ email: 'a@example.org', kind: 'angrily' }, 'kind'],
    [{ email: 'a@example.org', order: 'no such form!' }, 'order'],
    [{ email: 'a@example.org', order: 'x'.repeat(65) }, 'order'],
    [{ email: 'a@example.org', ends_on: '2027-02-30' }, 'ends_on'],
    [{ email: 'a@example.org', reason: 'x'.repeat(2001) }, 'reason'],
  ])('with %j is refused at its field', async (input, field) => {
    const refused = await cancel(input);
    expect([refused.status, Object.keys(refused.at('error.fields') as object)]).toEqual([422, [field]]);
  });

  test('from another site is refused', async () => {
    const { member } = await aSubscriber();
    expect((await cancel({ email: member.email }, { Origin: 'https://elsewhere.example' })).status).toBe(403);
    expect(await renewsOf(member.id)).toEqual([1]);
  });

  test('goes with the erasure of its account, and is part of its export', async () => {
    const { member } = await aSubscriber();
    await cancel({ email: member.email, reason: '' });
    const exported = await site.as(member).get('/api/export.php');
    expect(exported.at('cancellations')).toMatchObject([{ email: member.email, kind: 'ordinary', ends_on: null }]);
    await site.db.$client.execute({ sql: 'delete from members where id = ?', args: [member.id] });
    expect(await cancellationsTo(member.email)).toEqual([]);
  });
});

test('above the limit of mails the page still confirms', async () => {
  await saveSetting(site.db, 'cancellation_mails_an_hour', 2);
  onTestFinished(() => clearSetting(site.db, 'cancellation_mails_an_hour').then(() => undefined));
  await avoidWindowEnd(HOUR);
  const email = newEmail();
  for (const reason of ['a', 'b', 'c']) expect((await cancel({ email, reason })).status).toBe(201);
  expect([(await cancellationsTo(email)).length, (await mailsTo(site.db, email)).length]).toEqual([3, 2]);
});
