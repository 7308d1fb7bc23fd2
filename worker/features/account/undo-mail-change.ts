import type { undoMailChange as endpoint } from '#contract/account';
import type { ParsedInputOf } from '#contract/endpoint';
import { brokenConstraint, together } from '#db/client';
import { mailChangeById, revertMailChange } from '#db/queries/mail-changes';
import { writtenEvents } from '#db/queries/outbox';
import type { Context } from '../../domain/context.ts';
import { refuse, refuseFields } from '../../domain/errors.ts';
import { readToken } from '../../domain/tokens.ts';
import { deletedMail } from '../../mails/deleted.ts';

/**
 * Brings an old address back and ends all sessions. It works for 48 hours whatever was done since: a thief who changes the address
 * twice, or deletes the account, has gained nothing. Then the way back from the deletion goes to the old address, too.
 */
export async function undoMailChange(ctx: Context, { token }: ParsedInputOf<typeof endpoint>): Promise<undefined> {
  const { db, now } = ctx;
  const claims = await readToken(ctx.env.SIGNING_KEY, 'mail_undo', token, now);
  const found = claims ? (await mailChangeById(db, claims.change))[0] : undefined;
  if (!found) return refuseFields({ token: 'expired' });
  const { change, member } = found;
  const wayBack = await deletedMail(ctx, { ...member, email: change.oldEmail }, member.deletedAt ?? 0);
  try {
    const [reverted, mails, , , told] = await together(db, revertMailChange(db, change, now, wayBack));
    if (reverted.length === 0) refuseFields({ token: 'expired' });
    ctx.publish({ events: writtenEvents(told), mails });
  } catch (error) {
    if (brokenConstraint(error) === 'UNIQUE members.email') refuse('email_taken');
    throw error;
  }
}
