import { composeMail, type MailContext, type Recipient } from '../../mail/compose-mail.ts';

/**
 * Tells the owner of an address that somebody signed up with it again, and how to log in or to restore a deleted account
 * (docs/product.md, "Strict address check").
 */
export const accountExistsMail = (ctx: MailContext, recipient: Recipient & { readonly status: string }) =>
  composeMail(ctx, recipient, {
    kind: 'account_exists',
    sentences: ({ account_exists: words }) => ({
      ...words,
      body: [words.body, recipient.status === 'deleted' ? words.deleted : words.here],
      notes: [words.otherwise],
      links: recipient.status === 'deleted' ? [] : [{ label: words.forgotten, path: '/reset-password' }],
    }),
    path: '/login',
  });
