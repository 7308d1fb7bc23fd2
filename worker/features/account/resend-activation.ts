import { DAY, MINUTE } from '#contract/durations';
import { latestMailsOfMember } from '#db/queries/account/members';
import { insertMailOnceSince } from '#db/queries/shared/mail-queue';
import type { Context } from '../../domain/context.ts';
import { refuse } from '../../domain/errors.ts';
import { requireSession } from '../../domain/require-session.ts';
import { isoTime } from '../../lib/iso-time.ts';
import { activationMail } from '../../mail/activation-mail.ts';

/**
 * Sends the activation mail again, at most once in 60 seconds and within `activation_mails_a_day`
 * (docs/product.md, "Sending the activation mail again").
 */
export async function resendActivation(ctx: Context): Promise<undefined> {
  const dailyLimit = ctx.settings.activation_mails_a_day;
  const { member, mails } = await requireSession(ctx, (id, db) => ({ mails: latestMailsOfMember(db, id, 'activation', dailyLimit) }));
  if (member.status !== 'not_confirmed') refuse('conflict');
  const latest = mails[0]?.createdAt ?? 0;
  if (ctx.now - latest < MINUTE) refuse('too_many', { ends_at: isoTime(latest + MINUTE) });
  const oldest = mails.length >= dailyLimit ? (mails.at(-1)?.createdAt ?? 0) : 0;
  if (ctx.now - oldest < DAY) refuse('too_many', { limit: dailyLimit, ends_at: isoTime(oldest + DAY) });
  const mail = await insertMailOnceSince(ctx.db, await activationMail(ctx, member), ctx.now - MINUTE);
  if (mail.length === 0) refuse('too_many', { ends_at: isoTime(ctx.now + MINUTE) });
  ctx.publish({ mails: mail });
}
