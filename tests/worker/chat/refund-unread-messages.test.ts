import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { type Database, together } from '#db/client';
import { banMember, undeleteMember } from '#db/queries/account/account-status';
import { ledger, messages, outbox } from '#db/schema/index';
import { aMember, PASSWORD, type TestMember } from '../../support/database/factories.ts';
import { checkInvariants } from '../../support/database/invariants.ts';
import { aChatWorld, range } from './chat-fixture.ts';

const world = aChatWorld();
const HOUR = 3600_000;

/** A member with credits who has sent `count` paid messages to a stranger. */
async function paid(count: number, credits = count) {
  const [noor, bas] = await Promise.all([aMember(world.db, { credits }), aMember(world.db, { name: 'Bas' })]);
  const id = await world.open(noor, bas);
  for (const n of range(1, count)) await world.say(noor, id, `Number ${n}`);
  return { noor, bas, id };
}

const leave = (member: TestMember) => world.as(member).delete('/api/user.php', { password: PASSWORD });
const ban = (db: Database, { id }: TestMember) =>
  together(db, banMember(db, { id, from: 'active', to: { status: 'banned', statusBefore: 'active' }, now: Date.now() }, 'scam'));
const comeBack = async ({ id }: TestMember) => {
  const [row] = await world.db.$client.execute({ sql: 'select deleted_at from members where id = ?', args: [id] }).then(({ rows }) => rows);
  const step = { id, from: 'deleted' as const, to: { status: 'active' as const, statusBefore: null }, now: Date.now() };
  await undeleteMember(world.db, step, Number(row?.deleted_at));
};
const refundsOf = async ({ id }: TestMember) =>
  (await world.db.select().from(ledger)).filter((line) => line.memberId === id && line.reason === 'refund');
/** The stored balance; a member who is gone cannot ask for it. */
const creditsOf = async ({ id }: TestMember) =>
  Number((await world.db.$client.execute({ sql: 'select credits from members where id = ?', args: [id] })).rows[0]?.credits);

describe.each([
  ['a member who deletes themselves', leave],
  ['a member who is banned', (member: TestMember) => ban(world.db, member)],
])('%s', (_, goes) => {
  test('refunds what was paid for messages they have not read, once each, and notifies the sender’s devices', async () => {
    const { noor, bas, id } = await paid(3, 5);
    await world.mark(bas, id, 1);
    await world.db.delete(outbox);
    await goes(bas);
    const unread = (await world.rowsOf(id)).filter(({ seq }) => seq > 1).map((row) => row.id);
    const refunds = await refundsOf(noor);
    expect(refunds.map(({ amount, reference }) => [amount, reference]).toSorted()).toEqual(
      unread.map((message) => [1, message]).toSorted(),
    );
    expect(refunds.every((line) => /^[\w-]{22}$/.test(line.id))).toBe(true);
    expect(await world.credits(noor)).toBe(4);
    expect(await world.eventsOf(noor)).toEqual([{ type: 'credits.changed', credits: 4 }, { type: 'user.changed' }]);
  });

  test('refunds nothing that is older than a day, was free, or was their own', async () => {
    const { noor, bas, id } = await paid(2);
    await world.say(bas, id, 'An answer');
    const isPaid = and(eq(messages.conversationId, id), eq(messages.senderId, noor.id));
    await world.db
      .update(messages)
      .set({ createdAt: Date.now() - 25 * HOUR })
      .where(isPaid);
    const fictional = await aMember(world.db, { isFictional: true });
    await world.say(noor, await world.open(noor, fictional), 'Free');
    await goes(bas);
    await goes(fictional);
    expect([await refundsOf(noor), await refundsOf(bas), await world.credits(noor)]).toEqual([[], [], 0]);
  });

  test('refunds each of many senders their own messages', async () => {
    const bas = await aMember(world.db);
    const senders = await Promise.all(range(1, 4).map(() => aMember(world.db, { credits: 4 })));
    for (const [i, sender] of senders.entries()) {
      const id = await world.open(sender, bas);
      for (const n of range(0, i)) await world.say(sender, id, `Number ${n}`);
    }
    await goes(bas);
    expect(await Promise.all(senders.map((sender) => world.credits(sender)))).toEqual([4, 4, 4, 4]);
    expect(await Promise.all(senders.map(async (sender) => (await refundsOf(sender)).length))).toEqual([1, 2, 3, 4]);
  });

  test('racing a paid message leaves its sender with the message or with their credit, never without both', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { noor, bas, id } = await paid(1, 3);
      const [sent] = await Promise.all([world.post(noor, id, 'Quick'), goes(bas), world.post(noor, id, 'Quicker')]);
      expect([201, 404]).toContain(sent.status);
      expect(await world.credits(noor)).toBe(3);
      expect(await refundsOf(noor)).toHaveLength((await world.rowsOf(id)).length);
    }
  });
});

test('an account that is deleted, restored and deleted again refunds only what was sent since', async () => {
  const { noor, bas, id } = await paid(1, 3);
  await leave(bas);
  await comeBack(bas);
  expect(await world.credits(noor)).toBe(3);
  await world.say(noor, id, 'Welcome back');
  const again = { ...bas, cookie: (await world.as(bas).post('/api/login.php', { email: bas.email, password: PASSWORD })).cookie };
  await leave(again);
  expect([await world.credits(noor), (await refundsOf(noor)).length]).toEqual([3, 2]);
  await comeBack(bas);
  await ban(world.db, bas);
  await ban(world.db, bas);
  expect([await world.credits(noor), (await refundsOf(noor)).length]).toEqual([3, 2]);
});

test('a sender who is gone gets their credits back, without an event to their room', async () => {
  const { noor, bas } = await paid(1, 1);
  await leave(noor);
  await world.db.delete(outbox);
  await leave(bas);
  expect([await creditsOf(noor), await world.eventsOf(noor)]).toEqual([1, []]);
});

test('a message request that was never read is refunded like any other message', async () => {
  const [noor, bas] = await Promise.all([aMember(world.db, { credits: 1 }), aMember(world.db, { hiddenWords: ['crypto'] })]);
  await world.say(noor, await world.open(noor, bas), 'crypto');
  await leave(bas);
  expect(await world.credits(noor)).toBe(1);
});

test('all database invariants hold after these tests', async () => {
  expect(await checkInvariants(world.db)).toEqual([]);
});
