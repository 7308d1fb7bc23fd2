import type { CanSendCode, Price } from '#contract/chat';
import type { conversationOf, firstMessagesSince } from '#db/queries/chat';
import { whyNotContact } from '../../domain/can-contact.ts';
import type { Context, Member } from '../../domain/context.ts';
import { DAY } from '../../domain/limit.ts';
import { priceOf } from '../../domain/price.ts';

export type ConversationRow = Awaited<ReturnType<typeof conversationOf>>[number];
export type FirstMessageRows = Awaited<ReturnType<typeof firstMessagesSince>>;

/** The rolling day in which first messages count. */
export const firstMessagesFrom = (now: number) => now - DAY;

/** When there is room for one more than there is now; null while there is none to wait for. */
export function endOf(firsts: FirstMessageRows, limit: number): number | null {
  const next = firsts[Math.max(0, firsts.length - limit)];
  return next ? next.createdAt + DAY : null;
}

export interface SendingRules {
  readonly isMatch: boolean;
  readonly price: Price;
  readonly whyNot: CanSendCode | null;
  /** Null unless the next message would be a first one to a stranger. */
  readonly firstMessages: { readonly left: number; readonly resetsAt: number | null } | null;
}

/** What the next message in a conversation costs and whether it may be sent: the same rule for the screen and for the send. */
export function sendingRules(ctx: Context, member: Member, row: ConversationRow, firsts: FirstMessageRows): SendingRules {
  const isMatch = row.iLike === 1 && row.likesMe === 1;
  const price = priceOf({ sender: member, isMatch, isToFictional: row.isFictional, openerId: row.openerId }, ctx.settings, ctx.now);
  const isFirst = row.openerId === null && !isMatch;
  const mostFirsts = ctx.settings.first_messages_a_day;
  const firstMessages = isFirst ? { left: Math.max(0, mostFirsts - firsts.length), resetsAt: endOf(firsts, mostFirsts) } : null;
  const whyNot = whyNotContact({
    sender: member,
    other: row,
    iBlock: row.iBlock === 1,
    blocksMe: row.blocksMe === 1,
    price,
    firstMessagesLeft: firstMessages?.left ?? null,
  });
  return { isMatch, price, whyNot, firstMessages };
}
