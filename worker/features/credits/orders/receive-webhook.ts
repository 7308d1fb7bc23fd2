import type { receiveWebhook as endpoint } from '#contract/credits';
import type { OutputOf, ParsedInputOf } from '#contract/endpoint';
import { orderByRef } from '#db/queries/credits/orders';
import { countAttempt } from '#db/queries/shared/attempt-counters';
import type { Context } from '../../../domain/context.ts';
import { Refusal, refuse } from '../../../domain/errors.ts';
import { enforceLimit, MINUTE } from '../../../domain/rate-limit.ts';
import { isoTime } from '../../../lib/iso-time.ts';
import { readNotice } from '../../../platform/payments/provider-registry.ts';
import { PaymentFailure } from '../../../platform/payments/providers/payment-provider.ts';
import { settlePayment } from './settle-payment.ts';

/** Counts an unsigned notice, as each costs a request to the provider: for its payment, or for the network if that is unknown. */
async function limitUnsignedNotices({ db, visitor, settings, now }: Context, ref: string): Promise<void> {
  const [order] = await orderByRef(db, ref);
  const [counted] = await countAttempt(db, `notice:${order?.id ?? visitor.network}`, MINUTE, now);
  enforceLimit(counted, settings.notices_a_minute);
}

/**
 * Receives a notice of a provider. It only names the payments to ask the provider about; nothing else in it is believed
 * (docs/product.md, "Payment notices"). If the provider cannot be reached, the answer 503 makes it send the notice again.
 */
export async function receiveNotice(ctx: Context, notice: ParsedInputOf<typeof endpoint>): Promise<OutputOf<typeof endpoint>> {
  try {
    const parsed = await readNotice(ctx.env, notice);
    if (!parsed) throw new Refusal('malformed', { message: 'no provider that is set up has signed this' });
    for (const ref of parsed.refs) {
      if (!parsed.provider.signsNotices) await limitUnsignedNotices(ctx, ref);
      await settlePayment(ctx, parsed.provider, ref);
    }
    return 'heard';
  } catch (error) {
    if (error instanceof PaymentFailure) return refuse('unavailable', { ends_at: isoTime(ctx.now + MINUTE) });
    throw error;
  }
}
