import type { AccountStatus } from '../../domain/account-status.ts';
import { composeMail, type MailContext } from '../../mail/compose-mail.ts';
import { type MailedAccount, readerOf } from '../../mail/recipient.ts';

/**
 * Tells the owner of an address that somebody signed up with it again, and how to log in or to restore a deleted account
 * (docs/product.md, "Strict address check").
 */
export const accountExistsMail = (ctx: MailContext, account: MailedAccount & AccountStatus) =>
  composeMail(ctx, readerOf(account), {
    kind: 'account_exists',
    sentences: ({ account_exists: words }) => ({
      ...words,
      body: [words.body, account.status === 'deleted' ? words.deleted : words.here],
      notes: [words.otherwise],
      links: account.status === 'deleted' ? [] : [{ label: words.forgotten, path: '/reset-password' }],
    }),
    path: '/login',
  });
