import { batch, type OptionalStatement, violatedConstraint } from '#db/client';
import { memberById } from '#db/queries/account/members';
import { grantPlan, revokePlan } from '#db/queries/credits/entitlements';
import { insertNotificationBundle } from '#db/queries/credits/order-notifications';
import type { OrderRow } from '#db/queries/credits/orders';
import {
  grantCreditsStatements,
  insertSettlementEvents,
  insertUnusualSpendingNotification,
  type OrderMovement,
  reclaimCreditsStatements,
  restoreCreditsStatements,
  updateOrderAtRevision,
} from '#db/queries/credits/settlement';
import { settleDiscountUse } from '#db/queries/discounts/discounts';
import { writtenEvents } from '#db/queries/shared/event-outbox';
import { eventOutboxRow } from '../../../delivery/event-outbox.ts';
import { accountNotification, accountPush } from '../../../domain/account-notifications.ts';
import type { Context } from '../../../domain/context.ts';
import { randomId } from '../../../lib/crypto.ts';
import { logLine } from '../../../lib/log.ts';
import type { MailedAccount } from '../../../mail/recipient.ts';
import type { Payment } from '../../../platform/payments/providers/payment-provider.ts';
import { accountEventRows } from './order-notifications.ts';
import { faultOf, isShownToMember, type Settlement, settlementOf } from './settlement-rules.ts';

/** The part of the context that settling needs; the scheduled handler provides it as well. */
export type SettleContext = Pick<Context, 'db' | 'env' | 'settings' | 'now' | 'publish'>;

/** An order whose member is not erased. */
type OwnedOrder = OrderRow & { readonly memberId: string };
type NamedStatements = Readonly<Record<string, OptionalStatement>>;
const isOwned = (order: OrderRow): order is OwnedOrder => order.memberId !== null;

/**
 * The statements that move credits. A purchase makes the lot of its order, so that it happens once; the others name the step. Credits are
 * never granted and restored in one step, so the names of these statements do not meet.
 */
function creditStatements(
  { db, now }: SettleContext,
  order: OwnedOrder,
  { grantedCredits, takenBackCredits }: Settlement,
): NamedStatements {
  const movementOf = (amount: number): OrderMovement => ({
    memberId: order.memberId,
    orderId: order.id,
    amount,
    reference: `${order.id}#${order.revision + 1}`,
    now,
  });
  return {
    ...(grantedCredits > 0 ? grantCreditsStatements(db, randomId(), movementOf(grantedCredits)) : {}),
    ...(takenBackCredits > 0 ? reclaimCreditsStatements(db, movementOf(takenBackCredits)) : {}),
    ...(takenBackCredits < 0 ? restoreCreditsStatements(db, movementOf(-takenBackCredits)) : {}),
  };
}

/** The statements that grant or revoke the plan of an order. */
function planStatements({ db, now }: SettleContext, order: OwnedOrder, { plan }: Settlement, payment: Payment | null): NamedStatements {
  const { id: orderId, memberId, productId: planId, months, renews, renewalOf, provider } = order;
  if (plan === 'revoked') return revokePlan(db, orderId, now);
  if (plan !== 'granted') return {};
  const subscription = payment?.subscription ?? null;
  const isPurchase = renewalOf === null;
  return grantPlan(db, { id: randomId(), memberId, orderId, planId, months, now, renews, isPurchase, provider, subscription });
}

/** The statements that notify the member: of money that went back, also by mail, and of unusual spending. */
function notificationStatements(
  ctx: SettleContext,
  order: OwnedOrder,
  { notification, change }: Settlement,
  recipient: MailedAccount | undefined,
): NamedStatements {
  const { db, settings, now } = ctx;
  const { id, memberId, currency } = order;
  const push = () => accountPush(memberId, now);
  const setting = Object.entries(settings.unusual_spending).find(([code]) => code === currency)?.[1];
  const isNewlyPaid = order.paidAt === null && change.status === 'paid';
  return {
    ...(notification && recipient
      ? insertNotificationBundle(db, accountEventRows(ctx, recipient, notification.event, { id, amount: notification.amount, currency }))
      : {}),
    ...(isNewlyPaid && setting !== undefined
      ? insertUnusualSpendingNotification(db, accountNotification(memberId, 'unusual_spending', now), push(), {
          currency,
          setting,
          rates: settings.exchange_rates,
        })
      : {}),
  };
}

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
  const step = {
    stepped: updateOrderAtRevision(db, order, settlement.change),
    discountUse: settlement.discount && settleDiscountUse(db, order.id, settlement.discount),
  };
  try {
    if (!isOwned(order) || !isShownToMember(order, settlement)) return (await batch(db, step)).stepped[0] ?? null;
    const [recipient] = settlement.notification ? await memberById(db, order.memberId) : [];
    const { stepped, balanceEvents, changeEvents } = await batch(db, {
      ...step,
      ...creditStatements(ctx, order, settlement),
      ...planStatements(ctx, order, settlement, payment),
      ...notificationStatements(ctx, order, settlement, recipient),
      ...insertSettlementEvents(db, {
        balance: eventOutboxRow(order.memberId, { type: 'credits.changed', credits: 0 }, now),
        change: eventOutboxRow(order.memberId, { type: 'user.changed' }, now),
      }),
    });
    ctx.publish({ events: writtenEvents(balanceEvents, changeEvents) });
    return stepped[0] ?? null;
  } catch (error) {
    if (violatedConstraint(error)?.startsWith('NOT NULL orders.revision')) return null;
    throw error;
  }
}

/** Logs for the operator that a payment does not fit its order, with ids only. */
function logFault(order: OrderRow, payment: Payment, fault: string): void {
  logLine('error', { at: 'payment', fault, order: order.id, ref: payment.ref });
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
  const settlement = settlementOf(order, payment, ctx.now);
  return settlement ? applySettlement(ctx, order, settlement, payment) : order;
}
