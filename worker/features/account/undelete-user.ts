import type { undeleteUser as endpoint } from '#contract/account-changes';
import { MINUTE } from '#contract/durations';
import type { ParsedInputOf } from '#contract/endpoint';
import { undeleteMember } from '#db/queries/account/account-status';
import { memberById } from '#db/queries/account/members';
import { insertMailOnceSince } from '#db/queries/shared/mail-queue';
import { accountStatusAfter, UNDELETE_MS } from '../../domain/account-status.ts';
import type { Context } from '../../domain/context.ts';
import { authenticate } from '../../domain/credentials.ts';
import { refuse, refuseFields } from '../../domain/errors.ts';
import { waiveLimits } from '../../domain/limits.ts';
import { isoTime } from '../../lib/iso-time.ts';
import { readToken } from '../../lib/tokens.ts';
import { undeleteMail } from './undelete-mail.ts';

type Input = ParsedInputOf<typeof endpoint>;

/** Restores a deleted account with the token from its mail. With address and password instead, sends that mail again. */
export async function undeleteUser(ctx: Context, { token, email, password }: Input): Promise<undefined> {
  if (token !== undefined) {
    waiveLimits(ctx);
    return restoreAccount(ctx, token);
  }
  if (email === undefined && password === undefined) refuseFields({ token: 'required' });
  if (email === undefined) return refuseFields({ email: 'required' });
  if (password === undefined) return refuseFields({ password: 'required' });
  return resendUndeleteMail(ctx, { email, password });
}

async function restoreAccount(ctx: Context, token: string): Promise<undefined> {
  const { db, now } = ctx;
  const claims = await readToken(ctx.env.SIGNING_KEY, 'undelete', token, now);
  const isExpired = !claims || now - claims.deleted_at >= UNDELETE_MS;
  const [member] = isExpired ? [] : await memberById(db, claims.member);
  const statusAfter = member && accountStatusAfter(member, 'undelete');
  if (isExpired || !statusAfter) return refuseFields({ token: 'expired' });
  const restored = await undeleteMember(db, { id: member.id, from: member.status, to: statusAfter, now }, claims.deleted_at);
  if (restored.length === 0) refuseFields({ token: 'expired' });
}

/** Mails the link again, at most once a minute. An account that is not deleted is answered like a wrong password. */
async function resendUndeleteMail(ctx: Context, credentials: { email: string; password: string }): Promise<undefined> {
  const member = await authenticate(ctx, credentials);
  const { deletedAt } = member;
  if (member.status !== 'deleted' || deletedAt === null) return refuse('wrong_credentials');
  const mails = await insertMailOnceSince(ctx.db, await undeleteMail(ctx, member, deletedAt), ctx.now - MINUTE);
  if (mails.length === 0) refuse('too_many', { ends_at: isoTime(ctx.now + MINUTE) });
  ctx.publish({ mails });
}
