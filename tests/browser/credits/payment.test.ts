import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Shop } from '#contract/credits';
import { changeMember } from '#db/queries/account/members';
import { saveSetting } from '#db/queries/operator/settings';
import { orders } from '#db/schema/index';
import { historyWith, shopIn, transactionOf, WELCOME_DISCOUNT } from '../../../scripts/lib/screenshots/scenarios/credits-answers.ts';
import { aConversation, aMember, type TestMember } from '../../support/database/factories.ts';
import { apiClient } from '../../support/product/api-client.ts';
import { holdRequests, refusal, stubCalls } from '../support/api-stubs.ts';
import { browserSite } from '../support/browser-site.ts';
import { untilStorageBelongsTo } from '../support/browser-storage.ts';
import { chooseRadio, hasFocus, pressOn } from '../support/keyboard.ts';
import { button, composer, field, heading, link } from '../support/locators.ts';
import { holdSessionEffects } from '../support/prerendered-shell.ts';
import { t } from '../support/translations.ts';
import { addressOf, PHONE, until, untilAddress, visit } from '../support/visit.ts';
import { expectAccessible, orderButtonText } from './payment-actions.ts';

const site = browserSite();
let joris: TestMember;

beforeAll(async () => {
  await saveSetting(site.db, 'delete_discount', 20);
  joris = await aMember(site.db, { name: 'Joris', gender: 'male', locale: 'en' });
});

const open = (options = PHONE, { cookie } = joris) => visit(site, { ...options, cookie });
const stubShop = (page: Page, shop: Shop) => stubCalls(page, 'credits.php', 'GET', { status: 200, json: shop });
const creditsOf = async ({ cookie }: TestMember) => (await apiClient(site.url, cookie).get('/api/user.php')).at('user.credits');
const transactionOn = (page: Page): string => new URL(page.url()).pathname.split('/').at(-1) ?? '';

const formatInEnglish = (date: Date) => new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'long', year: 'numeric' }).format(date);
/** The same day so many months later, or the last day of a shorter month. */
function monthsAfter(start: Date, months: number): Date {
  const lastDay = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + months + 1, 0)).getUTCDate();
  const result = new Date(start);
  result.setUTCDate(1);
  result.setUTCMonth(start.getUTCMonth() + months);
  result.setUTCDate(Math.min(start.getUTCDate(), lastDay));
  return result;
}

/** The stored time of payment of the member's order; the dates on the page start from it, and midnight may have passed since. */
async function paidAt({ id }: TestMember): Promise<Date> {
  const [order] = await site.db.select().from(orders).where(eq(orders.memberId, id));
  return new Date(order?.paidAt ?? Number.NaN);
}

/** Presses a button of the local payment provider; returns the id of the transaction whose page follows. */
async function finishAtProvider(page: Page, act: string): Promise<string> {
  await page.locator(`button[value=${act}]`).click();
  await untilAddress(page, /^\/transactions\/[\w-]{22}/);
  return transactionOn(page);
}

describe('a purchase', () => {
  test('leads from a message without credits over a failed payment to a successful one, and back to the draft', async () => {
    const marit = await aMember(site.db, { name: 'Marit' });
    const chat = await aConversation(site.db, joris.id, marit.id);
    const page = await open();
    await page.goto(`/chats/${chat}`);
    await composer(page).fill('See you on Sunday');
    await link(page, t('chat:get_credits')).click();
    await untilAddress(page, `/credits?back=${encodeURIComponent(`/chats/${chat}`)}`);
    await page.getByRole('radio', { name: /^50/ }).check();
    await link(page, t('credits:continue_pack_other', { n: 50 })).click();
    await heading(page, t('credits:checkout_title')).waitFor();
    await button(page, orderButtonText('€9.99')).click();
    const failed = await finishAtProvider(page, 'failed');
    await heading(page, t('credits:failed_title')).waitFor();
    expect(await creditsOf(joris)).toBe(0);

    await link(page, t('credits:try_again')).click();
    await button(page, orderButtonText('€9.99')).click();
    const paid = await finishAtProvider(page, 'paid');
    expect(paid).not.toBe(failed);
    await heading(page, t('credits:paid_title_pack_other', { n: 50 })).waitFor();
    await heading(page, t('credits:invoice')).waitFor();
    expect(await creditsOf(joris)).toBe(50);
    await expectAccessible(page);
    await page.locator('.invoice-facts').getByText(joris.email).waitFor();
    await link(page, t('credits:paid_back')).click();
    await untilAddress(page, `/chats/${chat}`);
    await until(() => composer(page).inputValue()).toBe('See you on Sunday');

    const stranger = await visit(site, PHONE);
    await stranger.goto(`/transactions/${paid}`);
    await heading(stranger, t('credits:stranger_paid')).waitFor();
    expect(await stranger.getByText('€9.99').count()).toBe(0);
    await expectAccessible(stranger);

    await page.goto('/credits');
    await page.getByRole('link', { name: new RegExp(t('credits:last_title')) }).click();
    await page.getByText(t('credits:repeat_same')).waitFor();
    await button(page, orderButtonText('€9.99')).click();
    await finishAtProvider(page, 'paid');
    await heading(page, t('credits:paid_title_pack_other', { n: 50 })).waitFor();
    expect(await creditsOf(joris)).toBe(100);
  });

  test('is one order if the button is pressed several times and after a reload', async () => {
    const page = await open();
    await stubShop(page, shopIn('GB'));
    const sent = await stubCalls(page, 'credits.php', 'POST', refusal(503, 'unavailable'));
    const releaseSessionEffects = await holdSessionEffects(page);
    await page.goto('/credits/premium-3/card');
    expect(await page.getByRole('checkbox').isChecked()).toBe(false);
    // An answer between the two presses would allow a second order.
    const release = await holdRequests(page, 'credits.php', 'POST');
    await button(page, orderButtonText('£49.97')).dblclick();
    release();
    await page.getByText(t('credits:order_away')).waitFor();
    expect(sent).toHaveLength(1);
    releaseSessionEffects();
    await untilStorageBelongsTo(page, joris.id);
    await page.reload();
    await button(page, orderButtonText('£49.97')).click();
    await until(() => sent.length).toBe(2);
    await page.getByText(t('credits:order_away')).waitFor();
    expect(sent[1]).toEqual(sent[0]);
    expect(sent[0]).toMatchObject({ plan: 'premium-3', payment_method: 'card' });

    await page.getByRole('checkbox').check();
    await button(page, orderButtonText('£49.97')).click();
    await until(() => sent.length).toBe(3);
    expect(sent[2]).toMatchObject({ renews: true });
    expect(sent[2]).not.toMatchObject({ nonce: Reflect.get(Object(sent[0]), 'nonce') });
  });

  test('of an unknown product or by an unknown payment method shows the 404 page', async () => {
    const page = await open();
    for (const path of ['/credits/pack-7', '/credits/pack-50/barter']) {
      await page.goto(path);
      await heading(page, t('core:error_page.not_found')).waitFor();
    }
    await page.goto('/credits/pack-50');
    await link(page, 'iDEAL').click();
    await untilAddress(page, '/credits/pack-50/ideal');
    await button(page, orderButtonText('€9.99')).waitFor();
  });
});

describe('premium', () => {
  test('is bought, its renewal is stopped, and the rest is withdrawn by keyboard alone', async () => {
    const vera = await aMember(site.db, { name: 'Vera', locale: 'en' });
    const page = await open(PHONE, vera);
    await page.goto('/premium');
    await chooseRadio(page, page.getByRole('group', { name: t('credits:premium_plans') }), /^3 months/);
    await pressOn(page, link(page, t('credits:continue_plan_other', { count: 3 })));
    await heading(page, t('credits:choose_method')).waitFor();
    await pressOn(page, link(page, 'iDEAL'));
    await page.getByText(t('credits:renew_elsewhere', { method: 'iDEAL', others: 'Card, PayPal, or SEPA direct debit' })).waitFor();
    expect(await page.getByRole('checkbox').count()).toBe(0);
    await pressOn(page, link(page, t('credits:method_change')));
    await pressOn(page, page.getByRole('link', { name: /^Card/ }));
    await pressOn(page, page.getByRole('checkbox'), 'Space');
    await page.getByText(t('credits:pay_renews')).waitFor();
    await pressOn(page, button(page, orderButtonText('€56.97')));
    await page.waitForURL('**/_dev/pay/**');
    await pressOn(page, page.locator('button[value=paid]'));
    await untilAddress(page, /^\/transactions\//);
    await heading(page, t('credits:paid_title_plan')).waitFor();
    await page.getByText(t('credits:paid_renews', { price: '€56.97' })).waitFor();
    const order = addressOf(page);
    const endDate = formatInEnglish(monthsAfter(await paidAt(vera), 3));

    await pressOn(page, link(page, t('credits:paid_premium')));
    await page.getByText(t('credits:premium_until', { date: endDate })).waitFor();
    await page.getByText(t('credits:premium_renews', { when: endDate, price: '€56.97', date: endDate })).waitFor();
    await pressOn(page, button(page, t('credits:premium_stop')));
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText(t('credits:premium_stop_text', { date: endDate })).waitFor();
    await until(() => hasFocus(dialog.getByRole('button', { name: t('credits:premium_stop_keep') }))).toBe(true);
    await expectAccessible(page);
    await pressOn(page, dialog.getByRole('button', { name: t('credits:premium_stop') }));
    await page.getByText(t('credits:premium_ends')).waitFor();
    await until(() => button(page, t('credits:premium_stop')).count()).toBe(0);

    await pressOn(page, link(page, t('credits:premium_order')));
    await untilAddress(page, order);
    await pressOn(page, button(page, t('credits:withdrawal_open')));
    await pressOn(page, dialog.getByRole('button', { name: /^Confirm withdrawal \(€56\.\d\d\)$/ }));
    await page
      .locator('.toast')
      .getByText(/^Done: €56\.\d\d goes back$/)
      .waitFor();
    await page.goto('/premium');
    await heading(page, t('credits:premium_plans')).waitFor();
    expect(await page.getByText(/You have premium until/).count()).toBe(0);
    await page.goto(order);
    await page.getByText(/^€56\.\d\d of it went back to you\.$/).waitFor();
    await expectAccessible(page);
  });

  test('can be stopped from renewing in the dialog that deletes the account, which also offers a discount', async () => {
    const bas = await aMember(site.db, { name: 'Bas', locale: 'en' });
    const page = await open(PHONE, bas);
    await page.goto('/credits/premium-1/card');
    await page.getByRole('checkbox').check();
    await button(page, orderButtonText('€24.99')).click();
    await finishAtProvider(page, 'paid');
    await heading(page, t('credits:paid_title_plan')).waitFor();
    await page.goto('/profile/settings');
    await button(page, t('account:delete_open')).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText(t('account:stay_title_percent', { percent: 20 })).waitFor();
    await dialog.getByRole('button', { name: t('account:renewal_stop') }).click();
    await dialog.getByText(t('account:renewal_title')).waitFor({ state: 'detached' });
    await button(page, t('account:delete_do')).waitFor();
  });
});

test('a spending limit of a member is stored and refuses an order before anything is charged', async () => {
  const tess = await aMember(site.db, { name: 'Tess', locale: 'en' });
  const page = await open(PHONE, tess);
  await page.goto('/credits');
  await button(page, t('credits:limit_set')).click();
  await field(page, t('credits:limit_field_day', { currency: 'EUR' })).fill('5');
  await page.locator('#limit button[type=submit]').click();
  await page.getByText(t('credits:limit_day', { amount: '€5.00' })).waitFor();
  await page.goto('/credits/pack-50/ideal');
  await button(page, orderButtonText('€9.99')).click();
  await page.getByText(t('credits:order_over_limit_any')).waitFor();
  await expectAccessible(page);
});

test('a spending limit that was set in another currency is shown converted, and says so', async () => {
  const tess = await aMember(site.db, { name: 'Tess', locale: 'en' });
  const limits = { day: 500, week: null, month: null };
  expect((await apiClient(site.url, tess.cookie).put('/api/credits.php', { limits })).status).toBe(200);
  await changeMember(site.db, tess.id, { paymentCountry: 'GB' });
  const page = await open(PHONE, tess);
  await page.goto('/credits');
  await page.getByText(t('credits:limit_day', { amount: '£4.35' })).waitFor();
  await page.getByText(t('credits:limit_converted', { setIn: 'EUR', currency: 'GBP' }), { exact: true }).waitFor();
  await expectAccessible(page);
  await page
    .locator('#limit')
    .getByRole('button', { name: t('credits:limit_change') })
    .click();
  await until(() => field(page, t('credits:limit_field_day', { currency: 'GBP' })).inputValue()).toBe('4.35');
  await page.locator('#limit button[type=submit]').click();
  await until(() => page.getByText(t('credits:limit_converted', { setIn: 'EUR', currency: 'GBP' })).count()).toBe(0);
  await page.getByText(t('credits:limit_day', { amount: '£4.35' })).waitFor();
});

const PLAN = { pack: null, plan: 'premium-3', credits: 0, months: 3 };
const UNPAID = { paid_at: null, withdrawal: null };
const STATES = [
  ['/credits', shopIn('NL', { owed: 3, unusual: { today: { amount: 12_000, currency: 'EUR' } } }), {}],
  ['/credits', shopIn('PL', { is_open: false }), {}],
  ['/credits/premium-3', shopIn('PL', { discount: WELCOME_DISCOUNT }), {}],
  ['/transactions/', shopIn('NL'), { ...UNPAID, status: 'open', redirect: '/credits' }],
  ['/transactions/', shopIn('NL'), { status: 'refunded', is_charged_back: true }],
  [
    '/transactions/',
    shopIn('NL'),
    { ...PLAN, premium: { from: WELCOME_DISCOUNT.ends_at ?? '', until: '2027-03-12T12:00:00.000Z', renews: true } },
  ],
] as const;

test('every state is accessible and fits 320 px', async () => {
  const page = await open({ ...PHONE, viewport: { width: 320, height: 640 } });
  for (const [path, shop, traits] of STATES) {
    const transaction = transactionOf('NL', traits);
    await stubShop(page, shop);
    const json = path === '/transactions/' ? { transaction } : historyWith([]);
    await stubCalls(page, 'transactions.php', 'GET', { status: 200, json });
    await page.goto(path === '/transactions/' ? `${path}${transaction.id}` : path);
    await page.locator('#content h1').waitFor();
    await expectAccessible(page);
  }
  expect(addressOf(page)).toContain('/transactions/');
});
