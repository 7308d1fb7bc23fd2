import { signToken } from '../../lib/tokens.ts';
import { composeMail, type MailContext, type Recipient } from '../../mail/compose-mail.ts';

/** The mail that asks a new address whether it agrees; its link is good for 24 hours (api.md, mailchange.php). */
export async function mailChangeMail(ctx: MailContext, recipient: Recipient, change: string) {
  const token = await signToken(ctx.env.SIGNING_KEY, 'mail_change', { change }, ctx.now);
  return composeMail(ctx, recipient, {
    kind: 'mail_change',
    words: ({ mail_change }) => ({ ...mail_change, notes: [mail_change.expiry, mail_change.otherwise] }),
    path: `/mail-change/do?token=${token}`,
  });
}
