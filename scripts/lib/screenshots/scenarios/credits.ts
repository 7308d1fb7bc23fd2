import type { OwnTransaction, Shop } from '#contract/credits';
import type { Discount } from '#contract/discounts';
import { DAY, HOUR } from '#contract/durations';
import type { DemoSession } from '../demo-session.ts';
import { openDeleteAccountDialog, type PageAction, untilRefused } from '../page-actions.ts';
import type { Scenario, TextChange } from '../scenario.ts';
import {
  type Country,
  fromNow,
  historyWith,
  LAST_ORDER,
  OPEN_ORDER,
  RENEWING,
  shopIn,
  transactionId,
  transactionOf,
  UNPAID,
  WELCOME_DISCOUNT,
} from './credits-answers.ts';

const withMessagePrices: TextChange = (text) => text.replace(/"message_prices":\{[^}]*\}/, '"message_prices":{"NL":2,"GB":2,"PL":2}');
const withDeleteDiscount: TextChange = (text) =>
  text.replace('"delete_discount":0', '"delete_discount":20').replace('"premium_until":null', `"premium_until":"${fromNow(50 * DAY)}"`);
const openLimits: PageAction = async (page) => {
  await page.locator('#limit .btn').click();
  await page.locator('#limit input').first().fill('25,5,5');
  await page.locator('#limit button[type=submit]').click();
};
const askToStop: PageAction = async (page) => {
  await page.locator('.premium-active .btn').click();
  await page.locator('dialog').waitFor();
};
const askToWithdraw: PageAction = async (page) => {
  await page.locator('.withdrawal .btn').click();
  await page.locator('dialog').waitFor();
};
const asPrinted: PageAction = (page) => page.emulateMedia({ media: 'print' });
const typeCode: PageAction = async (page) => {
  await page.route('**/api/discountcode.php*', (route) =>
    route.fulfill({ status: 404, json: { error: { code: 'unknown_code', message: 'unknown_code' } } }),
  );
  await page.locator('.below-packs .btn').click();
  await page.locator('.discount-code-field input').fill('nothing');
  await page.locator('.discount-code-field button').click();
  await page.locator('.error').waitFor();
};
const orderRefused: PageAction = async (page) => {
  await page.route('**/api/credits.php', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 429,
          json: { error: { code: 'too_many', message: 'too_many', details: { reason: 'spending_limit', ends_at: fromNow(20 * HOUR) } } },
        })
      : route.fallback(),
  );
  await page.locator('form button[type=submit]').click();
  await page.locator('[role=alert]').waitFor();
};

const TIME_BONUS: Discount = { code: 'SUMMER', percent: null, extra_credits: 20, ends_at: fromNow(5 * DAY), reason: 'time_bonus' };
const REFUNDED: Partial<OwnTransaction> = { status: 'refunded', returned: { amount: 1600, currency: 'EUR' }, withdrawal: null };
const PLAN: Partial<OwnTransaction> = {
  pack: null,
  plan: 'premium-3',
  credits: 0,
  months: 3,
  premium: { from: fromNow(0), until: fromNow(91 * DAY), renews: true },
};
const [NL, GB, PL] = [shopIn('NL'), shopIn('GB'), shopIn('PL')];
const SHOP_WITH_WELCOME = shopIn('NL', { discount: WELCOME_DISCOUNT, last_order: LAST_ORDER });

type More = Partial<Scenario>;

/** A page of the shop with this answer of credits.php. */
const shopScenario = (name: string, path: string, shop: Shop, { answers, ...more }: More = {}): Scenario => ({
  name: `pay-${name}`,
  path,
  isVisitor: false,
  changeDocument: withMessagePrices,
  ...more,
  answers: { 'credits.php': shop, ...answers },
});

/** A transaction page; `traits` are the fields that differ from a paid order. */
const transactionScenario = (
  name: string,
  traits: Partial<OwnTransaction>,
  { country = 'NL', ...more }: More & { country?: Country } = {},
): Scenario => {
  const whole = transactionOf(country, { ...traits, id: transactionId(name) });
  const answers = { 'transactions.php': { transaction: whole } };
  return shopScenario(`transaction-${name}`, `/transactions/${whole.id}`, shopIn(country), { ...more, answers });
};

/** Repeat order, premium and a paid transaction in the two other currencies. */
const currencyScenarios = (): Scenario[] =>
  ([GB, PL] as const).flatMap((shop) => {
    const country = shop === GB ? 'GB' : 'PL';
    const [name, { price }] = [country.toLowerCase(), transactionOf(country)];
    return [
      shopScenario(`repeat-${name}`, '/credits/repeat-order', {
        ...shop,
        last_order: LAST_ORDER && { ...LAST_ORDER, payment_method: 'card', paid: price },
      }),
      shopScenario(`premium-${name}`, '/premium', shop),
      transactionScenario(`paid-${name}`, {}, { country }),
    ];
  });

/** Transactions in every state, and their actions. */
const transactionScenarios = (): Scenario[] => [
  transactionScenario('open', { ...UNPAID, status: 'open', redirect: 'https://pay.example/' }),
  transactionScenario('failed', { ...UNPAID, status: 'failed' }),
  transactionScenario('refunded', REFUNDED),
  transactionScenario('withdrawn', { withdrawal: null, is_withdrawn: true, returned_credits: 20, is_refund_pending: true }),
  transactionScenario('charged-back', { ...REFUNDED, is_charged_back: true }),
  transactionScenario('plan', PLAN),
  transactionScenario('withdraw', {}, { act: askToWithdraw }),
  transactionScenario('print', {}, { act: asPrinted }),
  shopScenario('transaction-stranger', `/transactions/${transactionId('paid')}`, NL, {
    isVisitor: true,
    answers: { 'transactions.php': { transaction: { id: transactionId('paid'), status: 'paid' } } },
  }),
];

/** Checkout, repeat order and premium in their states. */
const orderScenarios = (): Scenario[] => [
  shopScenario('checkout-choose', '/credits/premium-3', PL),
  shopScenario('checkout-plan', '/credits/premium-3/card', GB),
  shopScenario('checkout-once', '/credits/premium-3/ideal', NL),
  shopScenario('checkout-over-limit', '/credits/pack-50/card', shopIn('GB', { open_order: OPEN_ORDER }), { act: orderRefused }),
  shopScenario('checkout-unknown', '/credits/pack-7', NL),
  shopScenario('repeat', '/credits/repeat-order', { ...NL, last_order: LAST_ORDER }),
  shopScenario('repeat-none', '/credits/repeat-order', NL),
  shopScenario('premium-running', '/premium', shopIn('NL', RENEWING)),
  shopScenario('premium-awaited', '/premium', shopIn('NL', { renewal: { ...RENEWING.renewal, at: fromNow(-2 * DAY) } })),
  shopScenario('premium-beside', '/credits/premium-3/card', {
    ...NL,
    ...RENEWING,
    plans: NL.plans.map((plan) => ({ ...plan, can_renew: false })),
  }),
  shopScenario('premium-stop', '/premium', shopIn('NL', RENEWING), { act: askToStop }),
  shopScenario('leaving', '/profile/settings', shopIn('NL', RENEWING), {
    changeDocument: withDeleteDiscount,
    changedAnswers: { 'user.php': withDeleteDiscount },
    answers: { 'discountcode.php': { ...WELCOME_DISCOUNT, reason: 'stay' } },
    act: openDeleteAccountDialog,
  }),
];

/** The credits page and the pricing page in their states. */
function shopScenarios(history: unknown): Scenario[] {
  const credits = (name: string, shop: Shop, more: More = {}) =>
    shopScenario(`credits-${name}`, '/credits', shop, { ...more, answers: { 'transactions.php': history } });
  return [
    credits('gb', GB),
    credits('pl', shopIn('PL', { discount: TIME_BONUS })),
    credits('notes', shopIn('NL', { owed: 12, unusual: { today: { amount: 12_000, currency: 'EUR' } } }), { act: openLimits }),
    credits('waiting', shopIn('NL', { open_order: OPEN_ORDER })),
    credits('closed', shopIn('NL', { is_open: false })),
    credits('code', NL, { act: typeCode }),
    credits('loading', NL, { hangingCalls: [['credits.php', 'GET']] }),
    credits('refused', NL, { refusedCalls: [['credits.php', 'GET']], act: untilRefused }),
    shopScenario('pricing-member', '/pricing', PL),
    shopScenario('pricing-gb', '/pricing', GB, { isVisitor: true }),
  ];
}

/** The pages of the shop in their states and in three currencies, and the main ones in Dutch and in the classic template. */
export function creditsScenarios({ cards = [] }: DemoSession): Scenario[] {
  const history = historyWith(cards);
  const main = [
    shopScenario('credits', '/credits?back=%2Fchats', SHOP_WITH_WELCOME, { answers: { 'transactions.php': history } }),
    shopScenario('checkout', '/credits/pack-120/ideal', SHOP_WITH_WELCOME),
    shopScenario('premium', '/premium', NL),
    transactionScenario('paid', {}),
    shopScenario('pricing', '/pricing', NL, { isVisitor: true }),
  ];
  return [
    ...main,
    ...shopScenarios(history),
    ...orderScenarios(),
    ...transactionScenarios(),
    ...currencyScenarios(),
    ...main.map((subject) => ({ ...subject, name: `dutch-${subject.name}`, locale: 'nl-NL' })),
    ...main.map((subject) => ({ ...subject, name: `classic-${subject.name}`, template: 'classic' as const })),
  ];
}
