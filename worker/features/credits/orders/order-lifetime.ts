import { DAY, HOUR } from '#contract/durations';
import type { OrderRow } from '#db/queries/credits/orders';

/**
 * How long an order may be paid. It is longer than a payment can be paid at any provider, which is a day: otherwise the discount of an
 * order that can still be paid would become free.
 */
export const OPEN_ORDER_MS = 26 * HOUR;
/** The same for direct debits, which take days after the payer has agreed. A payment that nobody agreed to is ended by its provider. */
const OPEN_DEBIT_MS = 14 * DAY;

/** How long after its creation an order may still be paid, in milliseconds. */
export const paymentWindowOf = ({ method }: Pick<OrderRow, 'method'>): number => (method === 'sepa' ? OPEN_DEBIT_MS : OPEN_ORDER_MS);
