import type { AccountEvent } from '#contract/notifications';
import type { News } from '#db/queries/credits/order-notifications';
import { accountNotice, accountPush } from '../../../domain/account-notifications.ts';
import { composeMail, type MailContext, type Recipient } from '../../../mail/compose-mail.ts';

/** The events about money that are mailed at once, whatever the preferences say (docs/product.md, "Account events"). */
const MAILED = ['order_returned', 'charged_back', 'premium_renewed', 'premium_not_renewed'] as const;
type Mailed = (typeof MAILED)[number];

/** The order that a notification is about, with the amount that went back or was charged, in minor units. */
interface About {
  readonly id: string;
  readonly amount: number;
  readonly currency: string;
}

/** An amount as text. Every currency of the catalogue has two decimals. */
const written = ({ amount, currency }: About, locale: string) =>
  new Intl.NumberFormat(locale, { style: 'currency', currency }).format(amount / 100);

/** The mail about an order or the premium it bought; its button leads to the order or to `/premium`. */
export const newsMail = (ctx: MailContext, recipient: Recipient, event: Mailed, order: About) =>
  composeMail(ctx, recipient, {
    kind: event,
    words: (texts) => ({ ...texts[event], notes: [texts[event].otherwise] }),
    path: event === 'premium_not_renewed' ? '/premium' : `/transactions/${order.id}`,
    values: { amount: written(order, recipient.locale) },
  });

/** The rows that notify a member of an account event, for the batch that causes it: entry in the list, push and, about money, the mail. */
export function accountNews(ctx: MailContext, recipient: Recipient, event: AccountEvent, order: About | null): News {
  const mailed = MAILED.find((kind) => kind === event);
  return {
    notice: accountNotice(recipient.id, event, ctx.now),
    push: accountPush(recipient.id, ctx.now),
    mail: mailed && order ? newsMail(ctx, recipient, mailed, order) : null,
  };
}
