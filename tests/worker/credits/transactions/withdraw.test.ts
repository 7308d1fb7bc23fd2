import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { DAY } from '#contract/durations';
import { entitlements } from '#db/schema/index';
import { aMember, newId, type TestMember } from '../../../support/database/factories.ts';
import { answerSummary, paymentFixture } from '../payment-fixture.ts';

const fixture = paymentFixture();
const PLAN = { pack: undefined, plan: 'premium-1', payment_method: 'card', renews: true };
const EUR = (amount: number) => ({ amount, currency: 'EUR' });
const withdraw = (who: TestMember, id: unknown) => fixture.as(who).post('/api/withdrawal.php', { transaction: id });
const untilRefunded = (id: string, amount: number) => expect.poll(async () => (await fixture.rowOf(id)).returnedAmount).toBe(amount);

describe('withdrawing from a pack', () => {
  test('takes all credits back while none is used, and refunds the money by the way it was paid', async () => {
    const noor = await aMember(fixture.db);
    const id = await fixture.buy(noor);
    const answer = await withdraw(noor, id);
    expect([answer.status, answer.at('transaction')]).toEqual([
      200,
      expect.objectContaining({ id, status: 'paid', is_refund_pending: true, withdrawal: null, is_withdrawn: true, returned_credits: 50 }),
    ]);
    expect(await fixture.credits(noor)).toBe(0);
    await untilRefunded(id, 999);
    const then = (await fixture.transaction(noor, id)).at('transaction');
    expect(then).toMatchObject({ status: 'refunded', returned: EUR(999), is_refund_pending: false });
    expect(await fixture.orderLedgerLinesOf(noor)).toEqual(['purchase 50', 'reversal -50']);
    expect([await fixture.owed(noor), await fixture.brokenInvariants()]).toEqual([0, []]);
  });

  test('refunds the unused share, and takes no credits twice when that refund is reported', async () => {
    const noor = await aMember(fixture.db);
    const id = await fixture.buy(noor);
    await fixture.spend(noor, 30);
    expect((await fixture.transaction(noor, id)).at('transaction.withdrawal')).toMatchObject({ credits: 20, price: EUR(400) });
    await withdraw(noor, id);
    await untilRefunded(id, 400);
    await fixture.notify(`test_${id}`);
    expect([(await fixture.rowOf(id)).status, await fixture.credits(noor), await fixture.owed(noor)]).toEqual(['paid', 0, 0]);
    expect(await fixture.orderLedgerLinesOf(noor)).toEqual(['purchase 50', 'reversal -20']);
    expect(await fixture.brokenInvariants()).toEqual([]);
  });

  test('is one withdrawal however often and from however many tabs it is requested', async () => {
    const noor = await aMember(fixture.db);
    const id = await fixture.buy(noor);
    const answers = await Promise.all(Array.from({ length: 10 }, () => withdraw(noor, id)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    await untilRefunded(id, 999);
    const again = await withdraw(noor, id);
    expect([again.status, again.at('transaction.returned')]).toEqual([200, EUR(999)]);
    expect(await fixture.orderLedgerLinesOf(noor)).toEqual(['purchase 50', 'reversal -50']);
    expect(await fixture.brokenInvariants()).toEqual([]);
  });

  test('takes the credits at once, and is refunded later if the provider is unreachable', async () => {
    const noor = await aMember(fixture.db);
    const id = await fixture.buy(noor);
    await fixture.mood('away');
    expect((await withdraw(noor, id)).at('transaction.is_refund_pending')).toBe(true);
    expect(await fixture.credits(noor)).toBe(0);
    await fixture.reconcile(id);
    expect((await fixture.rowOf(id)).returnedAmount).toBe(0);
    await fixture.mood('there');
    await fixture.reconcile(id);
    await fixture.reconcile(id);
    expect((await fixture.rowOf(id)).returnedAmount).toBe(999);
    expect(await fixture.orderLedgerLinesOf(noor)).toEqual(['purchase 50', 'reversal -50']);
  });

  test('and a charge-back of all of it after that take no more credits than were granted', async () => {
    const noor = await aMember(fixture.db);
    const id = await fixture.buy(noor);
    await fixture.spend(noor, 30);
    await withdraw(noor, id);
    await untilRefunded(id, 400);
    await fixture.press(id, 'charged_back');
    expect([(await fixture.rowOf(id)).takenCredits, await fixture.owed(noor)]).toEqual([50, 30]);
    expect(await fixture.brokenInvariants()).toEqual([]);
  });

  test('leaves the credits of another pack', async () => {
    const noor = await aMember(fixture.db);
    const [first, second] = [await fixture.buy(noor), await fixture.buy(noor)];
    await fixture.spend(noor, 10);
    await withdraw(noor, first);
    expect(await fixture.credits(noor)).toBe(50);
    expect((await fixture.transaction(noor, second)).at('transaction.withdrawal')).toMatchObject({ credits: 50, price: EUR(999) });
  });
});

describe('withdrawing from a plan', () => {
  test('ends it, refunds the days that have not begun, and stops its renewal', async () => {
    const noor = await aMember(fixture.db);
    const id = await fixture.buy(noor, PLAN);
    const [span] = await fixture.db.select().from(entitlements).where(eq(entitlements.orderId, id));
    const [from, until] = [span?.fromAt ?? 0, span?.untilAt ?? 0];
    await fixture.db
      .update(entitlements)
      .set({ fromAt: from - 10 * DAY, untilAt: until - 10 * DAY })
      .where(eq(entitlements.orderId, id));
    const days = Math.round((until - from) / DAY);
    const amount = Math.ceil((2499 * (days - 11)) / days);
    const answer = await withdraw(noor, id);
    expect(answer.at('transaction')).toMatchObject({ premium: { renews: false }, is_refund_pending: true });
    await untilRefunded(id, amount);
    expect((await fixture.as(noor).get('/api/user.php')).at('user')).toMatchObject({ paid_user: true, premium_until: null });
    expect((await fixture.shop(noor)).at('premium')).toBeNull();
    const ended = async () => (await fixture.db.select().from(entitlements).where(eq(entitlements.orderId, id)))[0];
    await expect.poll(async () => (await ended())?.customer).toBeNull();
    expect((await ended())?.state).toBe('revoked');
  });
});

describe('a withdrawal is refused', () => {
  test('when the 14th day after the order is over in every time zone, and not a minute sooner', async () => {
    const noor = await aMember(fixture.db);
    const id = await fixture.buy(noor);
    await fixture.backdateOrder(id, 15 * DAY - 60_000);
    expect((await fixture.transaction(noor, id)).at('transaction.withdrawal')).not.toBeNull();
    await fixture.backdateOrder(id, 60_000);
    expect(answerSummary(await withdraw(noor, id))).toBe('409 conflict');
    expect(await fixture.credits(noor)).toBe(50);
  });

  test('when nothing is left, or nothing was paid', async () => {
    const noor = await aMember(fixture.db);
    const [spent, open] = [await fixture.buy(noor), await fixture.order(noor)];
    await fixture.spend(noor, 50);
    expect([answerSummary(await withdraw(noor, spent)), answerSummary(await withdraw(noor, open))]).toEqual([
      '409 conflict',
      '409 conflict',
    ]);
  });

  test('when the order is somebody else’s, like an unknown one', async () => {
    const [noor, bas] = [await aMember(fixture.db), await aMember(fixture.db)];
    const id = await fixture.buy(noor);
    expect([answerSummary(await withdraw(bas, id)), answerSummary(await withdraw(bas, newId()))]).toEqual([
      '404 not_found',
      '404 not_found',
    ]);
    expect(answerSummary(await fixture.visitor.post('/api/withdrawal.php', { transaction: id }))).toBe('403 signed_out');
    expect(await fixture.credits(noor)).toBe(50);
  });

  test.each([[undefined], [5], ['x'.repeat(400)], [null]])('when the id is %j', async (id) => {
    expect((await withdraw(await aMember(fixture.db), id)).status).toBe(422);
  });
});
