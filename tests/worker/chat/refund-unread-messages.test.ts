import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { HOUR } from '#contract/durations';
import { batch, type Database } from '#db/client';
import { banMember, undeleteMember } from '#db/queries/account/account-status';
import { debts, eventOutbox, ledgerLines, messages } from '#db/schema/index';
import { aMember, PASSWORD, type TestMember } from '../../support/database/factories.ts';
import { checkInvariants } from '../../support/database/invariants.ts';
import { chatFixture, range } from './chat-fixture.ts';

const fixture = chatFixture();

/** A member with credits who has sent `count` paid messages to a stranger. */
async function sendPaidMessages(count: number, credits = count) {
  const [noor, bas] = await Promise.all([aMember(fixture.db, { credits }), aMember(fixture.db, { name: 'Bas' })]);
  const id = await fixture.open(noor, bas);
  for (const n of range(1, count)) await fixture.say(noor, id, `Number ${n}`);
  return { noor, bas, id };
}

const deleteAccount = (member: TestMember) => fixture.as(member).delete('/api/user.php', { password: PASSWORD });
const ban = (db: Database, { id }: TestMember) =>
  batch(db, banMember(db, { id, from: 'active', to: { status: 'banned', statusBefore: 'active' }, now: Date.now() }, 'scam'));
const restoreDirectly = async ({ id }: TestMember) => {
  const [row] = await fixture.db.$client
    .execute({ sql: 'select deleted_at from members where id = ?', args: [id] })
    .then(({ rows }) => rows);
  const step = { id, from: 'deleted' as const, to: { status: 'active' as const, statusBefore: null }, now: Date.now() };
  await undeleteMember(fixture.db, step, Number(row?.deleted_at));
};
const refundsOf = async ({ id }: TestMember) =>
  (await fixture.db.select().from(ledgerLines)).filter((line) => line.memberId === id && line.reason === 'refund');
/** The stored balance; a member who is gone cannot ask for it. */
const creditsOf = async ({ id }: TestMember) =>
  Number((await fixture.db.$client.execute({ sql: 'select credits from members where id = ?', args: [id] })).rows[0]?.credits);

describe.each([
  ['a member who deletes themselves', deleteAccount],
  ['a member who is banned', (member: TestMember) => ban(fixture.db, member)],
])('%s', (_, goes) => {
  test('refunds what was paid for messages they have not read, once each, and notifies the sender’s devices', async () => {
    const { noor, bas, id } = await sendPaidMessages(3, 5);
    await fixture.markRead(bas, id, 1);
    await fixture.db.delete(eventOutbox);
    await goes(bas);
    const unread = (await fixture.messagesOf(id)).filter(({ seq }) => seq > 1).map((row) => row.id);
    const refunds = await refundsOf(noor);
    expect(refunds.map(({ amount, reference }) => [amount, reference]).toSorted()).toEqual(
      unread.map((message) => [1, message]).toSorted(),
    );
    expect(refunds.every((line) => /^[\w-]{22}$/.test(line.id))).toBe(true);
    expect(await fixture.credits(noor)).toBe(4);
    expect(await fixture.eventsOf(noor)).toEqual([{ type: 'credits.changed', credits: 4 }, { type: 'user.changed' }]);
  });

  test('refunds nothing that was paid for messages to others', async () => {
    const { noor, bas } = await sendPaidMessages(1, 3);
    const others = [await aMember(fixture.db), await aMember(fixture.db)];
    for (const other of others) await fixture.say(noor, await fixture.open(noor, other), 'Also paid');
    await goes(bas);
    expect([(await refundsOf(noor)).length, await fixture.credits(noor)]).toEqual([1, 1]);
  });

  test('refunds nothing that is older than a day, was free, or was their own', async () => {
    const { noor, bas, id } = await sendPaidMessages(2);
    await fixture.say(bas, id, 'An answer');
    const isPaid = and(eq(messages.conversationId, id), eq(messages.senderId, noor.id));
    await fixture.db
      .update(messages)
      .set({ createdAt: Date.now() - 25 * HOUR })
      .where(isPaid);
    const fictional = await aMember(fixture.db, { isFictional: true });
    await fixture.say(noor, await fixture.open(noor, fictional), 'Free');
    await goes(bas);
    await goes(fictional);
    expect([await refundsOf(noor), await refundsOf(bas), await fixture.credits(noor)]).toEqual([[], [], 0]);
  });

  test('refunds each of many senders their own messages', async () => {
    const bas = await aMember(fixture.db);
    const senders = await Promise.all(range(1, 4).map(() => aMember(fixture.db, { credits: 4 })));
    for (const [i, sender] of senders.entries()) {
      const id = await fixture.open(sender, bas);
      for (const n of range(0, i)) await fixture.say(sender, id, `Number ${n}`);
    }
    await goes(bas);
    expect(await Promise.all(senders.map((sender) => fixture.credits(sender)))).toEqual([4, 4, 4, 4]);
    expect(await Promise.all(senders.map(async (sender) => (await refundsOf(sender)).length))).toEqual([1, 2, 3, 4]);
  });

  test('racing a paid message leaves its sender with the message or with their credit, never without both', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { noor, bas, id } = await sendPaidMessages(1, 3);
      const [sent] = await Promise.all([fixture.post(noor, id, 'Quick'), goes(bas), fixture.post(noor, id, 'Quicker')]);
      expect([201, 404]).toContain(sent.status);
      expect(await fixture.credits(noor)).toBe(3);
      expect(await refundsOf(noor)).toHaveLength((await fixture.messagesOf(id)).length);
    }
  });
});

test('an account that is deleted, restored and deleted again refunds only what was sent since', async () => {
  const { noor, bas, id } = await sendPaidMessages(1, 3);
  await deleteAccount(bas);
  await restoreDirectly(bas);
  expect(await fixture.credits(noor)).toBe(3);
  await fixture.say(noor, id, 'Welcome back');
  const again = { ...bas, cookie: (await fixture.as(bas).post('/api/login.php', { email: bas.email, password: PASSWORD })).cookie };
  await deleteAccount(again);
  expect([await fixture.credits(noor), (await refundsOf(noor)).length]).toEqual([3, 2]);
  await restoreDirectly(bas);
  await ban(fixture.db, bas);
  await ban(fixture.db, bas);
  expect([await fixture.credits(noor), (await refundsOf(noor)).length]).toEqual([3, 2]);
});

test('a sender who is gone gets their credits back, without an event to their room', async () => {
  const { noor, bas } = await sendPaidMessages(1, 1);
  await deleteAccount(noor);
  await fixture.db.delete(eventOutbox);
  await deleteAccount(bas);
  expect([await creditsOf(noor), await fixture.eventsOf(noor)]).toEqual([1, []]);
});

test('a message request that was never read is refunded like any other message', async () => {
  const [noor, bas] = await Promise.all([aMember(fixture.db, { credits: 1 }), aMember(fixture.db, { hiddenWords: ['crypto'] })]);
  await fixture.say(noor, await fixture.open(noor, bas), 'crypto');
  await deleteAccount(bas);
  expect(await fixture.credits(noor)).toBe(1);
});

test('a refund changes the debt of nobody else', async () => {
  const { noor, bas } = await sendPaidMessages(1, 1);
  const debtor = await aMember(fixture.db);
  await fixture.db.insert(debts).values({ memberId: debtor.id, owed: 7 });
  await deleteAccount(bas);
  expect([await fixture.credits(noor), await fixture.db.select().from(debts)]).toEqual([1, [{ memberId: debtor.id, owed: 7 }]]);
  await fixture.db.delete(debts);
});

test('all database invariants hold after these tests', async () => {
  expect(await checkInvariants(fixture.db)).toEqual([]);
});
