import type { undeleteUser as endpoint } from '#contract/account';
import type { ParsedInputOf } from '#contract/endpoint';
import { undeleteMember } from '#db/queries/account/account-status';
import { memberById } from '#db/queries/account/members';
import { insertMailOnceSince } from '#db/queries/shared/event-outbox';
import { lifeAfter, UNDELETE_MS } from '../../domain/account-status.ts';
import type { Context } from '../../domain/context.ts';
import { accountOf } from '../../domain/credentials.ts';
import { refuse, refuseFields } from '../../domain/errors.ts';
import { MINUTE } from '../../domain/rate-limit.ts';
import { readToken } from '../../lib/tokens.ts';
import { deletedMail } from './undelete-mail.ts';

type Input = ParsedInputOf<typeof endpoint>;

/** With the token of the mail: the account is back as it was. With address and password: that mail comes again. */
export async function undeleteUser(ctx: Context, { token, email, password }: Input): Promise<undefined> {
  if (token !== undefined) return bringBack(ctx, token);
  if (email === undefined && password === undefined) refuseFields({ token: 'required' });
  if (email === undefined) return refuseFields({ email: 'required' });
  if (password === undefined) return refuseFields({ password: 'required' });
  return sendAgain(ctx, { email, password });
}

async function bringBack(ctx: Context, token: string): Promise<undefined> {
  const { db, now } = ctx;
  const claims = await readToken(ctx.env.SIGNING_KEY, 'undelete', token, now);
  const isOver = !claims || now - claims.deleted_at >= UNDELETE_MS;
  const [member] = isOver ? [] : await memberById(db, claims.member);
  const to = member && lifeAfter(member, 'undelete');
  if (isOver || !to) return refuseFields({ token: 'expired' });
  const restored = await undeleteMember(db, { id: member.id, from: member.status, to, now }, claims.deleted_at);
  if (restored.length === 0) refuseFields({ token: 'expired' });
}

/** An account that is not deleted answers like a wrong password: there is nothing to bring back. */
async function sendAgain(ctx: Context, credentials: { email: string; password: string }): Promise<undefined> {
  const member = await accountOf(ctx, credentials);
  const { deletedAt } = member;
  if (member.status !== 'deleted' || deletedAt === null) return refuse('wrong_credentials');
  const mails = await insertMailOnceSince(ctx.db, await deletedMail(ctx, member, deletedAt), ctx.now - MINUTE);
  if (mails.length === 0) refuse('too_many', { ends_at: new Date(ctx.now + MINUTE).toISOString() });
  ctx.publish({ mails });
}
