import type { Rows } from '#db/client';
import type { orderDataOf } from '#db/queries/account/export';
import { isoTime, isoTimeOrNull } from '../../lib/iso-time.ts';

type ExportOrderRows = Rows<ReturnType<typeof orderDataOf>>;

const money = (amount: number, currency: string) => ({ amount, currency });

/** A member's orders, premium, discounts, spending limits and debts, as the data export lists them. */
export function exportedOrders(rows: ExportOrderRows) {
  return {
    orders: rows.orders.map((order) => ({
      id: order.id,
      kind: order.kind,
      product: order.productId,
      credits: order.credits,
      extra_credits: order.extraCredits,
      months: order.months,
      country: order.country,
      full_price: money(order.fullAmount, order.currency),
      price: money(order.amount, order.currency),
      vat: { percent: order.vatRate / 100, ...money(order.vatAmount, order.currency) },
      discount_code: order.discountCode,
      payment_method: order.method,
      provider: order.provider,
      status: order.status,
      renews: order.renews,
      returned: money(order.returnedAmount, order.currency),
      is_charged_back: order.isChargedBack,
      withdrawn: { credits: order.withdrawnCredits, ...money(order.withdrawnAmount, order.currency) },
      created_at: isoTime(order.createdAt),
      paid_at: isoTimeOrNull(order.paidAt),
    })),
    premium: rows.premiumSpans.map(({ source, orderId, planId, fromAt, untilAt, renews, state, createdAt }) => ({
      source,
      order: orderId,
      plan: planId,
      from: isoTime(fromAt),
      until: isoTime(untilAt),
      renews,
      state,
      created_at: isoTime(createdAt),
    })),
    discounts: {
      used: rows.discountUses.map(({ code, orderId, state, createdAt }) => ({ code, order: orderId, state, at: isoTime(createdAt) })),
      offered: rows.offeredDiscounts.map(({ code, percent, startsAt, endsAt }) => ({
        code,
        percent,
        from: isoTime(startsAt),
        until: isoTimeOrNull(endsAt),
      })),
    },
    spending_limits: rows.spendingLimits.map(({ day, week, month, currency, pending, pendingFrom }) => ({
      day,
      week,
      month,
      currency,
      pending,
      pending_from: isoTimeOrNull(pendingFrom),
    })),
    debts: {
      owed: rows.debt[0]?.owed ?? 0,
      lines: rows.debtLines.map(({ amount, reason, reference, createdAt }) => ({
        amount,
        reason,
        order: reason === 'refund' ? null : reference.split('#')[0],
        at: isoTime(createdAt),
      })),
    },
  };
}
