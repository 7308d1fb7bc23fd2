import type { CanSendCode, Price } from '#contract/chat';
import type { conversationOf, firstMessagesSince } from '#db/queries/chat/conversations';
import type { Situation } from '#db/queries/chat/send-message';
import { isPresent } from '../../domain/account-status.ts';
import type { Context, Member } from '../../domain/context.ts';
import { DAY } from '../../domain/rate-limit.ts';
import { whyNotContact } from './can-contact.ts';
import { priceOf } from './message-price.ts';

export type ConversationRow = Awaited<ReturnType<typeof conversationOf>>[number];
export type FirstMessageRows = Awaited<ReturnType<typeof firstMessagesSince>>;

/** The rolling day in which first messages count. */
export const firstMessagesFrom = (now: number) => now - DAY;

/** When there is room for one more than there is now; null while there is none to wait for. */
export function endOf(firsts: FirstMessageRows, limit: number): number | null {
  const next = firsts[Math.max(0, firsts.length - limit)];
  return next ? next.createdAt + DAY : null;
}

/** The rows of a conversation as its sends are judged by them. Likes of somebody erased are gone, so a block must not show any either. */
export function situationOf(member: Member, row: ConversationRow): Situation {
  const isThere = isPresent(row) && row.blocksMe === 0;
  return {
    paymentCountry: member.paymentCountry,
    premiumUntil: member.premiumUntil,
    recipientId: row.id,
    isToFictional: isThere && row.isFictional ? 1 : 0,
    isMatch: isThere && row.iLike === 1 && row.likesMe === 1 ? 1 : 0,
    openerId: row.openerId,
  };
}

export interface SendingRules {
  readonly price: Price;
  readonly whyNot: CanSendCode | null;
  /** Null unless the next message would be a first one to a stranger. */
  readonly firstMessages: { readonly left: number; readonly resetsAt: number | null } | null;
}

/** The two themselves. */
interface Parties {
  readonly sender: { readonly id: string; readonly status: string; readonly credits: number };
  readonly other: { readonly status: string };
  readonly iBlock: boolean;
  readonly blocksMe: boolean;
}

export const partiesOf = (sender: Member, row: ConversationRow): Parties => ({
  sender,
  other: row,
  iBlock: row.iBlock === 1,
  blocksMe: row.blocksMe === 1,
});

/** Two between whom nothing stands: whether they are that, the batch of the send itself finds out. */
export const unhindered = (senderId: string): Parties => ({
  sender: { id: senderId, status: 'active', credits: Number.POSITIVE_INFINITY },
  other: { status: 'active' },
  iBlock: false,
  blocksMe: false,
});

/** What the next message in a conversation costs and whether it may be sent: the same rule for the screen and for every send. */
export function sendingRules({ settings, now }: Context, parties: Parties, situation: Situation, firsts: FirstMessageRows): SendingRules {
  const { paymentCountry, premiumUntil, openerId } = situation;
  const isMatch = situation.isMatch === 1;
  const sender = { id: parties.sender.id, paymentCountry, premiumUntil };
  const price = priceOf({ sender, isMatch, isToFictional: situation.isToFictional === 1, openerId }, settings, now);
  const isFirst = openerId === null && !isMatch;
  const mostFirsts = settings.first_messages_a_day;
  const firstMessages = isFirst ? { left: Math.max(0, mostFirsts - firsts.length), resetsAt: endOf(firsts, mostFirsts) } : null;
  const whyNot = whyNotContact({ ...parties, price, firstMessagesLeft: firstMessages?.left ?? null });
  return { price, whyNot, firstMessages };
}
