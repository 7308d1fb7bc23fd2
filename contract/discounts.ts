import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { Flag, Timestamp, text } from './primitives.ts';

/** Why a discount is there: everyone's after signing up, everyone's for a time, offered on leaving, or a code that was typed. All but the last come by themselves. */
export const DISCOUNT_REASONS = ['welcome', 'time_bonus', 'stay', 'code'] as const;

/** As it is typed: blanks around it and small letters do not count. */
export const DiscountCode = v.pipe(
  text(1, 40),
  v.transform((code) => code.toUpperCase()),
);

/** A discount takes off a percentage or adds credits to a pack, one of the two (docs/product.md, "Discounts"). */
export const Discount = v.object({
  code: v.string(),
  percent: v.nullable(v.number()),
  extra_credits: v.nullable(v.number()),
  /** Null: without an end. */
  ends_at: v.nullable(Timestamp),
  reason: v.picklist(DISCOUNT_REASONS),
});
export type Discount = v.InferOutput<typeof Discount>;

/** What is left to pay of a full price, in minor units: the percentage is rounded in the member's disfavour, and no price falls under 1. */
export const discountedAmount = (full: number, percent: number | null): number =>
  Math.max(Math.min(1, full), full - Math.floor((full * (percent ?? 0)) / 100));

export const getDiscount = endpoint({
  method: 'GET',
  path: '/api/discountcode.php',
  who: 'M',
  input: v.object({ code: v.optional(DiscountCode), welcome: v.optional(Flag) }),
  output: v.union([Discount, v.undefined()]),
  errors: ['unknown_code', 'too_many'],
  summary:
    'With code: what it gives this member, 404 unknown_code when it gives them nothing. With welcome=true the welcome code, else the time bonus; 204 where there is none',
});

export const offerToStay = endpoint({
  method: 'POST',
  path: '/api/discountcode.php',
  who: 'M',
  input: v.object({ stay: v.literal(true, 'not_allowed') }),
  output: v.union([Discount, v.undefined()]),
  summary:
    'On the page that deletes an account, once it was asked for: the discount of the setting delete_discount, given to a member once ever; 204 where there is none, or no longer',
});
