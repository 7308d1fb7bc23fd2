import type { withdraw as endpoint } from '#contract/credits';
import { MINUTE } from '#contract/durations';
import type { OutputOf, ParsedInputOf } from '#contract/endpoint';
import { batch, violatedConstraint } from '#db/client';
import { type OrderDetails, type OrderRow, orderDetailsById } from '#db/queries/credits/orders';
import { completeSubscriptions } from '#db/queries/credits/renewals';
import { withdrawStatements } from '#db/queries/credits/withdrawals';
import { writtenEvents } from '#db/queries/shared/event-outbox';
import { eventOutboxRow } from '../../../delivery/event-outbox.ts';
import type { Context } from '../../../domain/context.ts';
import { refuse } from '../../../domain/errors.ts';
import { requireSession } from '../../../domain/require-session.ts';
import { logLine } from '../../../lib/log.ts';
import { endSubscriptions } from '../../../platform/payments/end-subscriptions.ts';
import { PaymentFailure } from '../../../platform/payments/providers/payment-provider.ts';
import { refundWithdrawal } from '../orders/refund-withdrawal.ts';
import { ownTransaction } from './own-transaction.ts';
import { type Withdrawal, withdrawalOf } from './withdrawal-rules.ts';

type Output = OutputOf<typeof endpoint>;

/** How many attempts a withdrawal gets while a webhook, a sent message or another tab changes the order or its lot. */
const MAX_ATTEMPTS = 5;

/**
 * Withdraws from what was ordered and is unused: the credits or days go at once, the money goes back as soon as the provider can be asked
 * (docs/product.md, "Right of withdrawal"). A repeated call answers the first result. It is refused with 409 when it is too late or nothing
 * is left.
 */
export async function withdraw(ctx: Context, { transaction: id }: ParsedInputOf<typeof endpoint>): Promise<Output> {
  const { member, details } = await requireSession(ctx, (_, db) => ({ details: orderDetailsById(db, id) }));
  let whole: OrderDetails | undefined = details[0];
  for (let attemptsLeft = MAX_ATTEMPTS; attemptsLeft > 0; attemptsLeft -= 1) {
    if (!whole || whole.order.memberId !== member.id) return refuse('not_found');
    if (whole.order.withdrawnAmount > 0) return answerOf(ctx, whole);
    const left = { credits: whole.remainingCredits ?? 0, span: whole.span };
    const withdrawn = await writeWithdrawal(ctx, member.id, whole.order, withdrawalOf(whole.order, left, ctx.now) ?? refuse('conflict'));
    if (withdrawn) return answerOf(ctx, withdrawn);
    [whole] = await orderDetailsById(ctx.db, id);
  }
  throw new Error(`a withdrawal was overtaken ${MAX_ATTEMPTS} times`);
}

const answerOf = (ctx: Context, whole: OrderDetails): Output => ({ transaction: ownTransaction(whole, ctx.settings, ctx.now) });

/** Writes the withdrawal, then has the refund asked for. Returns null if the order or its lot changed meanwhile. */
async function writeWithdrawal(
  ctx: Context,
  memberId: string,
  order: OrderRow,
  { credits, amount }: Withdrawal,
): Promise<OrderDetails | null> {
  const { db, now } = ctx;
  const event = eventOutboxRow(memberId, order.kind === 'pack' ? { type: 'credits.changed', credits: 0 } : { type: 'user.changed' }, now);
  const step = { memberId, credits, amount, event, now, dueAt: now + MINUTE };
  try {
    const { events, details, stoppedSubscriptions } = await batch(db, withdrawStatements(db, order, step));
    const [whole] = details;
    ctx.publish({ events: writtenEvents(events) });
    ctx.later(() => requestRefund(ctx, whole?.order ?? order));
    ctx.later(() => endSubscriptions(ctx, completeSubscriptions(stoppedSubscriptions)));
    return whole ?? null;
  } catch (error) {
    if (/orders\.revision|credit_lots/.test(violatedConstraint(error) ?? '')) return null;
    throw error;
  }
}

/** Asks the provider for the refund. If it cannot be reached, the sweep asks again when the order is due. */
async function requestRefund(ctx: Context, order: OrderRow): Promise<void> {
  try {
    await refundWithdrawal(ctx, order);
  } catch (error) {
    if (!(error instanceof PaymentFailure)) throw error;
    logLine('warn', { at: 'withdrawal', order: order.id, fault: error.message });
  }
}
