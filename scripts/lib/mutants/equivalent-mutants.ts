/** A guard whose removal no test can notice, because another one stops the same or nothing can reach it. */
export interface EquivalentMutant {
  readonly path: string;
  /** The removed text on one line, as the command prints it. */
  readonly removed: string;
  /** A part of its line, where the file has the same text elsewhere. */
  readonly lineHas?: string;
  readonly reason: string;
}

const SETTLEMENT_RULES = 'worker/features/credits/orders/settlement-rules.ts';
const CLIENT_FRAMES = 'room/client-frames.ts';
const CREDENTIALS = 'worker/domain/credentials.ts';

export const EQUIVALENT_MUTANTS: readonly EquivalentMutant[] = [
  {
    path: SETTLEMENT_RULES,
    removed: "payment.status === 'open'",
    lineHas: 'return payment.status',
    reason: 'An order that is neither paid nor unpaid is open, as its payment then is: both branches give the same.',
  },
  {
    path: SETTLEMENT_RULES,
    removed: "status === 'paid'",
    lineHas: 'order.withdrawnAmount > returned',
    reason: 'Only a paid order has a withdrawn amount, and one that is refunded has returned at least that.',
  },
  {
    path: 'worker/features/credits/transactions/withdrawal-rules.ts',
    removed: 'order.paidAt === null',
    reason: 'The status in the same line is that of a paid order, which has the time; the check narrows the type.',
  },
  {
    path: 'contract/signed-token.ts',
    removed: '!body',
    reason: 'The expression matches both parts or none, so the check of the signature stops the same.',
  },
  {
    path: 'contract/signed-token.ts',
    removed: '!signature',
    reason: 'The expression matches both parts or none, so the check of the body stops the same.',
  },
  {
    path: CLIENT_FRAMES,
    removed: 'conversation',
    lineHas: 'viewing:',
    reason: 'A device that views no conversation and one that views the conversation null are treated alike.',
  },
  {
    path: CLIENT_FRAMES,
    removed: 'conversation',
    lineHas: 'if (conversation',
    reason: 'The pass beside it is only there for this conversation; the check narrows the type.',
  },
  {
    path: 'worker/domain/limits.ts',
    removed: 'counter',
    reason: 'Every counted row is of a counter of this call; the check narrows the type.',
  },
  {
    path: 'db/queries/shared/badge.ts',
    removed: '${participants.unread} > 0',
    reason: 'It names the rows of a partial index; the others add nothing to the sum.',
  },
  {
    path: 'db/queries/members/search.ts',
    removed: '${when}',
    reason: 'It spares counts: the caller gives none of them if the search has enough results.',
  },
  {
    path: CREDENTIALS,
    removed: 'member',
    lineHas: 'return member && isCorrect',
    reason: 'Without an account no password is correct; the check narrows the type.',
  },
  {
    path: CREDENTIALS,
    removed: 'hash === null',
    reason: 'Without a stored hash no password is correct; the check narrows the type.',
  },
  {
    path: 'worker/features/chat/open-conversation.ts',
    removed: 'existing?.isAccessible',
    reason: 'It spares a round trip: the batch finds the conversation, opens what is open and gives the same id.',
  },
  {
    path: 'worker/features/likes/read-both-members.ts',
    removed: '!self',
    reason: 'The batch that reads the card has proved the session of its member; the check narrows the type.',
  },
  {
    path: 'worker/features/credits/orders/settle-order.ts',
    removed: 'recipient',
    reason: 'An order that still names its member has it, by the foreign key; the check narrows the type.',
  },
  {
    path: 'worker/features/credits/orders/settle-order.ts',
    removed: 'notification',
    lineHas: 'notification && recipient',
    reason: 'The recipient is read for a notification alone; the check narrows the type.',
  },
  {
    path: 'worker/features/credits/orders/settle-order.ts',
    removed: 'setting !== undefined',
    reason: 'The defaults have an amount for every currency, and stored values replace single ones; the check narrows the type.',
  },
  {
    path: 'worker/lib/encrypted-token.ts',
    removed: '!bytes',
    reason: 'Reading from null throws, and that is caught and answered alike; the check narrows the type.',
  },
  {
    path: 'room/presence.ts',
    removed: 'room.isOnline && room.leftAt === null',
    reason: 'It spares a write of what is there: a room that is online was not noted as gone.',
  },
  {
    path: 'worker/features/credits/orders/settle-payment.ts',
    removed: 'order',
    lineHas: 'if (order)',
    reason: 'It spares a call of the provider, whose payment names the same order or is the renewal with its reference.',
  },
  {
    path: 'worker/features/safety/hide-member.ts',
    removed: 'iHide',
    reason: 'It spares a round trip: the batch writes no second hide and no event after none.',
  },
  {
    path: 'db/queries/account/erasure.ts',
    removed: 'member_id = ${memberId}',
    lineHas: 'and exists (select 1 from members',
    reason: 'The files of every other member are shared with that member, and left out as such.',
  },
  {
    path: 'db/queries/account/erasure.ts',
    removed: 'thumb in (select thumb from mine)',
    reason: 'It spares rows: the files are those of the member less those that others use.',
  },
  {
    path: 'db/queries/chat/send-message.ts',
    removed: 'member_id = ${recipientId}',
    lineHas: 'set is_message_request',
    reason: 'The statement that updates both sides follows and takes the mark off that of the sender.',
  },
  {
    path: 'db/queries/credits/message-refunds.ts',
    removed: 'participants.last_at > ${now - REFUND_MS}',
    reason: 'It spares rows: no message of a conversation is later than its last one.',
  },
  {
    path: 'db/queries/credits/renewal-orders.ts',
    removed: '${entitlements.renews}',
    reason: 'It spares a write of what is there.',
  },
  {
    path: 'db/queries/shared/credit-balance.ts',
    removed: 'sql`${amount} <> 0`',
    reason: 'It spares a write of what is there.',
  },
  {
    path: 'db/queries/credits/settlement.ts',
    removed: '${owedCreditsOf(memberId)} > 0',
    reason: 'It spares a write of what is there: nothing is subtracted for somebody who owes nothing.',
  },
  {
    path: 'db/queries/credits/settlement.ts',
    removed: 'owed > 0',
    lineHas: 'paidDebt:',
    reason: 'It spares a write of what is there: of a debt of 0 nothing is paid off.',
  },
  {
    path: 'db/queries/credits/settlement.ts',
    removed: "reason = 'reversal'",
    lineHas: 'between',
    reason: 'Only the lot of an order has another line with such a reference, beside a reversal of the order.',
  },
  {
    path: 'db/queries/credits/settlement.ts',
    removed: 'sum(amount) < 0',
    reason: 'No lot is given back more than was taken from it, and one from which nothing is missing takes a share of 0.',
  },
  {
    path: 'db/queries/credits/renewals.ts',
    removed: 'eq(orders.renews, true)',
    reason: 'It spares a write of what is there.',
  },
  {
    path: 'db/queries/shared/quotes.ts',
    removed: 'image_id is null',
    lineHas: 'owner_id',
    reason: 'The words of a quoted photo are empty, and every text contains these.',
  },
  {
    path: 'db/queries/photos/photos.ts',
    removed: 'hasImage(id, memberId)',
    lineHas: '.where(and(eq(members.id, memberId), hasImage(id, memberId))),',
    reason: 'It spares a write of what is there: a photo that is not the member’s is not their main one.',
  },
  {
    path: 'db/queries/profile/nearest-city.ts',
    removed: '${near}',
    reason: 'It names the rows of an index: a town in any other square is too far away.',
  },
  {
    path: 'db/queries/notifications/summaries.ts',
    removed: '${dueAt} is not null',
    reason: 'It names the rows of a partial index: a summary without a time is not due at any.',
  },
  {
    path: 'db/queries/notifications/absence-mails.ts',
    removed: 'participants.unread > 0',
    reason: 'It names the rows of a partial index: a conversation in which nothing is unread has no message behind the read mark.',
  },
  {
    path: 'db/queries/notifications/absence-mails.ts',
    removed: 'last_active_at < ${before}',
    reason: 'It spares counts: what came after the last activity of such a member has not waited long enough.',
  },
  {
    path: 'db/queries/notifications/notification-list.ts',
    removed: 'seq = 1',
    reason: 'A conversation without a second message has none but the first.',
  },
  {
    path: 'db/queries/members/match-count.ts',
    removed: 'birth_year in (${sql.join(years, sql`, `)})',
    reason: 'It names ranges of an index: the dates of birth are compared as well.',
  },
  {
    path: 'db/queries/members/search-sql.ts',
    removed: 'sql`members.search_rank & ${literal(LAST_BUCKET)} <= ${v.onlineTo}`',
    reason: 'It spares rows: the time of the last activity is compared as well.',
  },
  {
    path: 'room/events.ts',
    removed: "'badge' in event",
    reason: 'It is for the type: an event without this field has no badge count.',
  },
  {
    path: 'room/events.ts',
    removed: 'event.badge',
    reason: 'It is for the type: a badge count that is not known is left out of an event.',
  },
  {
    path: 'worker/domain/moderation/possible-actions.ts',
    removed: '!member',
    reason: 'It is for the type: only cases with a member have texts to remove.',
  },
  {
    path: 'worker/domain/moderation/possible-actions.ts',
    removed: 'found.member !== null',
    lineHas: 'accountStatusAfter',
    reason: 'It is for the type: a case without a member fits no restriction.',
  },
  {
    path: 'worker/domain/moderation/possible-actions.ts',
    removed: 'found.member !== null',
    lineHas: 'accountExists(found.member)',
    reason: 'It is for the type: a case without a member fits no restriction.',
  },
  {
    path: 'worker/domain/moderation/look-at-case.ts',
    removed: '!first',
    reason: 'It is for the type: a look at a case that is not found is not written down.',
  },
  {
    path: 'worker/domain/moderation/decide-case.ts',
    removed: "input.action === 'restore'",
    lineHas: 'otherLastingDecisions',
    reason: 'It spares a read: other decisions do not need what is read.',
  },
  {
    path: 'worker/domain/moderation/decide-case.ts',
    removed: 'memberId !== null',
    lineHas: 'restoration: takesBack',
    reason: 'It is for the type: a decision about an erased member is not taken back.',
  },
  {
    path: 'db/queries/complaints/complaints.ts',
    removed: 'isNotNull(complaints.closedAt)',
    lineHas: 'lt(complaints.closedAt',
    reason: 'It names the rows of a partial index: an open complaint was not closed before any time.',
  },
];
