import type { OutputOf, ParsedInputOf } from '#contract/endpoint';
import type { logIn as endpoint } from '#contract/session';
import { together } from '#db/client';
import { forgetAttempts } from '#db/queries/attempts';
import type { Context } from '../../domain/context.ts';
import { accountOf, loginAttempt } from '../../domain/credentials.ts';
import { refuse } from '../../domain/errors.ts';
import { openSession } from '../../domain/open-session.ts';
import { userOf, userStatements } from '../../domain/user.ts';

/** Opens a session. An unknown address costs the same time and answers the same as a wrong password. */
export async function logIn(ctx: Context, input: ParsedInputOf<typeof endpoint>): Promise<OutputOf<typeof endpoint>> {
  const member = await accountOf(ctx, input);
  if (member.status === 'deleted') refuse('deleted');
  if (member.status === 'banned') refuse('banned', member.banReason ? { reason: member.banReason } : {});

  const session = await openSession(ctx, member);
  const [opened, , ...rows] = await together(ctx.db, [
    session.statement,
    forgetAttempts(ctx.db, await loginAttempt(member.email)),
    ...userStatements(member.id, ctx.db),
  ]);
  if (opened.length === 0) refuse('wrong_credentials');
  session.keep();
  return { user: userOf(member, rows, ctx.now) };
}
