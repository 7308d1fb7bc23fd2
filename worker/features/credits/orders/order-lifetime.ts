import type { OrderRow } from '#db/queries/credits/orders';
import { DAY, HOUR } from '../../../domain/rate-limit.ts';

/**
 * How long an order may be paid. It is longer than a payment can be paid at any provider, which is a day: otherwise the discount of an
 * order that can still be paid would become free.
 */
export const OPEN_MS = 26 * HOUR;
/** The same for direct debits, which take days after the payer has agreed. A payment that nobody agreed to is ended by its provider. */
const DEBIT_MS = 14 * DAY;

/** How long after its creation an order may still be paid, in milliseconds. */
export const paidWithin = ({ method }: Pick<OrderRow, 'method'>): number => (method === 'sepa' ? DEBIT_MS : OPEN_MS);
