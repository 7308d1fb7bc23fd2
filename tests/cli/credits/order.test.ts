import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { operatorActivity, orders } from '#db/schema/index';
import { aMember, anOrderRow, newId } from '../../support/database/factories.ts';
import { allRows } from '../../support/database/table-rows.ts';
import { testDatabase } from '../../support/database/test-database.ts';
import { siteCommandsInProcess, succeeded } from '../run-site-command.ts';

const { db, url } = await testDatabase();
const site = siteCommandsInProcess(() => url);

async function aPaidOrder(more: Partial<Parameters<typeof anOrderRow>[0]> = {}) {
  const member = await aMember(db);
  const order = { ...anOrderRow({ memberId: member.id, status: 'paid', provider: 'mollie', providerRef: newId(), ...more }), tries: 7 };
  await db.insert(orders).values(order);
  return { member, order };
}
const rowOf = async (id: string) => (await db.select().from(orders).where(eq(orders.id, id)))[0];

test('order list names the payments of a member at the provider, the latest order first', async () => {
  const { member, order } = await aPaidOrder({ createdAt: 1, returnedAmount: 250 });
  const later = { ...anOrderRow({ memberId: member.id }), status: 'expired' as const };
  await db.insert(orders).values(later);
  for (const whose of [member.email, member.id]) {
    const [first, second, ...more] = (await site('order', 'list', whose)).says.split('\n');
    expect(first).toMatch(new RegExp(`^${later.id}  .* UTC  pack-50  9.99 EUR  expired  test$`));
    expect(second).toMatch(new RegExp(`^${order.id}  .* UTC  pack-50  9.99 EUR  paid, 2.50 EUR returned  mollie ${order.providerRef}$`));
    expect(more).toEqual([]);
  }
  const { email } = await aMember(db);
  expect(await site('order', 'list', email)).toEqual(succeeded(`${email} has made no order.`));
});

describe('order record-refund', () => {
  test('keeps the reason and has the provider asked at once', async () => {
    const { member, order } = await aPaidOrder();
    const before = Date.now();
    expect((await site('order', 'record-refund', order.id, '--reason', ' paid twice ')).says).toBe(
      'A refund of 9.99 EUR at mollie is recorded: paid twice\nCredits and status follow what mollie says, within a minute.',
    );
    const row = await rowOf(order.id);
    expect([row?.status, row?.tries, (row?.dueAt ?? 0) >= before]).toEqual(['paid', 0, true]);
    const acts = await db.select().from(operatorActivity).where(eq(operatorActivity.aboutId, member.id));
    expect(acts).toMatchObject([
      { actor: 'command_line', operatorId: null, act: 'refund_recorded', subject: order.id, amount: 999, reason: 'paid twice' },
    ]);
  });

  test('refuses orders that are not paid, of nobody, or unknown, and changes nothing', async () => {
    const [open, refunded] = [await aPaidOrder({ status: 'open' }), await aPaidOrder({ status: 'refunded' })];
    const ofNobody = await aPaidOrder();
    await db.update(orders).set({ memberId: null }).where(eq(orders.id, ofNobody.order.id));
    const before = await allRows(db);
    for (const { order } of [open, refunded])
      expect(await site('order', 'record-refund', order.id, '--reason', 'x')).toEqual({
        ended: 'exit code 1',
        says: `The order ${order.id} is not paid, or was returned already.`,
      });
    for (const id of [ofNobody.order.id, 'none'])
      expect(await site('order', 'record-refund', id, '--reason', 'x')).toEqual({
        ended: 'exit code 1',
        says: `There is no order ${id} of an account.`,
      });
    expect((await site('order', 'record-refund', open.order.id)).ended).toBe('exit code 2');
    expect((await site('order', 'record-refund', open.order.id, '--reason', 'x'.repeat(501))).ended).toBe('exit code 2');
    expect(await allRows(db)).toEqual(before);
  });
});
