import { latestMailsOfMember } from '#db/queries/account/members';
import { insertMailOnceSince } from '#db/queries/shared/event-outbox';
import type { Context } from '../../domain/context.ts';
import { refuse } from '../../domain/errors.ts';
import { DAY, MINUTE } from '../../domain/rate-limit.ts';
import { asMember } from '../../domain/require-session.ts';
import { activationMail } from '../../mail/activation-mail.ts';

/** Sends the activation mail again: 60 seconds apart, a few a day (docs/product.md, "Sending the activation mail again"). */
export async function resendActivation(ctx: Context): Promise<undefined> {
  const most = ctx.settings.activation_mails_a_day;
  const [member, mails] = await asMember(ctx, (id, db) => [latestMailsOfMember(db, id, 'activation', most)]);
  if (member.status !== 'not_confirmed') refuse('conflict');
  const latest = mails[0]?.createdAt ?? 0;
  if (ctx.now - latest < MINUTE) refuse('too_many', { ends_at: new Date(latest + MINUTE).toISOString() });
  const oldest = mails.length >= most ? (mails.at(-1)?.createdAt ?? 0) : 0;
  if (ctx.now - oldest < DAY) refuse('too_many', { limit: most, ends_at: new Date(oldest + DAY).toISOString() });
  const mail = await insertMailOnceSince(ctx.db, await activationMail(ctx, member), ctx.now - MINUTE);
  if (mail.length === 0) refuse('too_many', { ends_at: new Date(ctx.now + MINUTE).toISOString() });
  ctx.publish({ mails: mail });
}
