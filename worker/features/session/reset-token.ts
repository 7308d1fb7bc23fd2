import { type MemberRow, memberById } from '#db/queries/account/members';
import { type Life, lifeAfter } from '../../domain/account-status.ts';
import type { Context } from '../../domain/context.ts';
import { readToken } from '../../lib/tokens.ts';
import { resetProof } from './reset-proof.ts';

/** Whose password a mailed link sets, and what their account is afterwards. Returns null if the link has run out or was used, or its account cannot be confirmed. */
export async function holderOfReset(ctx: Context, token: string): Promise<{ member: MemberRow; life: Life } | null> {
  const claims = await readToken(ctx.env.SIGNING_KEY, 'reset', token, ctx.now);
  if (!claims) return null;
  const [member] = await memberById(ctx.db, claims.member);
  if (!member || (await resetProof(member)) !== claims.proof) return null;
  const life = lifeAfter(member, 'confirm');
  return life && { member, life };
}
