import type { OrderRow } from '#db/queries/credits/orders';
import { providerOf } from '../../../platform/payments/provider-registry.ts';
import type { SettleContext } from './settle-order.ts';
import { askAfter } from './settle-payment.ts';

/**
 * Settles an order by what its provider says, and has that give back what was withdrawn from and has not gone back by then; gives the order as it is
 * then. It is one refund however often this is asked, and never of money that has gone back another way. Throws PaymentFailure while the provider is away.
 */
export async function refundWithdrawal(ctx: SettleContext, order: OrderRow): Promise<OrderRow> {
  const asked = await askAfter(ctx, order);
  const { id, providerRef, withdrawnAmount, returnedAmount, currency } = asked;
  const provider = providerOf(ctx.env, asked.provider);
  if (provider === null || providerRef === null || withdrawnAmount <= returnedAmount) return asked;
  await provider.refund(providerRef, { amount: withdrawnAmount - returnedAmount, currency, key: `${id}-withdrawal` });
  return askAfter(ctx, asked);
}
