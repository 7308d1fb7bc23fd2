import { type Discount, getDiscount } from '#contract/discounts';
import { call } from '../call.ts';

/**
 * The discount of the welcome code; null if there is none or it cannot be loaded, without an error message (docs/product.md, "Discounts").
 */
async function welcomeDiscount(signal: AbortSignal): Promise<Discount | null> {
  try {
    return (await call(getDiscount, { welcome: 'true' }, { signal })) ?? null;
  } catch {
    return null;
  }
}

/**
 * The discount of a code. For null, the time bonus, or the member's own discount to stay if neither a time bonus nor a welcome code
 * applies. Throws CallError if the server refuses (docs/product.md, "Discounts").
 */
export const discountOf = async (code: string | null, signal: AbortSignal): Promise<Discount | null> =>
  (await call(getDiscount, code === null ? {} : { code }, { signal })) ?? null;

/**
 * The discount in force without a typed code: the time bonus, else the welcome code, else the member's own discount to stay
 * (docs/product.md, "Discounts").
 */
export const activeDiscount = async (signal: AbortSignal): Promise<Discount | null> =>
  (await discountOf(null, signal)) ?? (await welcomeDiscount(signal));
