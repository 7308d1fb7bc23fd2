import type { receiveNotice as endpoint } from '#contract/credits';
import type { OutputOf, ParsedInputOf } from '#contract/endpoint';
import { orderByRef } from '#db/queries/credits/orders';
import { countAttempt } from '#db/queries/shared/attempt-counters';
import type { Context } from '../../../domain/context.ts';
import { Refusal, refuse } from '../../../domain/errors.ts';
import { holdToLimit, MINUTE } from '../../../domain/rate-limit.ts';
import { readNotice } from '../../../platform/payments/provider-registry.ts';
import { PaymentFailure } from '../../../platform/payments/providers/payment-provider.ts';
import { settlePayment } from './settle-payment.ts';

/** Whoever signs nothing costs a question at the provider: they are counted, of one payment, or of one network where nobody here knows it. */
async function holdBack({ db, visitor, settings, now }: Context, ref: string): Promise<void> {
  const [known] = await orderByRef(db, ref);
  const [counted] = await countAttempt(db, `notice:${known?.id ?? visitor.network}`, MINUTE, now);
  holdToLimit(counted, settings.notices_a_minute);
}

/** A provider's notice: nothing it says is believed beyond which payments to ask after (paying, "Payment port"). While its provider is away it is asked for again. */
export async function receiveNotice(ctx: Context, notice: ParsedInputOf<typeof endpoint>): Promise<OutputOf<typeof endpoint>> {
  try {
    const read = await readNotice(ctx.env, notice);
    if (!read) throw new Refusal('malformed', { message: 'no provider that is set up has signed this' });
    for (const ref of read.refs) {
      if (!read.provider.signsNotices) await holdBack(ctx, ref);
      await settlePayment(ctx, read.provider, ref);
    }
    return 'heard';
  } catch (error) {
    if (error instanceof PaymentFailure) return refuse('unavailable', { ends_at: new Date(ctx.now + MINUTE).toISOString() });
    throw error;
  }
}
