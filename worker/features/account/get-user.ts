import type { User } from '#contract/account';
import type { Context } from '../../domain/context.ts';
import { requireSession } from '../../domain/require-session.ts';
import { userOf, userStatements } from '../../domain/user.ts';

/** The signed-in member. */
export async function getUser(ctx: Context): Promise<{ user: User }> {
  const { member, ...rows } = await requireSession(ctx, userStatements, 'readDb');
  return { user: userOf(member, rows, ctx.now) };
}
