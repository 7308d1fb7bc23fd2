import { createToken } from '../../lib/tokens.ts';
import { composeMail, type MailContext } from '../../mail/compose-mail.ts';
import { addressOwner, type MailedAccount, unprovenAddress } from '../../mail/recipient.ts';

/** The mail that asks the new address to confirm. Its link is valid for 24 hours (docs/product.md, "Changing the e-mail address"). */
export async function emailChangeMail(ctx: MailContext, account: Omit<MailedAccount, 'name'>, changeId: string) {
  const token = await createToken(ctx.env.SIGNING_KEY, 'mail_change', { change: changeId }, ctx.now);
  return composeMail(ctx, unprovenAddress(account), {
    kind: 'mail_change',
    sentences: ({ mail_change }) => ({ ...mail_change, notes: [mail_change.expiry, mail_change.otherwise] }),
    path: `/mail-change/do?token=${token}`,
  });
}

/**
 * The mail to the old address, which was confirmed. It says that the account has a new one. Its link undoes the change for 48 hours
 * (docs/product.md, "Undoing an address change").
 */
export async function emailChangedMail(ctx: MailContext, account: MailedAccount, changeId: string) {
  const token = await createToken(ctx.env.SIGNING_KEY, 'mail_undo', { change: changeId }, ctx.now);
  return composeMail(ctx, addressOwner(account), {
    kind: 'mail_changed',
    sentences: ({ mail_changed }) => ({ ...mail_changed, notes: [mail_changed.expiry, mail_changed.otherwise] }),
    path: `/mail-change/do?undo=${token}`,
  });
}
