import type { AccountEvent } from '#contract/notifications';
import type { AccountNotificationBundle } from '#db/queries/credits/order-notifications';
import { accountNotification, accountPush } from '../../../domain/account-notifications.ts';
import { composeMail, type MailContext } from '../../../mail/compose-mail.ts';
import { addressOwner, type MailedAccount } from '../../../mail/recipient.ts';

/** The events about money that are mailed at once, whatever the preferences say (docs/product.md, "Account events"). */
const MAILED_EVENTS = ['order_returned', 'charged_back', 'premium_renewed', 'premium_not_renewed'] as const;
type MailedEvent = (typeof MAILED_EVENTS)[number];

/** The order that a notification is about, with the amount that went back or was charged, in minor units. */
interface OrderAmount {
  readonly id: string;
  readonly amount: number;
  readonly currency: string;
}

/** An amount as text. Every currency of the catalogue has two decimals. */
const formatAmount = ({ amount, currency }: OrderAmount, locale: string) =>
  new Intl.NumberFormat(locale, { style: 'currency', currency }).format(amount / 100);

/**
 * The mail about an order or the premium it bought; its button leads to the order or to `/premium`. Whoever can order has confirmed the
 * address.
 */
export const orderEventMail = (ctx: MailContext, member: MailedAccount, event: MailedEvent, order: OrderAmount) =>
  composeMail(ctx, addressOwner(member), {
    kind: event,
    sentences: (texts) => ({ ...texts[event], notes: [texts[event].otherwise] }),
    path: event === 'premium_not_renewed' ? '/premium' : `/transactions/${order.id}`,
    values: { amount: formatAmount(order, member.locale) },
  });

/** The rows that notify a member of an account event, for the batch that causes it: entry in the list, push and, about money, the mail. */
export function accountEventRows(
  ctx: MailContext,
  member: MailedAccount,
  event: AccountEvent,
  order: OrderAmount | null,
): AccountNotificationBundle {
  const mailed = MAILED_EVENTS.find((kind) => kind === event);
  return {
    notification: accountNotification(member.id, event, ctx.now),
    push: accountPush(member.id, ctx.now),
    mail: mailed && order ? orderEventMail(ctx, member, mailed, order) : null,
  };
}
