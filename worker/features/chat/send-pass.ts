import type { SendPassFacts } from '#db/queries/chat/send-message';
import type { Context } from '../../domain/context.ts';
import { createToken, readToken } from '../../lib/tokens.ts';
import type { PriceAndPermission } from './price-and-permission.ts';

/** The part of the context that passes need. */
type PassContext = Pick<Context, 'now'> & { readonly env: Pick<Context['env'], 'SIGNING_KEY'> };

/**
 * The send pass for the next message. Returns '' if one may not be sent for another reason than missing credits, and in a conversation
 * without a message, because a first message has to pass further checks.
 */
export async function issueSendPass(
  ctx: PassContext,
  member: string,
  conversation: string,
  passFacts: SendPassFacts,
  canSendCode: PriceAndPermission['canSendCode'],
): Promise<string> {
  if (passFacts.firstSenderId === null || (canSendCode !== null && canSendCode !== 'not_enough_credits')) return '';
  return createToken(ctx.env.SIGNING_KEY, 'send', { member, conversation, passFacts }, ctx.now);
}

/** The facts in a send pass. Returns null if it is forged, expired or made for another member or conversation. */
export async function readSendPass(ctx: PassContext, pass: string, member: string, conversation: string): Promise<SendPassFacts | null> {
  const claims = await readToken(ctx.env.SIGNING_KEY, 'send', pass, ctx.now);
  return claims && claims.member === member && claims.conversation === conversation ? claims.passFacts : null;
}
