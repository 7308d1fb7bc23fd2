import type { OutputOf, ParsedInputOf } from '#contract/endpoint';
import type { logIn as endpoint } from '#contract/session';
import { together } from '#db/client';
import { memberByEmail } from '#db/queries/account';
import { countAttempt, forgetAttempts } from '#db/queries/attempts';
import type { Context } from '../../domain/context.ts';
import { refuse } from '../../domain/errors.ts';
import { sha256 } from '../../domain/ids.ts';
import { HOUR, holdToLimit } from '../../domain/limit.ts';
import { openSession } from '../../domain/open-session.ts';
import { userOf, userStatements } from '../../domain/user.ts';
import { passwordFits } from '../../platform/passwords.ts';

/** Opens a session. An unknown address costs the same time and answers the same as a wrong password. */
export async function logIn(ctx: Context, input: ParsedInputOf<typeof endpoint>): Promise<OutputOf<typeof endpoint>> {
  const attempt = `login:${await sha256(input.email)}`;
  const [counted, found] = await together(ctx.db, [countAttempt(ctx.db, attempt, HOUR, ctx.now), memberByEmail(ctx.db, input.email)]);
  holdToLimit(counted[0], ctx.settings.logins_an_hour);
  const member = found[0];
  const fits = await passwordFits(input.password, member?.passwordHash ?? null);
  if (!member || !fits) return refuse('wrong_credentials');
  if (member.status === 'deleted') refuse('deleted');
  if (member.status === 'banned') refuse('banned', member.banReason ? { reason: member.banReason } : {});

  const session = await openSession(ctx, member.id);
  const [, , ...rows] = await together(ctx.db, [session.statement, forgetAttempts(ctx.db, attempt), ...userStatements(member.id, ctx.db)]);
  session.keep();
  return { user: userOf(member, rows, ctx.now) };
}
