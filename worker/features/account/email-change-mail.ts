import { createToken } from '../../lib/tokens.ts';
import { composeMail, type MailContext, type Recipient } from '../../mail/compose-mail.ts';

/** The mail that asks the new address to confirm. Its link is valid for 24 hours (docs/product.md, "Changing the e-mail address"). */
export async function emailChangeMail(ctx: MailContext, recipient: Recipient, changeId: string) {
  const token = await createToken(ctx.env.SIGNING_KEY, 'mail_change', { change: changeId }, ctx.now);
  return composeMail(ctx, recipient, {
    kind: 'mail_change',
    sentences: ({ mail_change }) => ({ ...mail_change, notes: [mail_change.expiry, mail_change.otherwise] }),
    path: `/mail-change/do?token=${token}`,
  });
}
