import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { boundedText, Flag, Timestamp } from './primitives.ts';

/**
 * The kinds of discounts, in answers their `reason`: for every new member after the sign-up, for everyone for a limited time, for a member who was about to delete the
 * account, or by a typed code. All but `code` apply automatically.
 */
export const DISCOUNT_REASONS = ['welcome', 'time_bonus', 'stay', 'code'] as const;

/** A discount code as it was typed; it is trimmed and turned into upper case. */
export const DiscountCode = v.pipe(
  boundedText(1, 40),
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

/** A full price less a percentage, in minor units. The discount is rounded down, and the result is at least 1 unless the price was 0. */
export const discountedAmount = (full: number, percent: number | null): number =>
  Math.max(Math.min(1, full), full - Math.floor((full * (percent ?? 0)) / 100));

export const getDiscount = endpoint({
  method: 'GET',
  path: '/api/discountcode.php',
  who: 'members',
  limits: [{ limit: 'code_tries_an_hour', onlyWith: 'code' }],
  input: v.object({ code: v.optional(DiscountCode), welcome: v.optional(Flag) }),
  output: v.union([Discount, v.undefined()]),
  errors: ['unknown_code', 'too_many'],
  summary:
    'With code: the discount of this code for this member, 404 unknown_code if it has none. With welcome=true the welcome code, else the time bonus; 204 if there is none',
});

export const requestStayDiscount = endpoint({
  method: 'POST',
  path: '/api/discountcode.php',
  who: 'members',
  limits: 'own_rows',
  input: v.object({ stay: v.literal(true, 'not_allowed') }),
  output: v.union([Discount, v.undefined()]),
  summary:
    'For the page that deletes an account: the discount to stay of the setting delete_discount, once per member; 204 if there is none or it was given before',
});
