import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { discounts, orders } from '#db/schema/index';
import { aConversation, aMember, type TestMember } from '../../support/database/factories.ts';
import { apiClient } from '../../support/product/api-client.ts';
import { expectAccessible, orderButtonText, setProviderMode } from '../credits/payment-actions.ts';
import { interceptCalls, refusal, stubCalls } from '../support/api-stubs.ts';
import { browserSite } from '../support/browser-site.ts';
import { button, field, link } from '../support/locators.ts';
import { t } from '../support/translations.ts';
import { DESKTOP, PHONE, until, untilAddress, visit } from '../support/visit.ts';
import { untilAnimationsEnd } from '../support/waits.ts';

const site = browserSite();
let joris: TestMember;

beforeAll(async () => {
  joris = await aMember(site.db, { name: 'Joris', gender: 'male', locale: 'en' });
});

const open = (options = PHONE, { cookie } = joris) => visit(site, { ...options, cookie });

describe('a discount', () => {
  const aDiscount = async (more: Partial<typeof discounts.$inferInsert>) => {
    await site.db.insert(discounts).values({ code: 'HALF', kind: 'code', percent: 50, startsAt: 1, createdAt: 1, ...more });
  };
  afterEach(() => site.db.delete(discounts));

  test('shows its reason and a countdown, ends with it, and a price shown before the end is not charged after it', async () => {
    await aDiscount({ code: 'WEEKEND', kind: 'time_bonus', percent: 20, endsAt: Date.now() + 59_000 });
    const [page, other] = await Promise.all([open(DESKTOP), open()]);
    await Promise.all([page.clock.install(), other.clock.install()]);
    await page.goto('/credits');
    await page.getByText(t('credits:offer_time_bonus')).waitFor();
    await page
      .getByRole('timer')
      .getByText(/^00:00:\d\d$/)
      .waitFor();
    await expectAccessible(page);
    await other.goto('/credits/pack-50/ideal');
    await button(other, orderButtonText('€8.00')).waitFor();
    // A minute passes: on the server by an earlier end, on the pages by their clock.
    await site.db.update(discounts).set({ endsAt: Date.now() - 1 });
    await Promise.all([page.clock.fastForward('01:00'), other.clock.fastForward('01:00')]);
    await page.getByRole('timer').waitFor({ state: 'detached' });
    await until(() => page.locator('.pack s').count()).toBe(0);
    await button(other, orderButtonText('€9.99')).waitFor();

    await site.db.update(discounts).set({ endsAt: null });
    await other.reload();
    await button(other, orderButtonText('€8.00')).waitFor();
    await site.db.delete(discounts);
    await button(other, orderButtonText('€8.00')).click();
    await other.getByText(t('credits:order_conflict')).waitFor();
    await button(other, orderButtonText('€9.99')).waitFor();
  });

  test('by a code lowers the price on the button; an unknown code says so and keeps the prices', async () => {
    const page = await open(DESKTOP);
    await page.goto('/credits?code=NOTHING');
    await page.getByText(t('credits:code_unknown')).waitFor();
    await aDiscount({});
    await field(page, t('credits:code_label')).fill('half');
    await button(page, t('credits:code_use')).click();
    await page.getByText(t('credits:offer_code', { code: 'HALF' })).waitFor();
    await page.getByRole('radio', { name: /^50/ }).check();
    await link(page, t('credits:continue_pack_other', { n: 50 })).click();
    await untilAddress(page, '/credits/pack-50/ideal?code=HALF');
    await button(page, orderButtonText('€5.00')).waitFor();
    await stubCalls(page, 'discountcode.php', 'GET', refusal(503, 'unavailable'));
    await page.reload();
    await page.getByText(t('credits:code_not_now')).waitFor();
    await button(page, orderButtonText('€9.99')).waitFor();
  });

  test('is reserved by an open order, and free again when that is canceled', async () => {
    await aDiscount({});
    const nina = await aMember(site.db, { name: 'Nina', locale: 'en' });
    const page = await open({ ...PHONE, viewport: { width: 320, height: 640 } }, nina);
    await page.goto('/credits/pack-50/ideal?code=HALF');
    await button(page, orderButtonText('€5.00')).click();
    await page.waitForURL('**/_dev/pay/**');
    await page.goto('/credits?code=HALF');
    await page.getByText(t('credits:waiting_title')).waitFor();
    await page.getByText(t('credits:code_unknown')).waitFor();
    await expectAccessible(page);
    await button(page, t('credits:order_cancel')).click();
    await page.getByText(t('credits:waiting_title')).waitFor({ state: 'detached' });
    await page.getByText(t('credits:offer_code', { code: 'HALF' })).waitFor();

    // An order that the provider does not cancel can still be paid.
    await setProviderMode(site.url, 'stubborn');
    await site.db.update(orders).set({ dueAt: null });
    await page.goto('/credits/pack-50/ideal?code=HALF');
    await button(page, orderButtonText('€5.00')).click();
    await page.waitForURL('**/_dev/pay/**');
    await page.goto('/credits');
    await link(page, t('credits:waiting_go')).click();
    await untilAddress(page, /^\/transactions\//);
    await button(page, t('credits:open_pay')).waitFor();
    await expectAccessible(page);
    // Another payment method keeps the price.
    await button(page, t('credits:open_other')).click();
    await untilAddress(page, '/credits/pack-50?code=HALF');
    await link(page, 'Card').click();
    await button(page, orderButtonText('€5.00')).click();
    await page.waitForURL('**/_dev/pay/**');
    await page.goto('/credits');
    await button(page, t('credits:order_cancel')).click();
    await page.getByText(t('credits:order_cancel_held')).waitFor();
    await setProviderMode(site.url, 'there');
    expect((await apiClient(site.url, nina.cookie).get('/api/user.php')).at('user.credits')).toBe(0);
  });

  test('without a code is shown beside a message that lacks credits; if the call fails, nothing is shown', async () => {
    const marit = await aMember(site.db, { name: 'Marit' });
    const nina = await aMember(site.db, { name: 'Nina', locale: 'en', createdAt: Date.now() });
    await aDiscount({ code: 'HELLO', kind: 'welcome', percent: 20, hours: 48 });
    const page = await open(PHONE, nina);
    await page.goto(`/chats/${await aConversation(site.db, nina.id, marit.id)}`);
    await page.getByText(t('credits:offer_welcome')).waitFor();
    await expectAccessible(page);
    await interceptCalls(page, 'discountcode.php', 'GET', (route) =>
      route.request().url().includes('welcome') ? route.fulfill(refusal(500, 'internal')) : route.fallback(),
    );
    const discountCall = page.waitForResponse((response) => response.url().includes('welcome=true'));
    await page.reload();
    expect((await discountCall).status()).toBe(500);
    await link(page, t('chat:get_credits')).waitFor();
    await untilAnimationsEnd(page);
    expect(await page.getByText(t('credits:offer_welcome')).count()).toBe(0);
    expect(await page.getByRole('alert').count()).toBe(0);
  });
});
