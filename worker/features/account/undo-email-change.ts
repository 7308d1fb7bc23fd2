import type { undoEmailChange as endpoint } from '#contract/account-changes';
import type { ParsedInputOf } from '#contract/endpoint';
import { batch, violatedConstraint } from '#db/client';
import { type EmailRelease, emailChangeById, memberWithOldEmail, revertEmailChange } from '#db/queries/account/email-changes';
import { writtenEvents } from '#db/queries/shared/event-outbox';
import { accountNotification } from '../../domain/account-notifications.ts';
import { type AccountStatus, accountStatusAfter, isEmailUnconfirmed } from '../../domain/account-status.ts';
import type { Context } from '../../domain/context.ts';
import { refuse, refuseFields } from '../../domain/errors.ts';
import { readToken } from '../../lib/tokens.ts';
import { undeleteMail } from './undelete-mail.ts';

/**
 * Brings the old address back and ends all sessions. The link works for 48 hours, whatever a thief has done since: later changes of
 * address are taken back, a deleted account's undelete mail also goes to the old address, and another account that holds the old address
 * without having confirmed it loses it (docs/product.md, "Undoing an address change").
 */
export async function undoEmailChange(ctx: Context, { token }: ParsedInputOf<typeof endpoint>): Promise<undefined> {
  const { db, now } = ctx;
  const claims = await readToken(ctx.env.SIGNING_KEY, 'mail_undo', token, now);
  if (!claims) return refuseFields({ token: 'expired' });
  const {
    found: [found],
    holder: [holder],
  } = await batch(db, { found: emailChangeById(db, claims.change), holder: memberWithOldEmail(db, claims.change) });
  if (!found) return refuseFields({ token: 'expired' });
  const { change, member } = found;
  const restoreMail = await undeleteMail(ctx, { ...member, email: change.oldEmail }, member.deletedAt ?? 0);
  try {
    const reversion = {
      change,
      holder: holder && holder.id !== member.id ? releaseOf(holder) : null,
      undeleteMail: restoreMail,
      notification: accountNotification(member.id, 'mail_change_undone', now),
      now,
    };
    const rows = await batch(db, revertEmailChange(db, reversion));
    if (rows.revertedChange.length === 0) refuseFields({ token: 'expired' });
    ctx.publish({ events: writtenEvents(rows.holderSessionEvents, rows.sessionEvents), mails: rows.undeleteMail });
  } catch (error) {
    if (violatedConstraint(error) === 'UNIQUE members.email') refuse('email_taken');
    throw error;
  }
}

/** The status change of an account that has to give the address back. Returns null if it has confirmed the address and keeps it. */
const releaseOf = (holder: AccountStatus & { id: string }): EmailRelease | null =>
  isEmailUnconfirmed(holder) ? { id: holder.id, from: holder.status, to: accountStatusAfter(holder, 'delete') ?? holder } : null;
