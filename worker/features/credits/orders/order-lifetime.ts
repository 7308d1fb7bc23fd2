import type { OrderRow } from '#db/queries/credits/orders';
import { DAY, HOUR } from '../../../domain/rate-limit.ts';

/** Later than any provider's own end, a day after it was sent there: what could still be paid would give back a discount that it then has used. */
export const OPEN_MS = 26 * HOUR;
/** A debit is under way for days after its payer has gone through with it; one that nobody has gone through with its provider ends by itself. */
const DEBIT_MS = 14 * DAY;

/** How long after it was made an order may still be paid, in milliseconds. */
export const paidWithin = ({ method }: Pick<OrderRow, 'method'>): number => (method === 'sepa' ? DEBIT_MS : OPEN_MS);
