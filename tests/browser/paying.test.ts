import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Shop } from '#contract/credits';
import { saveSetting } from '#db/queries/settings';
import { historyWith, shopIn, transactionOf, WELCOME } from '../../scripts/shots/paying-answers.ts';
import { apiClient } from '../support/client.ts';
import { aConversation, aMember, type TestMember } from '../support/factories.ts';
import { answer, refusal } from './support/answers.ts';
import { violationsOn } from './support/axe.ts';
import { button, composer, field, heading, link } from './support/places.ts';
import { untilStill } from './support/rest.ts';
import { browsedSite } from './support/site.ts';
import { addressOf, DESKTOP, PHONE, until, untilAddress, visit } from './support/visit.ts';
import { say } from './support/words.ts';

const site = browsedSite();
let joris: TestMember;

beforeAll(async () => {
  await saveSetting(site.db, 'delete_discount', 20);
  joris = await aMember(site.db, { name: 'Joris', gender: 'male', locale: 'en' });
});

const open = (options = PHONE, { cookie } = joris) => visit(site, { ...options, cookie });
const pay = (price: string) => say('credits:pay', { price });
const sold = (page: Page, shop: Shop) => answer(page, 'credits.php', 'GET', { status: 200, json: shop });
const transactionOn = (page: Page): string => new URL(page.url()).pathname.split('/').at(-1) ?? '';
const creditsOf = async ({ cookie }: TestMember) => (await apiClient(site.url, cookie).get('/api/user.php')).at('user.credits');

async function isForEveryone(page: Page): Promise<void> {
  await untilStill(page);
  expect(await violationsOn(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
}

/** Presses a button of the provider that the site plays itself. */
async function atProvider(page: Page, act: string): Promise<string> {
  await page.locator(`button[value=${act}]`).click();
  await untilAddress(page, /^\/transactions\/[\w-]{22}/);
  return transactionOn(page);
}

describe('a purchase', () => {
  test('leads from a message that lacks credits over a payment that fails to one that holds, and back to the words', async () => {
    const marit = await aMember(site.db, { name: 'Marit' });
    const chat = await aConversation(site.db, joris.id, marit.id);
    const page = await open();
    await page.goto(`/chats/${chat}`);
    await composer(page).fill('See you on Sunday');
    await link(page, say('chat:get_credits')).click();
    await untilAddress(page, `/credits?back=${encodeURIComponent(`/chats/${chat}`)}`);
    await page.getByRole('radio', { name: /^50/ }).check();
    await link(page, say('credits:continue_pack_other', { n: 50 })).click();
    await heading(page, say('credits:checkout_title')).waitFor();
    await button(page, pay('€9.99')).click();
    const failed = await atProvider(page, 'failed');
    await heading(page, say('credits:failed_title')).waitFor();
    expect(await creditsOf(joris)).toBe(0);

    await link(page, say('credits:try_again')).click();
    await button(page, pay('€9.99')).click();
    const paid = await atProvider(page, 'paid');
    expect(paid).not.toBe(failed);
    await heading(page, say('credits:paid_title_pack_other', { n: 50 })).waitFor();
    await heading(page, say('credits:invoice')).waitFor();
    expect(await creditsOf(joris)).toBe(50);
    await isForEveryone(page);
    await link(page, say('credits:paid_back')).click();
    await untilAddress(page, `/chats/${chat}`);
    await until(() => composer(page).inputValue()).toBe('See you on Sunday');

    const stranger = await visit(site, PHONE);
    await stranger.goto(`/transactions/${paid}`);
    await heading(stranger, say('credits:stranger_paid')).waitFor();
    expect(await stranger.getByText('€9.99').count()).toBe(0);
    await isForEveryone(stranger);

    await page.goto('/credits');
    await page.getByRole('link', { name: new RegExp(say('credits:last_title')) }).click();
    await page.getByText(say('credits:repeat_same')).waitFor();
    await button(page, pay('€9.99')).click();
    await atProvider(page, 'paid');
    await heading(page, say('credits:paid_title_pack_other', { n: 50 })).waitFor();
    expect(await creditsOf(joris)).toBe(100);
  });

  test('is one order, however often it is pressed and over a reload', async () => {
    const page = await open();
    await sold(page, shopIn('GB'));
    const sent = await answer(page, 'credits.php', 'POST', refusal(503, 'unavailable'));
    await page.goto('/credits/premium-3/card');
    expect(await page.getByRole('checkbox').isChecked()).toBe(false);
    await button(page, pay('£49.97')).dblclick();
    await page.getByText(say('credits:order_away')).waitFor();
    expect(sent).toHaveLength(1);
    await page.reload();
    await button(page, pay('£49.97')).click();
    await until(() => sent.length).toBe(2);
    expect(sent[1]).toEqual(sent[0]);
    expect(sent[0]).toMatchObject({ plan: 'premium-3', payment_method: 'card' });

    await page.getByRole('checkbox').check();
    await button(page, pay('£49.97')).click();
    await until(() => sent.length).toBe(3);
    expect(sent[2]).toMatchObject({ renews: true });
    expect(sent[2]).not.toMatchObject({ nonce: Reflect.get(Object(sent[0]), 'nonce') });
  });

  test('of what is not sold, or by a way that nobody offers, is a page that does not exist', async () => {
    const page = await open();
    for (const path of ['/credits/pack-7', '/credits/pack-50/barter']) {
      await page.goto(path);
      await heading(page, say('core:error_page.not_found')).waitFor();
    }
    await page.goto('/credits/pack-50');
    await link(page, 'iDEAL').click();
    await untilAddress(page, '/credits/pack-50/ideal');
    await button(page, pay('€9.99')).waitFor();
  });
});

describe('a discount', () => {
  test('says why it is there, counts down to the end, and goes with it', async () => {
    const page = await open(DESKTOP);
    await sold(page, shopIn('NL', { discount: { ...WELCOME, ends_at: new Date(Date.now() + 6000).toISOString() } }));
    await page.goto('/credits');
    await page.getByText(say('credits:offer_welcome')).waitFor();
    await page
      .getByRole('timer')
      .getByText(/^00:00:0\d$/)
      .waitFor();
    await isForEveryone(page);
    await sold(page, shopIn('NL'));
    await page.getByRole('timer').waitFor({ state: 'detached' });
    await until(() => page.locator('.pack s').count()).toBe(0);
  });

  test('of a code lowers the price on the button; one that gives nothing says so and keeps the prices', async () => {
    const page = await open(DESKTOP);
    await sold(page, shopIn('NL'));
    await answer(page, 'discountcode.php', 'GET', refusal(404, 'unknown_code'));
    await page.goto('/credits?code=NOTHING');
    await page.getByText(say('credits:code_unknown')).waitFor();
    await answer(page, 'discountcode.php', 'GET', { status: 200, json: { ...WELCOME, code: 'HALF', percent: 50, reason: 'code' } });
    await field(page, say('credits:code_label')).fill('half');
    await button(page, say('credits:code_use')).click();
    await page.getByText(say('credits:offer_code', { code: 'HALF' })).waitFor();
    await link(page, say('credits:continue_pack_other', { n: 50 })).click();
    await untilAddress(page, '/credits/pack-50/ideal?code=HALF');
    const sent = await answer(page, 'credits.php', 'POST', refusal(503, 'unavailable'));
    await button(page, pay('€5.00')).click();
    await until(() => sent.length).toBe(1);
    expect(sent[0]).toMatchObject({ pack: 'pack-50', discount_code: 'HALF' });
  });
});

describe('premium', () => {
  const running = (renews: boolean) =>
    shopIn('NL', { premium: { plan: 'premium-3', until: '2027-03-12T12:00:00.000Z', renews, transaction: null } });

  test('stops renewing in one step that says until when it stays', async () => {
    const page = await open();
    await sold(page, running(true));
    await page.goto('/premium');
    await button(page, say('credits:premium_stop')).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText(say('credits:premium_stop_text', { date: 'March 12, 2027' })).waitFor();
    await isForEveryone(page);
    const sent = await answer(page, 'premium.php', 'DELETE');
    await sold(page, running(false));
    await dialog.getByRole('button', { name: say('credits:premium_stop') }).click();
    await page.getByText(say('credits:premium_ends')).waitFor();
    expect([sent.length, await button(page, say('credits:premium_stop')).count()]).toEqual([1, 0]);
  });

  test('that renews can be stopped beside the deletion of the account, where a discount is offered and says it is automatic', async () => {
    const end = Date.now() + 90 * 24 * 3600_000;
    const bas = await aMember(site.db, { name: 'Bas', locale: 'en', premiumUntil: end });
    const page = await open(PHONE, bas);
    await sold(page, running(true));
    await answer(page, 'discountcode.php', 'POST', { status: 200, json: { ...WELCOME, reason: 'stay' } });
    const sent = await answer(page, 'premium.php', 'DELETE');
    await page.goto('/profile');
    await button(page, say('account:delete_open')).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText(say('account:stay_title_percent', { percent: 20 })).waitFor();
    await sold(page, running(false));
    await dialog.getByRole('button', { name: say('account:renewal_stop') }).click();
    await dialog.getByText(say('account:renewal_title')).waitFor({ state: 'detached' });
    expect(sent).toHaveLength(1);
    await button(page, say('account:delete_do')).waitFor();
  });
});

const PLAN = { pack: null, plan: 'premium-3', credits: 0, months: 3 };
const UNPAID = { paid_at: null, withdrawal: null };
const STATES = [
  ['/credits', shopIn('NL', { owed: 3, unusual: { today: { amount: 12_000, currency: 'EUR' } } }), {}],
  ['/credits', shopIn('PL', { is_open: false }), {}],
  ['/credits/premium-3', shopIn('PL', { discount: WELCOME }), {}],
  ['/transactions/', shopIn('NL'), { ...UNPAID, status: 'open', redirect: '/credits' }],
  ['/transactions/', shopIn('NL'), { status: 'refunded', is_charged_back: true }],
  ['/transactions/', shopIn('NL'), { ...PLAN, premium: { from: WELCOME.ends_at ?? '', until: '2027-03-12T12:00:00.000Z', renews: true } }],
] as const;

test('every state is for everyone and fits 320 px', async () => {
  const page = await open({ ...PHONE, viewport: { width: 320, height: 640 } });
  for (const [path, shop, traits] of STATES) {
    const transaction = transactionOf('NL', traits);
    await sold(page, shop);
    const json = path === '/transactions/' ? { transaction } : historyWith([]);
    await answer(page, 'transactions.php', 'GET', { status: 200, json });
    await page.goto(path === '/transactions/' ? `${path}${transaction.id}` : path);
    await page.locator('#content h1').waitFor();
    await isForEveryone(page);
  }
  expect(addressOf(page)).toContain('/transactions/');
});
