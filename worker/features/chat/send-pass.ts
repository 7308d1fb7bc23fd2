import type { Situation } from '#db/queries/chat/send-message';
import type { Context } from '../../domain/context.ts';
import { readToken, signToken } from '../../lib/tokens.ts';
import type { SendingRules } from './sending-rules.ts';

/** The pass for the next message, if one may be sent but for credits. A conversation without a message has none: its first is held to more than this. */
export async function sendPass(
  ctx: Context,
  member: string,
  conversation: string,
  situation: Situation,
  whyNot: SendingRules['whyNot'],
): Promise<string> {
  if (situation.openerId === null || (whyNot !== null && whyNot !== 'not_enough_credits')) return '';
  return signToken(ctx.env.SIGNING_KEY, 'send', { member, conversation, situation }, ctx.now);
}

/** What a pass says of a conversation, if it was made for this member and this conversation. */
export async function situationIn(ctx: Context, pass: string, member: string, conversation: string): Promise<Situation | null> {
  const claims = await readToken(ctx.env.SIGNING_KEY, 'send', pass, ctx.now);
  return claims && claims.member === member && claims.conversation === conversation ? claims.situation : null;
}
