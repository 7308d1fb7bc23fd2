import { type Discount, getDiscount } from '#contract/discounts';
import { call } from '../call.ts';

/** The welcome code; one that cannot be loaded is none, and nobody is told (specification 8). */
async function welcomeDiscount(signal: AbortSignal): Promise<Discount | null> {
  try {
    return (await call(getDiscount, { welcome: 'true' }, { signal })) ?? null;
  } catch {
    return null;
  }
}

/** What a code gives, or without one the time bonus (the member's own to stay, where neither that nor a welcome gives anything). Throws what the server refused (specification 8). */
export const discountOf = async (code: string | null, signal: AbortSignal): Promise<Discount | null> =>
  (await call(getDiscount, code === null ? {} : { code }, { signal })) ?? null;

/** The discount that is there by itself: the time bonus, else the welcome code (specification 3), else the member's own to stay. */
export const activeDiscount = async (signal: AbortSignal): Promise<Discount | null> =>
  (await discountOf(null, signal)) ?? (await welcomeDiscount(signal));
