import { type MemberRow, memberById } from '#db/queries/account/members';
import { type AccountStatus, accountStatusAfter } from '../../domain/account-status.ts';
import type { Context } from '../../domain/context.ts';
import { sha256 } from '../../lib/crypto.ts';
import { readToken } from '../../lib/tokens.ts';

/** The digest that binds a reset link to the current password and address: the link is void once either has changed. */
export const resetProof = ({ passwordHash, email }: { passwordHash: string; email: string }): Promise<string> =>
  sha256(`reset ${email} ${passwordHash}`);

/**
 * The account whose password a mailed link sets, and its status afterwards. Returns null if the link is forged, expired or used, or if the
 * account is deleted or banned.
 */
export async function accountOfResetToken(ctx: Context, token: string): Promise<{ member: MemberRow; statusAfter: AccountStatus } | null> {
  const claims = await readToken(ctx.env.SIGNING_KEY, 'reset', token, ctx.now);
  if (!claims) return null;
  const [member] = await memberById(ctx.db, claims.member);
  if (!member || (await resetProof(member)) !== claims.proof) return null;
  const statusAfter = accountStatusAfter(member, 'confirm');
  return statusAfter && { member, statusAfter: statusAfter };
}
