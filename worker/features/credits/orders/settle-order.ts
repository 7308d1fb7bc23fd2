import { type Asked, brokenConstraint, together } from '#db/client';
import { memberById } from '#db/queries/account/members';
import { grantPlan, revokePlan } from '#db/queries/credits/entitlements';
import { insertNews } from '#db/queries/credits/order-notifications';
import type { OrderRow } from '#db/queries/credits/orders';
import {
  giveAgainStatements,
  type Movement,
  noteUnusual,
  purchaseStatements,
  stepOrder,
  takeStatements,
  tellOfSettlement,
} from '#db/queries/credits/settlement';
import { settleDiscount } from '#db/queries/discounts/discounts';
import { writtenEvents } from '#db/queries/shared/event-outbox';
import { eventRow } from '../../../delivery/event-outbox.ts';
import { accountNotice, accountPush } from '../../../domain/account-notifications.ts';
import type { Context } from '../../../domain/context.ts';
import { randomId } from '../../../lib/crypto.ts';
import type { Recipient } from '../../../mail/compose-mail.ts';
import type { Payment } from '../../../platform/payments/providers/payment-provider.ts';
import { accountNews } from './order-notifications.ts';
import { faultOf, type Settlement, settle } from './settlement-rules.ts';

/** The part of the context that settling needs; the scheduled handler provides it as well. */
export type SettleContext = Pick<Context, 'db' | 'env' | 'settings' | 'now' | 'publish'>;

/** An order whose member is not erased. */
type OwnedOrder = OrderRow & { readonly memberId: string };
const isOwned = (order: OrderRow): order is OwnedOrder => order.memberId !== null;

/** The statements that move credits. A purchase has the order's id as reference, so that it happens once; the others name the step. */
function movementsOf({ db, now }: SettleContext, order: OwnedOrder, { granted, taken }: Settlement): Asked[] {
  const movement = (amount: number, reference: string): Movement => ({
    memberId: order.memberId,
    amount,
    reference,
    now,
    ids: [randomId(), randomId(), randomId()],
  });
  const step = `${order.id}#${order.revision + 1}`;
  return [
    ...(granted > 0 ? purchaseStatements(db, movement(granted, order.id)) : []),
    ...(taken > 0 ? takeStatements(db, movement(taken, step)) : []),
    ...(taken < 0 ? giveAgainStatements(db, movement(-taken, step)) : []),
  ];
}

/** The statements that grant or revoke the plan of an order. */
function planStatements({ db, now }: SettleContext, order: OwnedOrder, { plan }: Settlement, payment: Payment | null): Asked[] {
  const { id: orderId, memberId, productId: planId, months, renews, renewalOf, provider } = order;
  if (plan === 'revoked') return [...revokePlan(db, orderId, now)];
  if (plan !== 'granted') return [];
  const subscription = payment?.subscription ?? null;
  return [
    ...grantPlan(db, {
      id: randomId(),
      memberId,
      orderId,
      planId,
      months,
      now,
      renews,
      isFirst: renewalOf === null,
      provider,
      subscription,
    }),
  ];
}

/** The statements that notify the member: of money that went back, also by mail, and of unusual spending. */
function noticeStatements(ctx: SettleContext, order: OwnedOrder, { told, change }: Settlement, recipient: Recipient | undefined): Asked[] {
  const { db, settings, now } = ctx;
  const { id, memberId, currency } = order;
  const push = () => accountPush(memberId, now);
  const setting = Object.entries(settings.unusual_spending).find(([code]) => code === currency)?.[1];
  const isNewlyPaid = order.paidAt === null && change.status === 'paid';
  return [
    ...(told && recipient ? insertNews(db, accountNews(ctx, recipient, told.event, { id, amount: told.amount, currency })) : []),
    ...(isNewlyPaid && setting !== undefined
      ? noteUnusual(db, accountNotice(memberId, 'unusual_spending', now), push(), { currency, setting })
      : []),
  ];
}

/** Whether a step changes anything that the member's devices show. */
const isFelt = (order: OrderRow, { granted, taken, plan, told, change }: Settlement) =>
  granted > 0 || taken !== 0 || plan !== null || told !== null || change.status !== order.status;

/**
 * Writes a step of an order with all that it grants and takes, in one batch. Returns the order as it is then, or null if another step was
 * written first.
 */
export async function applySettlement(
  ctx: SettleContext,
  order: OrderRow,
  settlement: Settlement,
  payment: Payment | null = null,
): Promise<OrderRow | null> {
  const { db, now } = ctx;
  const step = [stepOrder(db, order, settlement.change), settlement.discount && settleDiscount(db, order.id, settlement.discount)] as const;
  try {
    if (!isOwned(order) || !isFelt(order, settlement)) return (await together(db, step))[0][0] ?? null;
    const [recipient] = settlement.told ? await memberById(db, order.memberId) : [];
    const [stepped, ...rest] = await together(db, [
      ...step,
      ...movementsOf(ctx, order, settlement),
      ...planStatements(ctx, order, settlement, payment),
      ...noticeStatements(ctx, order, settlement, recipient),
      ...tellOfSettlement(db, {
        balance: eventRow(order.memberId, { type: 'credits.changed', credits: 0 }, now),
        change: eventRow(order.memberId, { type: 'user.changed' }, now),
      }),
    ]);
    ctx.publish({ events: writtenEvents(...rest.slice(-2)) });
    return stepped[0] ?? null;
  } catch (error) {
    if (brokenConstraint(error)?.startsWith('NOT NULL orders.revision')) return null;
    throw error;
  }
}

/** Logs for the operator that a payment does not fit its order, with ids only. */
function logFault(order: OrderRow, payment: Payment, fault: string): void {
  console.error(JSON.stringify({ at: 'payment', fault, order: order.id, ref: payment.ref }));
}

/**
 * Settles an order by the state of its payment, which must have been read after the order (docs/product.md, "Settlement"). Returns the
 * order as it is then, or null if another step was written first: the caller then reads both again.
 */
export async function settleOrder(ctx: SettleContext, order: OrderRow, payment: Payment): Promise<OrderRow | null> {
  const fault = faultOf(order, payment);
  if (fault) {
    logFault(order, payment, fault);
    return order;
  }
  const settlement = settle(order, payment, ctx.now);
  return settlement ? applySettlement(ctx, order, settlement, payment) : order;
}
