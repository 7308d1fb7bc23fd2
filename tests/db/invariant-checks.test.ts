import { expect, test } from 'vitest';
import { batch } from '#db/client';
import { spendCredits } from '#db/queries/shared/credit-balance';
import { insertEvents } from '#db/queries/shared/event-outbox';
import { conversations, eventOutbox, ledgerLines, members, messages, participants } from '#db/schema/index';
import { aMember, anImage, newId } from '../support/database/factories.ts';
import { checkInvariants } from '../support/database/invariants.ts';
import { testDatabase } from '../support/database/test-database.ts';

const { db } = await testDatabase();

/** Stores two members and one charged message with all rows that a send writes. */
async function storeValidPair() {
  await db.batch([
    db.delete(eventOutbox),
    db.delete(messages),
    db.delete(conversations),
    db.delete(participants),
    db.delete(ledgerLines),
    db.delete(members),
  ]);
  const [one, other] = [await aMember(db, { credits: 2 }), await aMember(db)].toSorted((a, b) => (a.id < b.id ? -1 : 1));
  if (!one || !other) throw new Error('two members were made');
  await anImage(db, one.id);
  const [id, message] = [newId(), newId()];
  const payer = (await db.select().from(members)).find(({ credits }) => credits === 2)?.id ?? '';
  const reader = payer === one.id ? other.id : one.id;
  await db.insert(conversations).values({ id, lowerMemberId: one.id, higherMemberId: other.id, firstSenderId: payer, createdAt: 1 });
  await db
    .insert(messages)
    .values({ id: message, conversationId: id, seq: 1, senderId: payer, clientId: newId(), text: 'Hello', createdAt: 5 });
  const last = { conversationId: id, lastSeq: 1, lastText: 'Hello', lastSenderId: payer, lastAt: 5, isListed: true };
  await db.insert(participants).values([
    { ...last, memberId: payer, otherId: reader },
    { ...last, memberId: reader, otherId: payer, unread: 1 },
  ]);
  await batch(db, spendCredits(db, { memberId: payer, amount: 1, reason: 'message', reference: message, createdAt: 5 }));
  const sentEvent = { type: 'message.sent', message: { id: message, seq: 1, text: 'Hello', sender_id: payer, conversation_id: id } };
  await insertEvents(db, [{ id: newId(), memberId: reader, event: sentEvent, createdAt: 5, dueAt: 5 }]);
}

const DAMAGE: [sql: string, invariant: RegExp][] = [
  ['update images set held_since = 1', /I5 a held photo/],
  [`update messages set sender_id = 'stranger'`, /I1 the sender of a message/],
  [`delete from participants where unread = 0`, /I1 a conversation has a participant/],
  [`update messages set seq = 2`, /I2 seq is 1..n/],
  [
    `update conversations set first_sender_id = case first_sender_id when lower_member_id then higher_member_id else lower_member_id end`,
    /I2 the stored first sender/,
  ],
  [`update participants set last_text = 'Other'`, /I2 both participants hold/],
  [`update members set credits = 5`, /I3 credits are the sum/],
  [`update credit_lots set remaining = 2`, /I3 what remains of a lot/],
  [`update ledger_lines set amount = -2 where reason = 'message'`, /I3 what remains of a lot/],
  [`update credit_lots set member_id = (select id from members where credits = 0)`, /I3 a ledger line moves a lot/],
  [`update ledger_lines set reference = 'none' where reason = 'message'`, /I3 a ledger line for a message/],
  [
    `update conversations set first_sender_id = case first_sender_id when lower_member_id then higher_member_id else lower_member_id end`,
    /I3 only the first sender is charged/,
  ],
  [
    `insert into ledger_lines (id, member_id, amount, reason, reference, created_at, lot_id)
      select 'r', member_id, 2, 'refund', reference, 6, lot_id from ledger_lines where reason = 'message'`,
    /I3 a refund returns the charge/,
  ],
  [
    `insert into ledger_lines (id, member_id, amount, reason, reference, created_at, lot_id)
      select 'r', member_id, 1, 'refund', 'none', 6, lot_id from ledger_lines where reason = 'message'`,
    /I3 a refund returns the charge/,
  ],
  [`update participants set is_message_request = 1 where unread = 0`, /I4 a message request was neither/],
  [`update participants set is_message_request = 1, read_to = 1, unread = 0`, /I4 a message request was neither/],
  [`update participants set unread = unread + 1`, /I4 unread is the number/],
  [`update participants set read_to = 2`, /I4 no mark is beyond/],
  [`update participants set cleared_to = 1, unread = 0`, /I4 a listed conversation has/],
  [`update event_outbox set event = json_set(event, '$.message.text', 'Never sent')`, /I6 a message in an event/],
  [`update event_outbox set member_id = 'stranger'`, /I6 an event of a conversation goes/],
  [
    `update event_outbox
      set event = json_object('type', 'messages.read', 'conversation', (select id from conversations), 'reader', member_id, 'to', 1)`,
    /I6 a read mark in an event/,
  ],
];

test('valid rows break no invariant', async () => {
  await storeValidPair();
  expect(await checkInvariants(db)).toEqual([]);
});

test.each(DAMAGE)('%s is detected', async (damage, invariant) => {
  await storeValidPair();
  await db.run(damage);
  expect((await checkInvariants(db)).filter((breach) => invariant.test(breach))).not.toEqual([]);
});
