import { type Discount, getDiscount } from '#contract/discounts';
import { call } from '../call.ts';

/** The welcome code. If it cannot be loaded, there is none, and nothing is said (docs/product.md, "Discounts"). */
async function welcomeDiscount(signal: AbortSignal): Promise<Discount | null> {
  try {
    return (await call(getDiscount, { welcome: 'true' }, { signal })) ?? null;
  } catch {
    return null;
  }
}

/**
 * What a code gives; without a code, the time bonus or, if neither it nor a welcome code gives anything, the member's own discount to stay.
 * Throws the refusal of the server (docs/product.md, "Discounts").
 */
export const discountOf = async (code: string | null, signal: AbortSignal): Promise<Discount | null> =>
  (await call(getDiscount, code === null ? {} : { code }, { signal })) ?? null;

/**
 * The discount in force without a typed code: the time bonus, else the welcome code, else the member's own discount to stay
 * (docs/product.md, "Discounts").
 */
export const activeDiscount = async (signal: AbortSignal): Promise<Discount | null> =>
  (await discountOf(null, signal)) ?? (await welcomeDiscount(signal));
