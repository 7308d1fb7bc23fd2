import type { OwnTransaction, Shop } from '#contract/credits';
import type { Discount } from '#contract/discounts';
import type { Visit } from '../demo-session.ts';
import { type Act, askToLeave, untilRefused } from '../page-actions.ts';
import type { Change, Subject } from '../scenario.ts';
import {
  at,
  type Country,
  DAY,
  HOUR,
  historyWith,
  LAST,
  RENEWING,
  shopIn,
  transactionId,
  transactionOf,
  UNPAID,
  WAITING,
  WELCOME,
} from './credits-answers.ts';

const priced: Change = (text) => text.replace(/"message_prices":\{[^}]*\}/, '"message_prices":{"NL":2,"GB":2,"PL":2}');
const leaves: Change = (text) =>
  text.replace('"delete_discount":0', '"delete_discount":20').replace('"premium_until":null', `"premium_until":"${at(50 * DAY)}"`);
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

const EXTRA: Discount = { code: 'SUMMER', percent: null, extra_credits: 20, ends_at: at(5 * DAY), reason: 'time_bonus' };
const BACK: Partial<OwnTransaction> = { status: 'refunded', returned: { amount: 1600, currency: 'EUR' }, withdrawal: null };
const PLAN: Partial<OwnTransaction> = {
  pack: null,
  plan: 'premium-3',
  credits: 0,
  months: 3,
  premium: { from: at(0), until: at(91 * DAY), renews: true },
};
const [NL, GB, PL] = [shopIn('NL'), shopIn('GB'), shopIn('PL')];
const OFFERED = shopIn('NL', { discount: WELCOME, last_order: LAST });

type More = Partial<Subject>;

/** A page of the shop with this answer of credits.php. */
const page = (name: string, path: string, shop: Shop, { answers, ...more }: More = {}): Subject => ({
  name: `pay-${name}`,
  path,
  isVisitor: false,
  boot: priced,
  ...more,
  answers: { 'credits.php': shop, ...answers },
});

/** A transaction page; `traits` are the fields that differ from a paid order. */
const transaction = (
  name: string,
  traits: Partial<OwnTransaction>,
  { country = 'NL', ...more }: More & { country?: Country } = {},
): Subject => {
  const whole = transactionOf(country, { ...traits, id: transactionId(name) });
  const answers = { 'transactions.php': { transaction: whole } };
  return page(`transaction-${name}`, `/transactions/${whole.id}`, shopIn(country), { ...more, answers });
};

/** Repeat order, premium and a paid transaction in the two other currencies. */
const inOtherCurrencies = (): Subject[] =>
  ([GB, PL] as const).flatMap((shop) => {
    const country = shop === GB ? 'GB' : 'PL';
    const [name, { price }] = [country.toLowerCase(), transactionOf(country)];
    return [
      page(`repeat-${name}`, '/credits/repeat-order', { ...shop, last_order: LAST && { ...LAST, payment_method: 'card', paid: price } }),
      page(`premium-${name}`, '/premium', shop),
      transaction(`paid-${name}`, {}, { country }),
    ];
  });

/** Transactions in every state, and their actions. */
const everyTransaction = (): Subject[] => [
  transaction('open', { ...UNPAID, status: 'open', redirect: 'https://pay.example/' }),
  transaction('failed', { ...UNPAID, status: 'failed' }),
  transaction('refunded', BACK),
  transaction('withdrawn', { withdrawal: null, is_withdrawn: true, returned_credits: 20, is_refund_pending: true }),
  transaction('charged-back', { ...BACK, is_charged_back: true }),
  transaction('plan', PLAN),
  transaction('withdraw', {}, { act: askToWithdraw }),
  transaction('print', {}, { act: asPrinted }),
  page('transaction-stranger', `/transactions/${transactionId('paid')}`, NL, {
    isVisitor: true,
    answers: { 'transactions.php': { transaction: { id: transactionId('paid'), status: 'paid' } } },
  }),
];

/** Checkout, repeat order and premium in their states. */
const everyOrder = (): Subject[] => [
  page('checkout-choose', '/credits/premium-3', PL),
  page('checkout-plan', '/credits/premium-3/card', GB),
  page('checkout-once', '/credits/premium-3/ideal', NL),
  page('checkout-over-limit', '/credits/pack-50/card', shopIn('GB', { open_order: WAITING }), { act: orderRefused }),
  page('checkout-unknown', '/credits/pack-7', NL),
  page('repeat', '/credits/repeat-order', { ...NL, last_order: LAST }),
  page('repeat-none', '/credits/repeat-order', NL),
  page('premium-running', '/premium', shopIn('NL', RENEWING)),
  page('premium-awaited', '/premium', shopIn('NL', { renewal: { ...RENEWING.renewal, at: at(-2 * DAY) } })),
  page('premium-beside', '/credits/premium-3/card', { ...NL, ...RENEWING, plans: NL.plans.map((plan) => ({ ...plan, can_renew: false })) }),
  page('premium-stop', '/premium', shopIn('NL', RENEWING), { act: askToStop }),
  page('leaving', '/profile', shopIn('NL', RENEWING), {
    boot: leaves,
    changed: { 'user.php': leaves },
    answers: { 'discountcode.php': { ...WELCOME, reason: 'stay' } },
    act: askToLeave,
  }),
];

/** The credits page and the pricing page in their states. */
function everyShop(history: unknown): Subject[] {
  const credits = (name: string, shop: Shop, more: More = {}) =>
    page(`credits-${name}`, '/credits', shop, { ...more, answers: { 'transactions.php': history } });
  return [
    credits('gb', GB),
    credits('pl', shopIn('PL', { discount: EXTRA })),
    credits('notes', shopIn('NL', { owed: 12, unusual: { today: { amount: 12_000, currency: 'EUR' } } }), { act: openLimits }),
    credits('waiting', shopIn('NL', { open_order: WAITING })),
    credits('closed', shopIn('NL', { is_open: false })),
    credits('code', NL, { act: typeCode }),
    credits('loading', NL, { hanging: [['credits.php', 'GET']] }),
    credits('refused', NL, { refused: [['credits.php', 'GET']], act: untilRefused }),
    page('pricing-member', '/pricing', PL),
    page('pricing-gb', '/pricing', GB, { isVisitor: true }),
  ];
}

/** The pages of the shop in their states and in three currencies, and the main ones in Dutch and in the classic template. */
export function everyPayment({ cards = [] }: Visit): Subject[] {
  const history = historyWith(cards);
  const main = [
    page('credits', '/credits?back=%2Fchats', OFFERED, { answers: { 'transactions.php': history } }),
    page('checkout', '/credits/pack-120/ideal', OFFERED),
    page('premium', '/premium', NL),
    transaction('paid', {}),
    page('pricing', '/pricing', NL, { isVisitor: true }),
  ];
  return [
    ...main,
    ...everyShop(history),
    ...everyOrder(),
    ...everyTransaction(),
    ...inOtherCurrencies(),
    ...main.map((subject) => ({ ...subject, name: `dutch-${subject.name}`, locale: 'nl-NL' })),
    ...main.map((subject) => ({ ...subject, name: `classic-${subject.name}`, template: 'classic' as const })),
  ];
}
