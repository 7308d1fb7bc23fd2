import type { AccountEvent } from '#contract/notifications';
import type { News } from '#db/queries/credits/order-notifications';
import { accountNotice, accountPush } from '../../../domain/account-notifications.ts';
import { composeMail, type MailContext, type Recipient } from '../../../mail/compose-mail.ts';

/** What a member is mailed of their orders and premium at once, whatever their settings say: it is about their money. */
const MAILED = ['order_returned', 'charged_back', 'premium_renewed', 'premium_not_renewed'] as const;
type Mailed = (typeof MAILED)[number];

/** The order that news is about, with the money in question: what went back, or was charged. Minor units. */
interface About {
  readonly id: string;
  readonly amount: number;
  readonly currency: string;
}

/** Every currency of ours has two places. */
const written = ({ amount, currency }: About, locale: string) =>
  new Intl.NumberFormat(locale, { style: 'currency', currency }).format(amount / 100);

/** The letter about an order or the premium it bought, with the way to it. */
export const newsMail = (ctx: MailContext, recipient: Recipient, event: Mailed, order: About) =>
  composeMail(ctx, recipient, {
    kind: event,
    words: (texts) => ({ ...texts[event], notes: [texts[event].otherwise] }),
    path: event === 'premium_not_renewed' ? '/premium' : `/transactions/${order.id}`,
    values: { amount: written(order, recipient.locale) },
  });

/** News of an account for `insertNews`, in the batch that causes it: notice, push and, for what is about money that moved, the mail. */
export function accountNews(ctx: MailContext, recipient: Recipient, event: AccountEvent, order: About | null): News {
  const mailed = MAILED.find((one) => one === event);
  return {
    notice: accountNotice(recipient.id, event, ctx.now),
    push: accountPush(recipient.id, ctx.now),
    mail: mailed && order ? newsMail(ctx, recipient, mailed, order) : null,
  };
}
