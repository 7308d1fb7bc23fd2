import type { createOrder as endpoint } from '#contract/credits';
import { HOUR, MINUTE } from '#contract/durations';
import type { OutputOf, ParsedInputOf } from '#contract/endpoint';
import { batch, violatedConstraint } from '#db/client';
import { insertOrder, type OrderRow, storePayment } from '#db/queries/credits/orders';
import { reserveDiscount } from '#db/queries/discounts/discounts';
import type { Context, Member } from '../../../domain/context.ts';
import { refuse } from '../../../domain/errors.ts';
import { deferLimits, enforceDeferredLimits, waiveLimits } from '../../../domain/limits.ts';
import { isoTime } from '../../../lib/iso-time.ts';
import { logLine } from '../../../lib/log.ts';
import { paymentProviderOf } from '../../../platform/payments/provider-registry.ts';
import { PaymentFailure } from '../../../platform/payments/providers/payment-provider.ts';
import { paymentOf, transactionUrl } from '../orders/payment-request.ts';
import { applySettlement } from '../orders/settle-order.ts';
import { unpaidEndOf } from '../orders/settlement-rules.ts';
import { type OrderInput, readOrderFacts, validateOrder } from './validate-order.ts';

type Output = OutputOf<typeof endpoint>;

/** How many attempts an order gets while other orders of its member come between. */
const MAX_ATTEMPTS = 6;
/** After this time without a webhook, the sweep asks the provider. */
const WEBHOOK_WAIT_MS = 15 * MINUTE;
/** When the sweep looks at an order that was not sent to its provider. */
const UNSENT_CHECK_MS = MINUTE;
const RETRY_MS = 5000;

/**
 * Orders one pack or plan at the price of this moment (docs/product.md, "Placing an order"): checks it, writes it with its discount
 * reserved, and creates the payment at the provider under the order's id. One nonce is one order: sent again, it goes on with the same
 * order, also if the provider could not be reached before.
 */
export async function createOrder(ctx: Context, input: ParsedInputOf<typeof endpoint>): Promise<Output> {
  deferLimits(ctx);
  for (let attemptsLeft = MAX_ATTEMPTS; attemptsLeft > 0; attemptsLeft -= 1) {
    const { member, ...orderFacts } = await readOrderFacts(ctx, input);
    if (orderFacts.same) {
      waiveLimits(ctx);
      return continueToPayment(ctx, member, enforceSameContent(orderFacts.same, input));
    }
    enforceDeferredLimits(ctx);
    const judged = validateOrder(ctx, input, { member, ...orderFacts });
    const written = await writeOrder(ctx, judged);
    if (written) return continueToPayment(ctx, member, written);
  }
  return refuse('unavailable', { ends_at: retryTime(ctx) });
}

const retryTime = ({ now }: Context) => isoTime(now + RETRY_MS);

/** Refuses with 409 if a nonce is sent again with another content. The discount is compared only if the input names one. */
function enforceSameContent(order: OrderRow, { pack, plan, payment_method, renews = false, discount_code }: OrderInput): OrderRow {
  const isSame =
    order.productId === (pack ?? plan) &&
    order.method === payment_method &&
    order.renews === (renews && order.kind === 'plan') &&
    (discount_code === undefined || order.discountCode === discount_code);
  return isSame ? order : refuse('conflict');
}

type CheckedOrder = ReturnType<typeof validateOrder>;

/**
 * Writes an order. Returns null if the same order, another order of the member or the last use of its discount was written meanwhile; the
 * caller then reads and checks again.
 */
async function writeOrder({ db, now }: Context, { row, made }: CheckedOrder): Promise<OrderRow | null> {
  const { id: orderId, discountCode: code, memberId } = row;
  try {
    const { inserted } = await batch(db, {
      inserted: insertOrder(db, { ...row, dueAt: now + UNSENT_CHECK_MS }, made),
      discountUse: code ? reserveDiscount(db, { orderId, code, memberId, now }) : null,
    });
    return inserted[0] ?? null;
  } catch (error) {
    if (/^(NOT NULL (orders\.status|discount_uses\.code)|UNIQUE orders)/.test(violatedConstraint(error) ?? '')) return null;
    throw error;
  }
}

const answerFor = ({ id }: OrderRow, redirect: string): Output => ({ transaction: { id }, redirect });

/** Answers where an order is paid, after creating its payment if there is none yet. An order that has ended leads to its own page. */
async function continueToPayment(ctx: Context, member: Member, order: OrderRow): Promise<Output> {
  if (order.status !== 'open') return answerFor(order, transactionUrl(ctx, order.id));
  if (order.redirect !== null) return answerFor(order, order.redirect);
  const provider = paymentProviderOf(ctx.env, order.provider) ?? refuse('unavailable', { ends_at: isoTime(ctx.now + HOUR) });
  try {
    const { ref, redirect } = await provider.create(paymentOf(ctx, member, order));
    const {
      order: [stored],
    } = await batch(ctx.db, storePayment(ctx.db, order.id, { ref, redirect, now: ctx.now, dueAt: ctx.now + WEBHOOK_WAIT_MS }));
    // If the order was canceled in another tab meanwhile, the sweep ends the payment at the provider.
    return answerFor(order, stored && stored.status !== 'open' ? transactionUrl(ctx, order.id) : (stored?.redirect ?? redirect));
  } catch (error) {
    if (!(error instanceof PaymentFailure)) throw error;
    logLine('warn', { at: 'order', fault: error.message });
    // A payment that the provider refuses for good fails at once, so that its discount is free again.
    if (error.isFinal) await applySettlement(ctx, order, unpaidEndOf(order, { status: 'failed', payment: null, now: ctx.now }));
    return refuse('unavailable', { ends_at: retryTime(ctx) });
  }
}
