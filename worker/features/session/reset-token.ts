import { type MemberRow, memberById } from '#db/queries/account';
import type { Context } from '../../domain/context.ts';
import { type Life, lifeAfter } from '../../domain/life.ts';
import { resetProof } from '../../domain/reset-proof.ts';
import { readToken } from '../../domain/tokens.ts';

/** Whose password a mailed link sets, and what their account is afterwards. Returns null if the link has run out or was used, or its account cannot be confirmed. */
export async function holderOfReset(ctx: Context, token: string): Promise<{ member: MemberRow; life: Life } | null> {
  const claims = await readToken(ctx.env.SIGNING_KEY, 'reset', token, ctx.now);
  if (!claims) return null;
  const [member] = await memberById(ctx.db, claims.member);
  if (!member || (await resetProof(member)) !== claims.proof) return null;
  const life = lifeAfter(member, 'confirm');
  return life && { member, life };
}
