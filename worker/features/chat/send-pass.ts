import type { SendContext } from '#db/queries/chat/send-message';
import type { Context } from '../../domain/context.ts';
import { createToken, readToken } from '../../lib/tokens.ts';
import type { PriceAndPermission } from './price-and-permission.ts';

/**
 * The send pass for the next message. Returns '' if one may not be sent for another reason than missing credits, and in a conversation
 * without a message, because a first message has to pass further checks.
 */
export async function issueSendPass(
  ctx: Context,
  member: string,
  conversation: string,
  sendContext: SendContext,
  refusalCode: PriceAndPermission['refusalCode'],
): Promise<string> {
  if (sendContext.firstSenderId === null || (refusalCode !== null && refusalCode !== 'not_enough_credits')) return '';
  return createToken(ctx.env.SIGNING_KEY, 'send', { member, conversation, sendContext }, ctx.now);
}

/** The facts in a send pass. Returns null if it is forged, expired or made for another member or conversation. */
export async function sendContextIn(ctx: Context, pass: string, member: string, conversation: string): Promise<SendContext | null> {
  const claims = await readToken(ctx.env.SIGNING_KEY, 'send', pass, ctx.now);
  return claims && claims.member === member && claims.conversation === conversation ? claims.sendContext : null;
}
