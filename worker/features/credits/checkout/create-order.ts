import type { order as endpoint } from '#contract/credits';
import type { OutputOf, ParsedInputOf } from '#contract/endpoint';
import { brokenConstraint, together } from '#db/client';
import { insertOrder, keepPayment, type OrderRow } from '#db/queries/credits/orders';
import { reserveDiscount } from '#db/queries/discounts/discounts';
import type { Context, Member } from '../../../domain/context.ts';
import { refuse } from '../../../domain/errors.ts';
import { HOUR, MINUTE } from '../../../domain/rate-limit.ts';
import { providerOf } from '../../../platform/payments/provider-registry.ts';
import { PaymentFailure } from '../../../platform/payments/providers/payment-provider.ts';
import { paymentOf, transactionAddress } from '../orders/payment-request.ts';
import { applySettlement } from '../orders/settle-order.ts';
import { endUnpaid } from '../orders/settlement-rules.ts';
import { judgeOrder, type OrderInput, readForOrder } from './validate-order.ts';

type Output = OutputOf<typeof endpoint>;

/** How often an order is judged anew when another of its member's came between. */
const TRIES = 6;
/** A notice that has not come by then is not waited for any longer. */
const NOTICE_MS = 15 * MINUTE;
const SOON_MS = MINUTE;
const RETRY_MS = 5000;

/**
 * Orders one pack or plan at the price of this moment (paying, "Order flow"): judged, written with its discount reserved, then made known to the
 * provider under the order's id. One nonce is one order; where the provider was away, the nonce again goes on with it.
 */
export async function order(ctx: Context, input: ParsedInputOf<typeof endpoint>): Promise<Output> {
  for (let left = TRIES; left > 0; left -= 1) {
    const { member, ...found } = await readForOrder(ctx, input, left === TRIES);
    if (found.same) return goOn(ctx, member, holdToSame(found.same, input));
    const judged = judgeOrder(ctx, input, { member, ...found });
    const made = await write(ctx, judged);
    if (made) return goOn(ctx, member, made);
  }
  return refuse('unavailable', { ends_at: later(ctx) });
}

const later = ({ now }: Context) => new Date(now + RETRY_MS).toISOString();

/** What one nonce names stays what it was; the discount is only compared where one is named. */
function holdToSame(made: OrderRow, { pack, plan, payment_method, renews = false, discount_code }: OrderInput): OrderRow {
  const isSame =
    made.productId === (pack ?? plan) &&
    made.method === payment_method &&
    made.renews === (renews && made.kind === 'plan') &&
    (discount_code === undefined || made.discountCode === discount_code);
  return isSame ? made : refuse('conflict');
}

type Judged = ReturnType<typeof judgeOrder>;

/** Writes an order; null when its twin, another order or the last use of its discount came first: then all is to be judged anew. */
async function write({ db, now }: Context, { row, made }: Judged): Promise<OrderRow | null> {
  const { id: orderId, discountCode: code, memberId } = row;
  try {
    const [inserted] = await together(db, [
      insertOrder(db, { ...row, dueAt: now + SOON_MS }, made),
      code ? reserveDiscount(db, { orderId, code, memberId, now }) : null,
    ]);
    return inserted[0] ?? null;
  } catch (error) {
    if (/^(NOT NULL (orders\.status|discount_uses\.code)|UNIQUE orders)/.test(brokenConstraint(error) ?? '')) return null;
    throw error;
  }
}

const answer = ({ id }: OrderRow, redirect: string): Output => ({ transaction: { id }, redirect });

/** Takes an order to where it is paid; one that is over leads to its own page. */
async function goOn(ctx: Context, member: Member, made: OrderRow): Promise<Output> {
  if (made.status !== 'open') return answer(made, transactionAddress(ctx, made.id));
  if (made.redirect !== null) return answer(made, made.redirect);
  const provider = providerOf(ctx.env, made.provider) ?? refuse('unavailable', { ends_at: new Date(ctx.now + HOUR).toISOString() });
  try {
    const { ref, redirect } = await provider.create(paymentOf(ctx, member, made));
    const [, [kept]] = await together(ctx.db, keepPayment(ctx.db, made.id, { ref, redirect, now: ctx.now, dueAt: ctx.now + NOTICE_MS }));
    // Let go of in another tab meanwhile: it is ended there as soon as it is swept.
    return answer(made, kept && kept.status !== 'open' ? transactionAddress(ctx, made.id) : (kept?.redirect ?? redirect));
  } catch (error) {
    if (!(error instanceof PaymentFailure)) throw error;
    console.warn(JSON.stringify({ at: 'order', fault: error.message }));
    // What its provider will never take need not wait for its end, nor hold a discount.
    if (error.isFinal) await applySettlement(ctx, made, endUnpaid(made, { status: 'failed', payment: null, now: ctx.now }));
    return refuse('unavailable', { ends_at: later(ctx) });
  }
}
