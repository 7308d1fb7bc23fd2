import type { CanSendCode, Price } from '#contract/chat';
import type { conversationOf, firstMessagesSince } from '#db/queries/chat/conversations';
import type { SendPassFacts } from '#db/queries/chat/send-message';
import { accountExists } from '../../domain/account-status.ts';
import type { Context, Member } from '../../domain/context.ts';
import { FIRST_MESSAGES_KEPT_MS } from '../../domain/retention.ts';
import { canSendCodeOf } from './can-send.ts';
import { priceOf } from './message-price.ts';

export type ConversationRow = Awaited<ReturnType<typeof conversationOf>>[number];
export type FirstMessageRows = Awaited<ReturnType<typeof firstMessagesSince>>;

/** The start of the rolling 24 hours in which first messages count. */
export const firstMessageWindowStart = (now: number) => now - FIRST_MESSAGES_KEPT_MS;

/**
 * When one more message becomes possible than now, in milliseconds; null if none counts at present.
 * `rows` are the first messages of the last 24 hours, oldest first.
 */
export function limitResetAt(rows: FirstMessageRows, limit: number): number | null {
  const next = rows[Math.max(0, rows.length - limit)];
  return next ? next.createdAt + FIRST_MESSAGES_KEPT_MS : null;
}

/**
 * The facts of a conversation by which its sends are judged. Towards a member who has left or blocks the sender neither likes nor the
 * fictional label count, so that a block cannot be told from an erased account (docs/product.md, "Relationship of two members").
 */
export function sendPassFactsOf(member: Member, row: ConversationRow): SendPassFacts {
  const isVisible = accountExists(row) && row.blocksMe === 0;
  return {
    paymentCountry: member.paymentCountry,
    premiumUntil: member.premiumUntil,
    recipientId: row.id,
    isToFictional: isVisible && row.isFictional ? 1 : 0,
    isMatch: isVisible && row.iLike === 1 && row.likesMe === 1 ? 1 : 0,
    firstSenderId: row.firstSenderId,
  };
}

/** Price and permission of the next message in a conversation. */
export interface PriceAndPermission {
  readonly price: Price;
  /** Why it may not be sent; null if it may. */
  readonly canSendCode: CanSendCode | null;
  /** What is left of the daily limit; null unless the next message would be a first one to a stranger. `resetsAt` in milliseconds. */
  readonly firstMessageAllowance: { readonly left: number; readonly resetsAt: number | null } | null;
}

/** Sender and recipient, as far as the permission to write depends on them. */
interface Parties {
  readonly sender: { readonly id: string; readonly status: string; readonly credits: number; readonly limitedUntil: number | null };
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

/** What the next message in a conversation costs this sender, whether or not it may be sent. */
export const nextPriceOf = ({ settings, now }: Context, senderId: string, passFacts: SendPassFacts): Price => {
  const { paymentCountry, premiumUntil, firstSenderId, isMatch, isToFictional } = passFacts;
  const sender = { id: senderId, paymentCountry, premiumUntil };
  return priceOf({ sender, isMatch: isMatch === 1, isToFictional: isToFictional === 1, firstSenderId }, settings, now);
};

/** What the next message in a conversation costs and whether it may be sent: the same rule for the screen and for every send. */
export function priceAndPermissionOf(ctx: Context, parties: Parties, passFacts: SendPassFacts, rows: FirstMessageRows): PriceAndPermission {
  const price = nextPriceOf(ctx, parties.sender.id, passFacts);
  const isFirstToStranger = passFacts.firstSenderId === null && passFacts.isMatch === 0;
  const limit = ctx.settings.first_messages_a_day;
  const firstMessageAllowance = isFirstToStranger ? { left: Math.max(0, limit - rows.length), resetsAt: limitResetAt(rows, limit) } : null;
  const isLimited = passFacts.firstSenderId === null && (parties.sender.limitedUntil ?? 0) > ctx.now;
  const canSendCode = canSendCodeOf({ ...parties, isLimited, price, firstMessagesLeft: firstMessageAllowance?.left ?? null });
  return { price, canSendCode, firstMessageAllowance };
}
