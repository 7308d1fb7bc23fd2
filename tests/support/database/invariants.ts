import { isDeepStrictEqual } from 'node:util';
import { eq } from 'drizzle-orm';
import type { Message } from '#contract/chat';
import type { Database } from '#db/client';
import { messages, participants } from '#db/schema/index';
import { messageOf } from '../../../worker/features/chat/message-serializer.ts';

/**
 * The invariants that must hold after every fault (docs/decisions/0017-test-against-real-servers.md), each with SQL that selects the rows
 * that break it; the column `what` names such a row. I1: a message has one row and reaches every device of both members. I2: seq is 1..n
 * in a conversation, in the same order everywhere. I3: credits are the sum of the ledger and never negative. I4: unread counts follow the
 * read marks. I6: an event contains only what is stored. What clients received and show is checked by the functions below. Of I5, that nothing
 * is shown to somebody who may not see it, one part is here; the rest is checked by tests/worker/authorization/authorization.test.ts. I7, that
 * nothing of an erased member is left, is checked by tests/worker/account/erasure.test.ts.
 */
const BREACH_QUERIES: Readonly<Record<string, string>> = {
  'I5 a held photo is nobody’s main photo': `
    select id as what from images where held_since is not null and id in (select main_image_id from members)`,
  'I1 a client_id of a sender has one message row': `
    select sender_id || ' ' || client_id as what from messages group by sender_id, client_id having count(*) > 1`,
  'I1 the sender of a message is a member of its conversation': `
    select m.id as what from messages m join conversations c on c.id = m.conversation_id
    where m.sender_id not in (c.lower_member_id, c.higher_member_id)`,
  'I1 a conversation has a participant for each member who exists, and the two name each other': `
    select c.id as what from conversations c where (select count(*) from participants i where i.conversation_id = c.id
      and ((i.member_id = c.lower_member_id and i.other_id = c.higher_member_id) or (i.member_id = c.higher_member_id and i.other_id = c.lower_member_id)))
      <> (select count(*) from members where id in (c.lower_member_id, c.higher_member_id))`,
  'I1 a conversation has at least one member': `
    select c.id as what from conversations c where not exists (select 1 from members where id in (c.lower_member_id, c.higher_member_id))`,
  'I2 seq is 1..n in a conversation': `
    select conversation_id as what from messages group by conversation_id
    having min(seq) <> 1 or max(seq) <> count(*) or count(distinct seq) <> count(*)`,
  'I2 the stored first sender wrote the first message': `
    select c.id as what from conversations c left join messages m on m.conversation_id = c.id and m.seq = 1
    where c.first_sender_id is not m.sender_id`,
  'I2 both participants hold the last message': `
    select i.member_id || ' ' || i.conversation_id as what from participants i join messages m on m.conversation_id = i.conversation_id
    where m.seq = (select max(seq) from messages where conversation_id = i.conversation_id)
      and (i.last_seq, i.last_text, i.last_sender_id, i.last_at) is not (m.seq, m.text, m.sender_id, m.created_at)`,
  'I3 credits are the sum of the ledger and of what remains of the lots, and never negative': `
    select id as what from members
    where credits < 0 or credits <> (select coalesce(sum(amount), 0) from ledger_lines where member_id = members.id)
      or credits <> (select coalesce(sum(remaining), 0) from credit_lots where member_id = members.id)`,
  'I3 what remains of a lot is the sum of its lines and never negative': `
    select id as what from credit_lots
    where remaining < 0 or remaining <> (select coalesce(sum(amount), 0) from ledger_lines where lot_id = credit_lots.id)`,
  'I3 a lot holds no more than it brought less what was spent of it': `
    select lot_id as what from ledger_lines where reason in ('reversal', 'owed') group by lot_id having sum(amount) > 0`,
  'I3 a ledger line moves a lot of its own member': `
    select l.id as what from ledger_lines l left join credit_lots c on c.id = l.lot_id where c.member_id is not l.member_id`,
  'I3 a ledger line for a message is negative and belongs to its sender': `
    select l.id as what from ledger_lines l left join messages m on m.id = l.reference
    where l.reason = 'message' and (l.amount >= 0 or m.sender_id is not l.member_id)`,
  'I3 a refund returns the charge of a message in full and once': `
    select l.id as what from ledger_lines l left join ledger_lines c on c.reason = 'message' and c.reference = l.reference and c.lot_id = l.lot_id
    where l.reason = 'refund' and (l.amount is not -c.amount
      or (select sum(amount) from ledger_lines r where r.reason in ('message', 'refund') and r.reference = l.reference) <> 0)`,
  'I3 only the first sender is charged in a conversation': `
    select l.id as what from ledger_lines l join messages m on m.id = l.reference join conversations c on c.id = m.conversation_id
    where l.reason = 'message' and c.first_sender_id <> m.sender_id`,
  'I3 a debt is the sum of its lines and never negative': `
    select d.member_id as what from debts d
    where owed < 0 or owed <> (select coalesce(sum(amount), 0) from debt_lines l where l.member_id = d.member_id)
    union all select member_id from debt_lines l where not exists (select 1 from debts d where d.member_id = l.member_id)`,
  'I3 each payment of a debt has a ledger line, and each such line a payment': `
    select l.id as what from ledger_lines l left join debt_lines d on d.member_id = l.member_id and d.reference = l.reference and d.amount < 0
    where l.reason = 'owed' group by l.member_id, l.reference having sum(l.amount) is not d.amount
    union all select d.id from debt_lines d where d.amount < 0 and not exists (
      select 1 from ledger_lines l where l.reason = 'owed' and l.member_id = d.member_id and l.reference = d.reference)`,
  'I3 nobody has credits beside a debt': `
    select m.id as what from members m join debts d on d.member_id = m.id where m.credits > 0 and d.owed > 0`,
  'I3 a paid pack granted its credits once, and no other order granted any': `
    select o.id as what from orders o left join ledger_lines l on l.reason = 'purchase' and l.reference = o.id
    where o.member_id is not null and o.kind = 'pack' and (o.status in ('paid', 'refunded')) is not (l.id is not null)
      or (l.id is not null and (l.amount <> o.credits + o.extra_credits or l.member_id is not o.member_id or o.kind <> 'pack'))
    union all select o.id from orders o join ledger_lines l on l.reason = 'purchase' and l.reference = o.id join credit_lots c on c.id = l.lot_id
    where c.source <> 'purchase' or c.reference <> o.id
    union all select l.id from ledger_lines l where l.reason = 'purchase' and not exists (select 1 from orders o where o.id = l.reference)`,
  'I3 paid and refunded orders alone have a time of payment, and no order returns more than its amount': `
    select id as what from orders
    where (status in ('paid', 'refunded')) is not (paid_at is not null) or returned_amount not between 0 and amount
      or (status = 'refunded') is not (paid_at is not null and returned_amount = amount)`,
  'I3 the credits taken back for an order are the sum of its reversals, debts included': `
    select o.id as what from orders o where o.member_id is not null and o.taken_credits <>
      (select coalesce(-sum(amount), 0) from ledger_lines l where l.reason = 'reversal' and l.reference between o.id || '#' and o.id || '$')
      + (select coalesce(sum(amount), 0) from debt_lines d
        where d.amount > 0 and d.reason = 'reversal' and d.reference between o.id || '#' and o.id || '$')`,
  'I3 a discount counts all its uses, and each use has the code and state of its order': `
    select d.code as what from discounts d
    where d.max_uses < (select count(*) from discount_uses u where u.code = d.code and u.state in ('reserved', 'kept'))
    union all select u.order_id from discount_uses u left join orders o on o.id = u.order_id where o.discount_code is not u.code
      or u.state is not (case when o.paid_at is not null then 'kept' when o.status = 'open' then 'reserved' else 'returned' end)`,
  'I3 premium lasts until the latest end of an active span': `
    select m.id as what from members m where exists (select 1 from entitlements e where e.member_id = m.id)
      and m.premium_until is not (select max(until_at) from entitlements e where e.member_id = m.id and e.state = 'active')`,
  'I3 a paid plan has a span that was not revoked, and a plan that was paid back has none': `
    select o.id as what from orders o left join entitlements e on e.order_id = o.id where o.member_id is not null and o.kind = 'plan'
      and case o.status when 'paid' then (o.withdrawn_amount = 0 and not o.is_charged_back) is not coalesce(e.state <> 'revoked', 0)
        when 'refunded' then e.id is not null and e.state <> 'revoked' else e.id is not null end`,
  'I4 unread is the number of messages of the other beyond both marks': `
    select member_id || ' ' || conversation_id as what from participants i where unread <> (select count(*) from messages m
      where m.conversation_id = i.conversation_id and m.sender_id <> i.member_id and m.seq > max(i.read_to, i.cleared_to))`,
  'I4 no mark is beyond the last message': `
    select member_id || ' ' || conversation_id as what from participants where read_to > last_seq or cleared_to > last_seq`,
  'I4 a message request was neither read nor answered': `
    select i.member_id || ' ' || i.conversation_id as what from participants i where is_message_request and (read_to > 0
      or not exists (select 1 from messages where conversation_id = i.conversation_id)
      or exists (select 1 from messages where conversation_id = i.conversation_id and sender_id = i.member_id))`,
  'I4 a listed conversation has a message to show': `
    select member_id || ' ' || conversation_id as what from participants where is_listed and (last_seq <= cleared_to or not is_accessible)`,
  'I6 a message in an event equals the stored one': `
    select o.id as what from event_outbox o left join messages m on m.id = json_extract(o.event, '$.message.id')
    where json_extract(o.event, '$.type') = 'message.sent' and (m.seq, m.text, m.sender_id, m.conversation_id) is not (
      json_extract(o.event, '$.message.seq'),
      json_extract(o.event, '$.message.text'),
      json_extract(o.event, '$.message.sender_id'),
      json_extract(o.event, '$.message.conversation_id')
    )`,
  'I6 an event of a conversation goes to its two members only': `
    select o.id as what from event_outbox o
    join conversations c on c.id = coalesce(json_extract(o.event, '$.conversation'), json_extract(o.event, '$.message.conversation_id'))
    where o.member_id not in (c.lower_member_id, c.higher_member_id)`,
  'I6 a read mark in an event was stored': `
    select o.id as what from event_outbox o
    left join participants i on i.member_id = json_extract(o.event, '$.reader') and i.conversation_id = json_extract(o.event, '$.conversation')
    where json_extract(o.event, '$.type') = 'messages.read' and not coalesce(i.read_to >= json_extract(o.event, '$.to'), 0)`,
};

/** Returns every breach of the invariants in a database as `<invariant>: <row>`; empty if all of them hold. */
export async function checkInvariants(db: Database): Promise<string[]> {
  const answers = await db.$client.batch(Object.values(BREACH_QUERIES));
  return Object.keys(BREACH_QUERIES).flatMap((invariant, i) => (answers[i]?.rows ?? []).map(({ what }) => `${invariant}: ${String(what)}`));
}

/** Returns breaches of I1 in answers: each message that a 200 or 201 acknowledged must equal its one row. */
export async function checkAcknowledgedMessages(db: Database, acknowledged: readonly Message[]): Promise<string[]> {
  const rows = Map.groupBy(await db.select().from(messages), ({ senderId, clientId }) => `${senderId} ${clientId}`);
  return acknowledged.flatMap((message) => {
    const found = rows.get(`${message.sender_id} ${message.client_id}`) ?? [];
    const isStoredOnce = found.length === 1 && found.every((row) => isDeepStrictEqual(messageOf(row, null), message));
    return isStoredOnce ? [] : [`I1 an acknowledged message equals exactly one row: ${message.id} (${found.length})`];
  });
}

/** The messages that one device of a member shows at the end, and every frame that its room has sent it. */
export interface ObservedDevice {
  readonly memberId: string;
  readonly shownMessages: readonly Message[];
  readonly receivedFrames: readonly Readonly<Record<string, unknown>>[];
}

/**
 * Returns breaches of I1, I2 and I6 on devices: each must show every message of its member's conversations once, and receive only stored
 * messages.
 */
export async function checkDevices(db: Database, devices: readonly ObservedDevice[]): Promise<string[]> {
  const rows = await db
    .select({ message: messages, memberId: participants.memberId })
    .from(messages)
    .innerJoin(participants, eq(participants.conversationId, messages.conversationId));
  return devices.flatMap(({ memberId, shownMessages, receivedFrames }) => {
    const stored = rows.flatMap(({ message, memberId: participantId }) => (participantId === memberId ? [messageOf(message, null)] : []));
    const inOrder = (list: readonly Message[]) =>
      list.toSorted((a, b) => a.conversation_id.localeCompare(b.conversation_id) || a.seq - b.seq);
    const breaches: string[] = [];
    if (!isDeepStrictEqual(inOrder(shownMessages), inOrder(stored)))
      breaches.push(`I1 a device shows each message once: ${memberId} (${shownMessages.length} of ${stored.length})`);
    for (const { type, message } of receivedFrames) {
      if (type === 'message.sent' && !stored.some((row) => isDeepStrictEqual(row, message)))
        breaches.push(`I6 a device receives stored messages only: ${JSON.stringify(message)}`);
    }
    return breaches;
  });
}
