import type { CanSendCode, Price } from '#contract/chat';
import type { conversationOf, firstMessagesSince } from '#db/queries/chat';
import type { Situation } from '#db/queries/send-message';
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

/** The rows of a conversation as its sends are judged by them. */
export const situationOf = (member: Member, row: ConversationRow): Situation => ({
  senderStatus: member.status,
  paymentCountry: member.paymentCountry,
  premiumUntil: member.premiumUntil,
  recipientId: row.id,
  recipientStatus: row.status,
  isToFictional: row.isFictional ? 1 : 0,
  isMatch: row.iLike === 1 && row.likesMe === 1 ? 1 : 0,
  openerId: row.openerId,
});

export interface SendingRules {
  readonly price: Price;
  readonly whyNot: CanSendCode | null;
  /** Null unless the next message would be a first one to a stranger. */
  readonly firstMessages: { readonly left: number; readonly resetsAt: number | null } | null;
}

interface Sides {
  readonly iBlock: boolean;
  readonly blocksMe: boolean;
}

export const sidesOf = ({ iBlock, blocksMe }: ConversationRow): Sides => ({ iBlock: iBlock === 1, blocksMe: blocksMe === 1 });
/** What a send holds to in its own batch. */
export const UNBLOCKED: Sides = { iBlock: false, blocksMe: false };

/** What the next message in a conversation costs and whether it may be sent: the same rule for the screen and for every send. */
export function sendingRules(
  { settings, now }: Context,
  sender: { readonly id: string; readonly credits: number },
  situation: Situation,
  { iBlock, blocksMe }: Sides,
  firsts: FirstMessageRows,
): SendingRules {
  const { senderStatus, paymentCountry, premiumUntil, isToFictional, openerId } = situation;
  const isMatch = situation.isMatch === 1;
  const price = priceOf(
    { sender: { id: sender.id, paymentCountry, premiumUntil }, isMatch, isToFictional: isToFictional === 1, openerId },
    settings,
    now,
  );
  const isFirst = openerId === null && !isMatch;
  const mostFirsts = settings.first_messages_a_day;
  const firstMessages = isFirst ? { left: Math.max(0, mostFirsts - firsts.length), resetsAt: endOf(firsts, mostFirsts) } : null;
  const whyNot = whyNotContact({
    sender: { status: senderStatus, credits: sender.credits },
    other: { status: situation.recipientStatus },
    iBlock,
    blocksMe,
    price,
    firstMessagesLeft: firstMessages?.left ?? null,
  });
  return { price, whyNot, firstMessages };
}
