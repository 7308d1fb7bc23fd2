import type { OwnTransaction, Pack, Plan, Shop, TransactionLine } from '#contract/credits';
import { type Discount, discountedAmount } from '#contract/discounts';
import type { Money } from '#contract/money';
import type { Act } from './acts.ts';
import type { Change, Subject } from './subject.ts';
import type { Visit } from './visit.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const at = (ms: number) => new Date(Date.now() + ms).toISOString();
export const transactionId = (name: string) => name.padEnd(22, '0');

type Country = 'NL' | 'GB' | 'PL';
interface Market {
  readonly currency: Money['currency'];
  readonly vat: number;
  readonly methods: Shop['payment_methods'];
  /** Of the packs, then of the plans. */
  readonly prices: readonly number[];
}

const CARD = { id: 'card', name: 'Card' };
const PAYPAL = { id: 'paypal', name: 'PayPal' };
const MARKETS: Readonly<Record<Country, Market>> = {
  NL: {
    currency: 'EUR',
    vat: 21,
    methods: [{ id: 'ideal', name: 'iDEAL' }, CARD, PAYPAL, { id: 'bancontact', name: 'Bancontact' }],
    prices: [999, 1999, 4499, 2499, 5697],
  },
  GB: { currency: 'GBP', vat: 20, methods: [CARD, PAYPAL], prices: [899, 1799, 3999, 2199, 4997] },
  PL: {
    currency: 'PLN',
    vat: 23,
    methods: [{ id: 'blik', name: 'BLIK' }, { id: 'p24', name: 'Przelewy24' }, CARD],
    prices: [3999, 7999, 17999, 9999, 22797],
  },
};
const CREDITS = [50, 120, 300];
const MONTHS = [1, 3];

export const WELCOME: Discount = { code: 'WELCOME20', percent: 20, extra_credits: null, ends_at: at(11 * HOUR), reason: 'welcome' };

/** What stands in for GET credits.php: everything that is sold in a country, with what is a member's own. */
export function shopIn(country: Country, own: Partial<Shop> = {}): Shop {
  const { currency, vat, methods, prices } = MARKETS[country];
  const percent = own.discount?.percent ?? null;
  const money = (amount = 0): Money => ({ amount, currency });
  const priced = (amount = 0) => ({ price: money(discountedAmount(amount, percent)), full_price: money(amount) });
  const packs: Pack[] = CREDITS.map((credits, i) => ({ id: `pack-${credits}`, credits, ...priced(prices[i]) }));
  const plans: Plan[] = MONTHS.map((months, i) => ({
    id: `premium-${months}`,
    months,
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
    limits: { day: null, week: null, month: null, pending: null },
    owed: 0,
    unusual: null,
    premium: null,
    ...own,
  };
}

const LAST: Shop['last_order'] = {
  transaction: transactionId('last'),
  pack: 'pack-120',
  plan: null,
  payment_method: 'ideal',
  paid: { amount: 1599, currency: 'EUR' },
  at: at(-20 * DAY),
};
const RENEWING: Shop['premium'] = { plan: 'premium-3', until: at(50 * DAY), renews: true, transaction: transactionId('plan') };

/** One transaction as its owner sees it: 120 credits, with a discount, unless said. */
export function transactionOf(country: Country, traits: Partial<OwnTransaction> = {}): OwnTransaction {
  const { currency, vat, prices } = MARKETS[country];
  const full = prices[1] ?? 0;
  const amount = discountedAmount(full, WELCOME.percent);
  const money = (minor: number): Money => ({ amount: minor, currency });
  return {
    ...{ id: transactionId('paid'), status: 'paid', is_mine: true, pack: 'pack-120', plan: null, credits: 120, months: 0 },
    ...{ price: money(amount), full_price: money(full), extra_credits: 0, created_at: at(-2 * MINUTE), paid_at: at(-MINUTE) },
    discount: { code: WELCOME.code, percent: WELCOME.percent, off: money(full - amount) },
    vat: { percent: vat, amount: money(amount - Math.round((amount * 100) / (100 + vat))) },
    payment_method: MARKETS[country].methods[0]?.id ?? 'card',
    country,
    ...{ premium: null, returned: money(0), is_charged_back: false, redirect: null, is_refund_pending: false },
    withdrawal: { until: at(14 * DAY), credits: 120, price: money(amount) },
    company: {
      name: 'Vonk B.V.',
      address: 'Vonkstraat 1',
      kvk: '12345678',
      city: '1000 AA Amsterdam',
      country: 'NL',
      tradenames: [],
      vat_numbers: { NL: 'NL001234567B01' },
    },
    ...traits,
  };
}

const UNPAID = { paid_at: null, withdrawal: null };

/** What stands in for the list of transactions: something of every kind. */
export function historyWith(cards: readonly unknown[]) {
  const lineOf = (name: string, status: TransactionLine['status'], ago: number): TransactionLine => {
    const { pack, plan, credits, months, price } = transactionOf('NL');
    return { id: transactionId(name), status, pack, plan, credits, months, price, created_at: at(-ago) };
  };
  const moved = (n: number, reason: string, amount: number, more: Readonly<Record<string, unknown>> = {}) => {
    const id = `l${n}`.padEnd(22, '0');
    return { id, amount, reason, at: at(-n * HOUR), profile: null, transaction: null, ...more };
  };
  const order = { transaction: transactionId('paid') };
  const ledger = [
    moved(1, 'message', -2, { profile: cards[0] ?? null }),
    moved(2, 'owed', -3, order),
    moved(3, 'purchase', 120, order),
    moved(30, 'reversal', -50, { transaction: transactionId('back') }),
    moved(50, 'refund', 2, { profile: cards[1] ?? null }),
    moved(90, 'welcome', 10),
  ];
  const transactions = [
    lineOf('open', 'open', MINUTE),
    lineOf('paid', 'paid', 3 * HOUR),
    lineOf('failed', 'failed', 4 * HOUR),
    lineOf('back', 'refunded', 2 * DAY),
  ];
  return { transactions, ledger, next: null };
}

const priced: Change = (text) => text.replace(/"message_prices":\{[^}]*\}/, '"message_prices":{"NL":2,"GB":2,"PL":2}');
const openLimits: Act = async (page) => {
  await page.locator('#limit .btn').click();
  await page.locator('#limit input').first().fill('25,5,5');
  await page.locator('#limit button[type=submit]').click();
};
const askToStop: Act = async (page) => {
  await page.locator('.pm-running .btn').click();
  await page.locator('dialog').waitFor();
};
const askToWithdraw: Act = async (page) => {
  await page.locator('.withdrawal .btn').click();
  await page.locator('dialog').waitFor();
};
const asPrinted: Act = (page) => page.emulateMedia({ media: 'print' });
const typeCode: Act = async (page) => {
  await page.route('**/api/discountcode.php*', (route) =>
    route.fulfill({ status: 404, json: { error: { code: 'unknown_code', message: 'unknown_code' } } }),
  );
  await page.locator('.below-packs .btn').click();
  await page.locator('.code-field input').fill('nothing');
  await page.locator('.code-field button').click();
  await page.locator('.err').waitFor();
};
const orderRefused: Act = async (page) => {
  await page.route('**/api/credits.php', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 429,
          json: { error: { code: 'too_many', message: 'too_many', details: { reason: 'spending_limit', ends_at: at(20 * HOUR) } } },
        })
      : route.fallback(),
  );
  await page.locator('form button[type=submit]').click();
  await page.locator('[role=alert]').waitFor();
};

/** The pages of paying in their states, in three currencies. */
export function everyPayment({ cards = [] }: Visit): Subject[] {
  const history = historyWith(cards);
  const page = (name: string, path: string, shop: Shop, more: Partial<Subject> = {}): Subject => ({
    name: `pay-${name}`,
    path,
    isVisitor: false,
    boot: priced,
    ...more,
    answers: { 'credits.php': shop, 'transactions.php': history, ...more.answers },
  });
  const [nl, gb, pl] = [shopIn('NL'), shopIn('GB'), shopIn('PL')];
  const offered = shopIn('NL', { discount: WELCOME, last_order: LAST });
  const transaction = (name: string, traits: Partial<OwnTransaction>, more: Partial<Subject> = {}) => {
    const whole = transactionOf('NL', { ...traits, id: transactionId(name) });
    return page(`transaction-${name}`, `/transactions/${whole.id}`, nl, {
      ...more,
      answers: { 'transactions.php': { transaction: whole } },
    });
  };
  const stranger = { transaction: { id: transactionId('paid'), status: 'paid' } };
  const back: Partial<OwnTransaction> = { status: 'refunded', returned: { amount: 1600, currency: 'EUR' }, withdrawal: null };
  const credits = page('credits', '/credits?back=%2Fchats', offered);
  const checkout = page('checkout', '/credits/pack-120/ideal', offered);
  const premium = page('premium', '/premium', nl);
  const paid = transaction('paid', {});
  const pricing = page('pricing', '/pricing', nl, { isVisitor: true });
  const main = [credits, checkout, premium, paid, pricing];
  const extra: Discount = { code: 'SUMMER', percent: null, extra_credits: 20, ends_at: at(5 * DAY), reason: 'time_bonus' };
  return [
    ...main,
    page('credits-gb', '/credits', gb),
    page('credits-pl', '/credits', shopIn('PL', { discount: extra })),
    page('credits-notes', '/credits', shopIn('NL', { owed: 12, unusual: { today: { amount: 12000, currency: 'EUR' } } }), {
      act: openLimits,
    }),
    page('credits-closed', '/credits', shopIn('NL', { is_open: false })),
    page('credits-code', '/credits', nl, { act: typeCode }),
    page('credits-loading', '/credits', nl, { hanging: [['credits.php', 'GET']] }),
    page('credits-refused', '/credits', nl, { refused: [['credits.php', 'GET']], act: (p) => p.locator('[role=alert]').waitFor() }),
    page('checkout-choose', '/credits/premium-3', pl),
    page('checkout-plan', '/credits/premium-3/card', gb),
    page('checkout-over-limit', '/credits/pack-50/card', gb, { act: orderRefused }),
    page('checkout-unknown', '/credits/pack-7', nl),
    page('repeat', '/credits/repeat-order', { ...offered, discount: null, packs: nl.packs }),
    page('repeat-none', '/credits/repeat-order', nl),
    page('premium-running', '/premium', shopIn('NL', { premium: RENEWING })),
    page('premium-stop', '/premium', shopIn('NL', { premium: RENEWING }), { act: askToStop }),
    page('pricing-member', '/pricing', pl),
    page('pricing-gb', '/pricing', gb, { isVisitor: true }),
    transaction('open', { ...UNPAID, status: 'open', redirect: 'https://pay.example/' }),
    transaction('failed', { ...UNPAID, status: 'failed' }),
    transaction('refunded', back),
    transaction('charged-back', { ...back, is_charged_back: true }),
    transaction('plan', {
      ...{ pack: null, plan: 'premium-3', credits: 0, months: 3 },
      premium: { from: at(0), until: at(91 * DAY), renews: true },
    }),
    transaction('withdraw', {}, { act: askToWithdraw }),
    transaction('print', {}, { act: asPrinted }),
    page('transaction-stranger', `/transactions/${transactionId('paid')}`, nl, {
      isVisitor: true,
      answers: { 'transactions.php': stranger },
    }),
    ...main.map((subject) => ({ ...subject, name: `dutch-${subject.name}`, locale: 'nl-NL' })),
    ...main.map((subject) => ({ ...subject, name: `classic-${subject.name}`, template: 'classic' as const })),
  ];
}
