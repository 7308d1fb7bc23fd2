import type { OwnTransaction, Pack, Plan, Shop, TransactionLine } from '#contract/credits';
import { type Discount, discountedAmount } from '#contract/discounts';
import { DAY, HOUR, MINUTE } from '#contract/durations';
import type { Money } from '#contract/money';

/** ISO time, `ms` milliseconds from now. */
export const fromNow = (ms: number) => new Date(Date.now() + ms).toISOString();
export const transactionId = (name: string) => name.padEnd(22, '0');

export type Country = 'NL' | 'GB' | 'PL';
interface Market {
  readonly currency: Money['currency'];
  readonly vat: number;
  readonly methods: Shop['payment_methods'];
  /** In minor units: of the packs, then of the plans. */
  readonly prices: readonly number[];
}

const CARD = { id: 'card', name: 'Card', renews: true };
const PAYPAL = { id: 'paypal', name: 'PayPal', renews: true };
const oneTimeMethod = (id: string, name: string) => ({ id, name, renews: false });
const MARKETS: Readonly<Record<Country, Market>> = {
  NL: {
    currency: 'EUR',
    vat: 21,
    methods: [oneTimeMethod('ideal', 'iDEAL'), CARD, PAYPAL, oneTimeMethod('bancontact', 'Bancontact')],
    prices: [999, 1999, 4499, 2499, 5697],
  },
  GB: { currency: 'GBP', vat: 20, methods: [CARD, PAYPAL], prices: [899, 1799, 3999, 2199, 4997] },
  PL: {
    currency: 'PLN',
    vat: 23,
    methods: [oneTimeMethod('blik', 'BLIK'), oneTimeMethod('p24', 'Przelewy24'), CARD],
    prices: [3999, 7999, 17999, 9999, 22797],
  },
};
const CREDITS = [50, 120, 300];
const MONTHS = [1, 3];

export const WELCOME_DISCOUNT: Discount = {
  code: 'WELCOME20',
  percent: 20,
  extra_credits: null,
  ends_at: fromNow(11 * HOUR),
  reason: 'welcome',
};

/** A made-up answer of GET credits.php: all products of a country; `own` are the fields that differ. */
export function shopIn(country: Country, own: Partial<Shop> = {}): Shop {
  const { currency, vat, methods, prices } = MARKETS[country];
  const percent = own.discount?.percent ?? null;
  const money = (amount = 0): Money => ({ amount, currency });
  const priced = (amount = 0) => ({ price: money(discountedAmount(amount, percent)), full_price: money(amount) });
  const packs: Pack[] = CREDITS.map((credits, i) => ({ id: `pack-${credits}`, credits, ...priced(prices[i]) }));
  const plans: Plan[] = MONTHS.map((months, i) => ({
    id: `premium-${months}`,
    months,
    can_renew: true,
    gives: ['free_messages', 'no_advertisements'],
    ...priced(prices[CREDITS.length + i]),
  }));
  return {
    is_open: true,
    packs,
    plans,
    payment_methods: methods,
    discount: null,
    currency,
    payment_country: country,
    vat_percent: vat,
    last_order: null,
    open_order: null,
    limits: { day: null, week: null, month: null, pending: null, set_in: null },
    owed: 0,
    unusual: null,
    premium: null,
    renewal: null,
    ...own,
  };
}

/** The last order, paid with a discount that has ended since. */
export const LAST_ORDER: Shop['last_order'] = {
  transaction: transactionId('last'),
  pack: 'pack-120',
  plan: null,
  payment_method: 'ideal',
  paid: { amount: 1599, currency: 'EUR' },
  at: fromNow(-20 * DAY),
};
/** An order made four minutes ago and not paid. */
export const OPEN_ORDER: Shop['open_order'] = {
  id: transactionId('open'),
  status: 'open',
  pack: 'pack-120',
  plan: null,
  credits: 120,
  months: 0,
  price: { amount: 1600, currency: 'EUR' },
  created_at: fromNow(-4 * MINUTE),
};
/** Premium that renews by itself. */
export const RENEWING = {
  premium: { plan: 'premium-3', until: fromNow(50 * DAY), renews: true, transaction: transactionId('plan') },
  renewal: { at: fromNow(50 * DAY), price: { amount: 2499, currency: 'EUR' } },
} satisfies Partial<Shop>;

/** A transaction as its owner sees it: 120 credits, paid with a discount; `traits` are the fields that differ. */
export function transactionOf(country: Country, traits: Partial<OwnTransaction> = {}): OwnTransaction {
  const { currency, vat, prices } = MARKETS[country];
  const full = prices[1] ?? 0;
  const amount = discountedAmount(full, WELCOME_DISCOUNT.percent);
  const money = (minor: number): Money => ({ amount: minor, currency });
  return {
    id: transactionId('paid'),
    status: 'paid',
    is_mine: true,
    pack: 'pack-120',
    plan: null,
    credits: 120,
    months: 0,
    price: money(amount),
    full_price: money(full),
    extra_credits: 0,
    created_at: fromNow(-2 * MINUTE),
    paid_at: fromNow(-MINUTE),
    discount: { code: WELCOME_DISCOUNT.code, percent: WELCOME_DISCOUNT.percent, off: money(full - amount) },
    vat: { percent: vat, amount: money(amount - Math.round((amount * 100) / (100 + vat))) },
    payment_method: MARKETS[country].methods[0]?.id ?? 'card',
    country,
    premium: null,
    returned: money(0),
    is_charged_back: false,
    redirect: null,
    is_refund_pending: false,
    returned_credits: 0,
    is_withdrawn: false,
    withdrawal: { until: fromNow(14 * DAY), credits: 120, price: money(amount) },
    company: {
      name: 'Vonk B.V.',
      address: 'Vonkstraat 1',
      ...{ kvk: '12345678', email: 'help@vonk.example', authority_email: '', dispute_body: '', dispute_body_url: '' },
      city: '1000 AA Amsterdam',
      country: 'NL',
      tradenames: [],
      vat_numbers: { NL: 'NL001234567B01' },
    },
    ...traits,
  };
}

/** Fields of a transaction that is not paid. */
export const UNPAID = { paid_at: null, withdrawal: null };

/** A made-up answer of transactions.php: the transactions and the credit movements, one of every kind. */
export function historyWith(cards: readonly unknown[]) {
  const lineOf = (name: string, status: TransactionLine['status'], ago: number): TransactionLine => {
    const { pack, plan, credits, months, price } = transactionOf('NL');
    return { id: transactionId(name), status, pack, plan, credits, months, price, created_at: fromNow(-ago) };
  };
  const movement = (hoursAgo: number, reason: string, amount: number, more: Readonly<Record<string, unknown>> = {}) => {
    const id = `l${hoursAgo}`.padEnd(22, '0');
    return { id, amount, reason, at: fromNow(-hoursAgo * HOUR), profile: null, transaction: null, ...more };
  };
  const order = { transaction: transactionId('paid') };
  const ledger = [
    movement(1, 'message', -2, { profile: cards[0] ?? null }),
    movement(2, 'owed', -3, order),
    movement(3, 'purchase', 120, order),
    movement(30, 'reversal', -50, { transaction: transactionId('back') }),
    movement(49, 'owed', -1),
    movement(50, 'refund', 2, { profile: cards[1] ?? null }),
    movement(90, 'welcome', 10),
  ];
  const transactions = [
    lineOf('open', 'open', MINUTE),
    lineOf('paid', 'paid', 3 * HOUR),
    lineOf('failed', 'failed', 4 * HOUR),
    lineOf('back', 'refunded', 2 * DAY),
  ];
  return { transactions, ledger, next: null };
}
