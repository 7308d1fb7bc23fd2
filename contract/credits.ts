import * as v from 'valibot';
import { Discount, DiscountCode } from './discounts.ts';
import { endpoint } from './endpoint.ts';
import { CURRENCIES, Money } from './money.ts';
import { CountryCode, clampedNumber, Empty, Id, Slug, Timestamp } from './primitives.ts';
import { ProfileCard } from './profile.ts';
import { CompanyInfo } from './settings.ts';

/**
 * The reasons of a ledger line. Lines of `message` and `refund` name the recipient in `profile`, those of `purchase`, `reversal` and `owed`
 * the order in `transaction`; what the refund of a message paid off is `owed` without an order.
 */
export const LEDGER_REASONS = ['welcome', 'message', 'refund', 'grant', 'purchase', 'reversal', 'owed'] as const;
/** What premium includes. The page has a sentence for each. */
export const PLAN_BENEFITS = ['free_messages', 'no_advertisements'] as const;
/** Days after the payment in which a member may withdraw from an order (docs/product.md, "Right of withdrawal"). */
export const WITHDRAWAL_DAYS = 14;
/** Hours until a raised spending limit takes effect; a lowered one takes effect at once (docs/product.md, "Spending limits"). */
export const LIMIT_INCREASE_DELAY_HOURS = 24;

export const LedgerLine = v.object({
  id: Id,
  /** Credits; negative if they were spent. */
  amount: v.number(),
  reason: v.picklist(LEDGER_REASONS),
  at: Timestamp,
  profile: v.nullable(ProfileCard),
  transaction: v.nullable(Id),
});
export type LedgerLine = v.InferOutput<typeof LedgerLine>;

/** A pack of credits. */
export const Pack = v.object({
  id: Slug,
  credits: v.number(),
  /** The price after the active discount. */
  price: Money,
  /** The price without a discount. */
  full_price: Money,
});
export type Pack = v.InferOutput<typeof Pack>;
/** A premium plan. */
export const Plan = v.object({
  id: Slug,
  months: v.number(),
  /** The price after the active discount. */
  price: Money,
  /** The price without a discount. */
  full_price: Money,
  /** Whether it can renew at its end. This depends on the payment provider and on premium that runs already. */
  can_renew: v.boolean(),
  gives: v.array(v.picklist(PLAN_BENEFITS)),
});
export type Plan = v.InferOutput<typeof Plan>;

/** Amounts in minor units of the payment country's currency; null: no limit. */
const LimitAmounts = v.object({ day: v.nullable(v.number()), week: v.nullable(v.number()), month: v.nullable(v.number()) });
export const SpendingLimits = v.object({
  ...LimitAmounts.entries,
  /** Raised limits that were asked for, and the time from which they apply. */
  pending: v.nullable(v.object({ ...LimitAmounts.entries, from: Timestamp })),
  /** The currency in which they were set, if it is not that of the payment country: the amounts are then converted. */
  set_in: v.nullable(Money.entries.currency),
});
export type SpendingLimits = v.InferOutput<typeof SpendingLimits>;

const TRANSACTION_STATUSES = ['open', 'paid', 'failed', 'canceled', 'expired', 'refunded'] as const;
export const TransactionStatus = v.picklist(TRANSACTION_STATUSES);
export type TransactionStatus = v.InferOutput<typeof TransactionStatus>;

/** An order of the caller, as a list shows it. */
export const TransactionLine = v.object({
  id: Id,
  status: TransactionStatus,
  pack: v.nullable(Slug),
  plan: v.nullable(Slug),
  credits: v.number(),
  months: v.number(),
  price: Money,
  created_at: Timestamp,
});
export type TransactionLine = v.InferOutput<typeof TransactionLine>;

/** Products, prices and payment methods, with the caller's orders, spending limits and owed credits. */
export const Shop = v.object({
  /** False while the site has no payment provider: prices are shown, but nothing can be bought. */
  is_open: v.boolean(),
  packs: v.array(Pack),
  plans: v.array(Plan),
  payment_methods: v.array(
    v.object({
      id: Slug,
      name: v.string(),
      /** Whether a plan that is paid with this method can renew. */
      renews: v.boolean(),
    }),
  ),
  discount: v.nullable(Discount),
  currency: Money.entries.currency,
  payment_country: CountryCode,
  /** In percent, for "including 21% VAT"; 0 if no VAT is charged. */
  vat_percent: v.number(),
  last_order: v.nullable(
    v.object({ transaction: Id, pack: v.nullable(Slug), plan: v.nullable(Slug), payment_method: Slug, paid: Money, at: Timestamp }),
  ),
  /** The latest unpaid order of the caller. It keeps its price and discount until it is paid or canceled. */
  open_order: v.nullable(TransactionLine),
  /** Null for visitors. */
  limits: v.nullable(SpendingLimits),
  /** Credits that the caller owes; the next purchase pays them off first (docs/product.md, "Owed credits"). */
  owed: v.number(),
  /** The amount paid today if it is unusually high; the page mentions it, nothing is refused (docs/product.md, "Unusual spending"). */
  unusual: v.nullable(v.object({ today: Money })),
  premium: v.nullable(v.object({ plan: v.nullable(Slug), until: Timestamp, renews: v.boolean(), transaction: v.nullable(Id) })),
  /** The next renewal of any plan: time and price. A time in the past means that its payment is still awaited. */
  renewal: v.nullable(v.object({ at: Timestamp, price: Money })),
});
export type Shop = v.InferOutput<typeof Shop>;

export const getShop = endpoint({
  method: 'GET',
  path: '/api/credits.php',
  who: 'everybody',
  limits: 'reads',
  input: v.object({}),
  output: Shop,
  errors: ['banned'],
  summary: 'Packs, plans and prices of the payment country; for visitors of the country they come from, without what belongs to a member',
});

export const createOrder = endpoint({
  method: 'POST',
  path: '/api/credits.php',
  who: 'confirmed_members',
  limits: [{ limit: 'code_tries_an_hour', onlyWith: 'discount_code' }, 'orders_an_hour'],
  input: v.pipe(
    v.object({
      pack: v.optional(Slug),
      plan: v.optional(Slug),
      payment_method: Slug,
      discount_code: v.optional(DiscountCode),
      nonce: Id,
      /** The price that the page showed. If the price differs now, the order is refused with `conflict`; this never sets the price. */
      expects: v.optional(v.object({ amount: v.number('wrong_type'), currency: v.picklist(CURRENCIES, 'unknown') }, 'wrong_type')),
      /** For a plan: renew it at its end, until the member stops that. */
      renews: v.optional(v.boolean('wrong_type')),
    }),
    v.forward(
      v.partialCheck([['pack'], ['plan']], ({ pack, plan }) => (pack === undefined) !== (plan === undefined), 'required'),
      ['pack'],
    ),
  ),
  output: v.object({ transaction: v.object({ id: Id }), redirect: v.string() }),
  status: 201,
  errors: ['not_confirmed', 'unknown_code', 'conflict', 'too_many', 'unavailable'],
  summary:
    'Orders one pack or plan at the present price. One nonce is one order: repeated, the same answer; 409 with other content, or if the price differs from `expects`. Without discount_code the active discount counts. 429 with reason spending_limit above a limit of the member',
});

const LimitAmount = v.nullable(
  v.pipe(v.number('wrong_type'), v.integer('wrong_type'), v.minValue(0, 'not_allowed'), v.maxValue(100_000_000, 'not_allowed')),
);

export const changeSpendingLimits = endpoint({
  method: 'PUT',
  path: '/api/credits.php',
  who: 'members',
  limits: 'own_rows',
  input: v.object({
    limits: v.object({ day: LimitAmount, week: LimitAmount, month: LimitAmount }),
    /** The currency of the amounts; by default that of the payment country. */
    currency: v.optional(v.picklist(CURRENCIES, 'unknown')),
  }),
  output: v.object({ limits: SpendingLimits }),
  summary:
    'Sets what the member may spend in a day, a week and a month, unpaid orders included; stricter limits apply at once, looser ones after 24 hours',
});

/** A transaction as its owner gets it: the amounts that `price` consists of, the tax included in it, and what can still be done. */
export const OwnTransaction = v.object({
  ...TransactionLine.entries,
  is_mine: v.literal(true),
  extra_credits: v.number(),
  full_price: Money,
  discount: v.nullable(
    v.object({
      code: v.string(),
      percent: v.nullable(v.number()),
      /** The amount that the discount took off `full_price`. */
      off: Money,
    }),
  ),
  vat: v.object({ percent: v.number(), amount: Money }),
  payment_method: Slug,
  country: CountryCode,
  paid_at: v.nullable(Timestamp),
  /** For a plan: its span, and whether it renews. */
  premium: v.nullable(v.object({ from: Timestamp, until: Timestamp, renews: v.boolean() })),
  /** Money given back so far. */
  returned: Money,
  /** Credits taken back because of a withdrawal or a refund. */
  returned_credits: v.number(),
  is_withdrawn: v.boolean(),
  is_charged_back: v.boolean(),
  /** The address at which an open order is paid; null if it is not open. */
  redirect: v.nullable(v.string()),
  /** What a withdrawal would do now. Null if it is too late or nothing unused is left. */
  withdrawal: v.nullable(
    v.object({
      /** The last time at which the member may withdraw. */
      until: Timestamp,
      /** Credits that would be taken back. */
      credits: v.number(),
      /** Money that would be given back. */
      price: Money,
    }),
  ),
  /** A withdrawal has asked the provider for a refund, which has not gone through yet. */
  is_refund_pending: v.boolean(),
  company: CompanyInfo,
});
export type OwnTransaction = v.InferOutput<typeof OwnTransaction>;

export const getTransaction = endpoint({
  method: 'GET',
  path: '/api/transactions.php',
  onlyWithQuery: 'id',
  who: 'everybody',
  limits: 'reads',
  input: v.object({ id: Id }),
  output: v.object({ transaction: v.union([OwnTransaction, v.object({ id: Id, status: TransactionStatus })]) }),
  errors: ['not_found', 'banned'],
  summary: 'One transaction: its status to whoever knows its id, all of it to its owner. The provider is asked about an open one',
});

export const listTransactions = endpoint({
  method: 'GET',
  path: '/api/transactions.php',
  who: 'members',
  limits: 'reads',
  input: v.object({
    before: v.optional(v.pipe(v.string('wrong_type'), v.maxLength(200, 'too_long'))),
    limit: clampedNumber(1, 100, 50),
  }),
  output: v.object({
    /** The latest 100 orders, on the first page only. */
    transactions: v.array(TransactionLine),
    ledger: v.array(LedgerLine),
    next: v.nullable(v.string()),
  }),
  summary: 'The orders of the caller and the lines of the credit ledger, newest first',
});

export const cancelOrder = endpoint({
  method: 'DELETE',
  path: '/api/transactions.php',
  who: 'members',
  limits: 'own_rows',
  input: v.object({ transaction: Id }),
  output: v.object({ transaction: OwnTransaction }),
  errors: ['not_found', 'conflict', 'unavailable'],
  summary:
    'Cancels an unpaid order, if possible at its provider too, and frees its discount. An order that is not open is answered as it is; a later payment still counts. 409 while another canceled order with the same discount can still be paid',
});

export const stopRenewal = endpoint({
  method: 'DELETE',
  path: '/api/premium.php',
  who: 'members',
  limits: 'own_rows',
  input: v.object({}),
  output: Empty,
  status: 204,
  summary: 'Stops the renewal of premium, which then ends with the paid span. A repeated call is answered with 204 as well',
});

export const withdraw = endpoint({
  method: 'POST',
  path: '/api/withdrawal.php',
  who: 'members',
  limits: 'own_rows',
  input: v.object({ transaction: Id }),
  output: v.object({ transaction: OwnTransaction }),
  errors: ['not_found', 'conflict'],
  summary:
    'Withdraws within 14 days of the payment: what is unused is taken back and its money refunded the way it came. 409 if it is too late or nothing is left; repeated, the first result',
});

export const receiveWebhook = endpoint({
  method: 'POST',
  path: '/api/payment/webhook',
  who: 'everybody',
  limits: ['webhooks_a_minute'],
  bodyKind: 'raw',
  input: v.object({ body: v.string(), signature: v.string() }),
  // Mollie takes only a 200 as success and repeats a webhook for a day after any other status.
  answerKind: 'text',
  output: v.literal('heard'),
  errors: ['malformed', 'too_many', 'unavailable'],
  summary:
    'A webhook of a payment provider, raw and without an origin check: it only causes the provider to be asked. 400 if its signature is wrong; 503, and 429 for too many unsigned ones, make the provider repeat it',
});
