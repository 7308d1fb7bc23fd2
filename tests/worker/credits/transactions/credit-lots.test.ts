import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { creditLots, ledgerLines } from '#db/schema/index';
import { aMember, PASSWORD, type TestMember } from '../../../support/database/factories.ts';
import { answerSummary, paymentFixture } from '../payment-fixture.ts';

const fixture = paymentFixture();
const EUR = (amount: number) => ({ amount, currency: 'EUR' });
/** The price of a message here, so that few messages spend a pack. */
const PRICE = 10;

beforeAll(() => fixture.setSetting('message_prices', { NL: PRICE }));

const withdraw = (who: TestMember, id: unknown) => fixture.as(who).post('/api/withdrawal.php', { transaction: id });
const withdrawalOf = async (who: TestMember, id: string) => (await fixture.transaction(who, id)).at('transaction.withdrawal');
const untilRefunded = (id: string, amount: number) => expect.poll(async () => (await fixture.rowOf(id)).returnedAmount).toBe(amount);
const leave = (who: TestMember) => fixture.as(who).delete('/api/user.php', { password: PASSWORD });

const send = async (from: TestMember, to: TestMember) => {
  const id = (await fixture.as(from).get(`/api/chat.php?profile=${to.id}`)).at('id');
  return fixture.say(from, String(id));
};
/** Sends paid messages to one new member; returns that member. */
async function spendOnMessages(from: TestMember, count: number): Promise<TestMember> {
  const to = await aMember(fixture.db);
  for (let i = 0; i < count; i += 1) expect((await send(from, to)).status).toBe(201);
  return to;
}
/** What remains of the lots of a member, the oldest first, and what is owed. */
const lotsOf = async ({ id }: TestMember) => ({
  lots: (await fixture.db.select().from(creditLots).where(eq(creditLots.memberId, id)).orderBy(creditLots.createdAt)).map(
    ({ remaining }) => remaining,
  ),
  owed: await fixture.owed({ id }),
});
const linesOf = async ({ id }: TestMember) =>
  (await fixture.db.select().from(ledgerLines).where(eq(ledgerLines.memberId, id)))
    .map(({ reason, amount }) => `${reason} ${amount}`)
    .toSorted();

const buyOf = (pack: string) => (who: TestMember) => fixture.buy(who, { pack });
const [buy20, buy50, buy300] = [buyOf('pack-20'), buyOf('pack-50'), buyOf('pack-300')];

describe('credits are spent from the oldest lot first', () => {
  test('with a ledger line for each lot that a message is paid from, which the page shows as one', async () => {
    const noor = await aMember(fixture.db, { credits: 4 });
    await buy20(noor);
    await spendOnMessages(noor, 2);
    expect(await lotsOf(noor)).toEqual({ lots: [0, 4], owed: 0 });
    expect(await linesOf(noor)).toEqual(['grant 4', 'message -10', 'message -4', 'message -6', 'purchase 20']);
    const page = await fixture.as(noor).get('/api/transactions.php');
    expect(page.at('ledger')).toMatchObject([{ amount: -10 }, { amount: -10 }, { amount: 20 }, { amount: 4 }]);
    const exported = await fixture.as(noor).get('/api/export.php');
    expect(exported.at('credit_lots')).toMatchObject([
      { source: 'grant', order: null, remaining: 0 },
      { source: 'purchase', order: expect.any(String), remaining: 4 },
    ]);
    expect(await fixture.brokenInvariants()).toEqual([]);
  });

  test('and the page of the ledger goes on behind a movement of several lots', async () => {
    const noor = await aMember(fixture.db, { credits: 4 });
    await buy20(noor);
    await spendOnMessages(noor, 2);
    const seen: unknown[] = [];
    for (let next: unknown = ''; next !== null; ) {
      const page = await fixture.as(noor).get(`/api/transactions.php?limit=1${next === '' ? '' : `&before=${next}`}`);
      seen.push(page.at('ledger.0.amount'));
      next = page.at('next');
    }
    expect(seen).toEqual([-10, -10, 20, 4]);
  });
});

describe('a withdrawal', () => {
  test('of a pack that is spent is refused, whatever was bought later, and that of a later one returns what is left of it', async () => {
    const noor = await aMember(fixture.db);
    const spent = await buy20(noor);
    await spendOnMessages(noor, 2);
    expect(answerSummary(await withdraw(noor, spent))).toBe('409 conflict');
    const later = await buy300(noor);
    expect([await withdrawalOf(noor, spent), answerSummary(await withdraw(noor, spent))]).toEqual([null, '409 conflict']);
    await spendOnMessages(noor, 1);
    expect(await withdrawalOf(noor, later)).toMatchObject({ credits: 290, price: EUR(Math.ceil((4499 * 290) / 300)) });
    await withdraw(noor, later);
    await untilRefunded(later, 4350);
    expect([(await fixture.rowOf(spent)).returnedAmount, await lotsOf(noor)]).toEqual([0, { lots: [0, 0], owed: 0 }]);
    expect(await fixture.brokenInvariants()).toEqual([]);
  });

  test('of each of two packs that are used in part returns what that one is worth', async () => {
    const noor = await aMember(fixture.db);
    const [first, second] = [await buy50(noor), await buy20(noor)];
    const bas = await spendOnMessages(noor, 2);
    await spendOnMessages(noor, 4);
    await leave(bas);
    expect(await lotsOf(noor)).toEqual({ lots: [20, 10], owed: 0 });
    await withdraw(noor, second);
    await withdraw(noor, first);
    await untilRefunded(first, Math.ceil((999 * 20) / 50));
    await untilRefunded(second, Math.ceil((499 * 10) / 20));
    expect([await lotsOf(noor), await fixture.credits(noor)]).toEqual([{ lots: [0, 0], owed: 0 }, 0]);
    expect(await fixture.brokenInvariants()).toEqual([]);
  });

  test('counts extra credits as part of the pack', async () => {
    const noor = await aMember(fixture.db);
    const code = await fixture.discountCode({ percent: null, extraCredits: 30 });
    const id = await fixture.buy(noor, { pack: 'pack-50', discount_code: code });
    await spendOnMessages(noor, 2);
    expect(await lotsOf(noor)).toEqual({ lots: [60], owed: 0 });
    expect(await withdrawalOf(noor, id)).toMatchObject({ credits: 60, price: EUR(Math.ceil((999 * 60) / 80)) });
  });

  test('and messages at once never take a credit twice', async () => {
    for (let round = 0; round < 4; round += 1) {
      const noor = await aMember(fixture.db, { credits: 5 });
      const id = await buy50(noor);
      const bas = await aMember(fixture.db);
      const chat = String((await fixture.as(noor).get(`/api/chat.php?profile=${bas.id}`)).at('id'));
      const [withdrawn, ...sent] = await Promise.all([
        withdraw(noor, id),
        ...Array.from({ length: 6 }, () => fixture.say(noor, chat)),
        withdraw(noor, id),
      ]);
      const paid = sent.filter(({ status }) => status === 201).length * PRICE;
      expect(withdrawn.status).toBe(200);
      const { takenCredits, withdrawnAmount } = await fixture.rowOf(id);
      expect(withdrawnAmount).toBe(Math.ceil((999 * takenCredits) / 50));
      expect(await fixture.credits(noor)).toBe(55 - paid - takenCredits);
      expect(await fixture.brokenInvariants()).toEqual([]);
    }
  });
});

describe('the refund of a message', () => {
  test('returns to the lots that paid for it', async () => {
    const noor = await aMember(fixture.db, { credits: 4 });
    const id = await buy20(noor);
    const bas = await spendOnMessages(noor, 1);
    await spendOnMessages(noor, 1);
    await leave(bas);
    expect(await lotsOf(noor)).toEqual({ lots: [4, 10], owed: 0 });
    expect(await linesOf(noor)).toEqual(expect.arrayContaining(['refund 4', 'refund 6']));
    expect((await fixture.as(noor).get('/api/transactions.php')).at('ledger.0')).toMatchObject({ reason: 'refund', amount: 10 });
    expect(await withdrawalOf(noor, id)).toMatchObject({ credits: 10 });
    expect(await fixture.brokenInvariants()).toEqual([]);
  });

  test('pays off first what a charge-back has left owed', async () => {
    const noor = await aMember(fixture.db);
    const id = await buy20(noor);
    const bas = await spendOnMessages(noor, 2);
    await fixture.press(id, 'charged_back');
    expect([await lotsOf(noor), await fixture.owed(noor)]).toEqual([{ lots: [0], owed: 20 }, 20]);
    await leave(bas);
    expect([await lotsOf(noor), await fixture.credits(noor)]).toEqual([{ lots: [0], owed: 0 }, 0]);
    expect(await linesOf(noor)).toEqual(
      ['purchase 20', 'message -10', 'message -10', 'refund 10', 'refund 10', 'owed -10', 'owed -10'].toSorted(),
    );
    const page = await fixture.as(noor).get('/api/transactions.php');
    expect(page.at('ledger')).toEqual(expect.arrayContaining([expect.objectContaining({ reason: 'owed', transaction: null })]));
    expect((await fixture.as(noor).get('/api/export.php')).at('debts')).toMatchObject({
      owed: 0,
      lines: [
        { amount: 20, order: id },
        { amount: -10, reason: 'refund', order: null },
        { amount: -10, order: null },
      ],
    });
    expect(await fixture.brokenInvariants()).toEqual([]);
  });

  test('pays off a part of it message by message, and returns the rest', async () => {
    const noor = await aMember(fixture.db, { credits: 15 });
    const bas = await spendOnMessages(noor, 1);
    const id = await buy20(noor);
    await spendOnMessages(noor, 2);
    // Of the pack 5 are left; the charge-back of half of its money takes 10.
    await fixture.press(id, 'half_refunded');
    expect(await lotsOf(noor)).toEqual({ lots: [0, 0], owed: 5 });
    await leave(bas);
    expect([await lotsOf(noor), await fixture.credits(noor)]).toEqual([{ lots: [5, 0], owed: 0 }, 5]);
    expect(await fixture.brokenInvariants()).toEqual([]);
  });

  test('and a charge-back at once leave no credit beside a debt, and refund once', async () => {
    for (let round = 0; round < 4; round += 1) {
      const noor = await aMember(fixture.db);
      const id = await buy50(noor);
      const bas = await spendOnMessages(noor, 3);
      await Promise.all([fixture.press(id, 'charged_back'), leave(bas), fixture.ban(bas), fixture.notify(`test_${id}`), leave(bas)]);
      expect(await lotsOf(noor)).toEqual({ lots: [0], owed: 0 });
      expect((await linesOf(noor)).filter((line) => line.startsWith('refund'))).toEqual(['refund 10', 'refund 10', 'refund 10']);
      expect(await fixture.brokenInvariants()).toEqual([]);
    }
  });
});

describe('a charge-back', () => {
  test('takes from the lot of its order first, then from the oldest', async () => {
    const noor = await aMember(fixture.db, { credits: 20 });
    const [first, second] = [await buy50(noor), await buy20(noor)];
    await fixture.press(second, 'charged_back');
    expect(await lotsOf(noor)).toEqual({ lots: [20, 50, 0], owed: 0 });
    await spendOnMessages(noor, 4);
    await buy20(noor);
    await fixture.press(first, 'charged_back');
    expect(await lotsOf(noor)).toEqual({ lots: [0, 0, 0, 0], owed: 0 });
    expect(await fixture.brokenInvariants()).toEqual([]);
  });

  test('that is won returns the credits to the lots that it took them from, so that a spent pack stays spent', async () => {
    const noor = await aMember(fixture.db);
    const spent = await buy20(noor);
    await spendOnMessages(noor, 2);
    const later = await buy50(noor);
    await fixture.press(spent, 'charged_back');
    expect(await lotsOf(noor)).toEqual({ lots: [0, 30], owed: 0 });
    await fixture.press(spent, 'won');
    expect(await lotsOf(noor)).toEqual({ lots: [0, 50], owed: 0 });
    expect([await withdrawalOf(noor, spent), await withdrawalOf(noor, later)]).toMatchObject([null, { credits: 50 }]);
    expect(await fixture.brokenInvariants()).toEqual([]);
  });

  test('that is won after its debt was paid off returns the credits to the lot that paid', async () => {
    const noor = await aMember(fixture.db);
    const spent = await buy50(noor);
    await spendOnMessages(noor, 4);
    await fixture.press(spent, 'charged_back');
    await buy50(noor);
    expect(await lotsOf(noor)).toEqual({ lots: [0, 10], owed: 0 });
    await fixture.press(spent, 'won');
    expect(await lotsOf(noor)).toEqual({ lots: [10, 50], owed: 0 });
    expect(await fixture.brokenInvariants()).toEqual([]);
  });
});

test('messages at once are paid from several lots, never more than they hold', async () => {
  const noor = await aMember(fixture.db, { credits: 7 });
  await buy20(noor);
  await buy20(noor);
  const others = await Promise.all(Array.from({ length: 8 }, () => aMember(fixture.db)));
  const answers = await Promise.all(others.map((other) => send(noor, other)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(4).fill(201), ...Array(4).fill(402)]);
  expect([await lotsOf(noor), await fixture.credits(noor)]).toEqual([{ lots: [0, 0, 7], owed: 0 }, 7]);
  expect(await fixture.brokenInvariants()).toEqual([]);
});
