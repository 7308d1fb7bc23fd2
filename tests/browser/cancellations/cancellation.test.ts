import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DAY } from '#contract/durations';
import { entitlements, orders } from '#db/schema/index';
import { aMember, anOrderRow, newEmail, newId } from '../../support/database/factories.ts';
import { refusal, stubCalls } from '../support/api-stubs.ts';
import { violationsOn } from '../support/axe.ts';
import { browserSite } from '../support/browser-site.ts';
import { hasFocus, pressOn, tabTo } from '../support/keyboard.ts';
import { button, field, heading } from '../support/locators.ts';
import { t, translationsIn } from '../support/translations.ts';
import { DESKTOP, PHONE, until, untilAddress, visit } from '../support/visit.ts';

const site = browserSite();

async function aSubscriber() {
  const member = await aMember(site.db, { locale: 'en' });
  const order = { ...anOrderRow({ memberId: member.id }), kind: 'plan' as const, months: 1, status: 'paid' as const, renews: true };
  await site.db.insert(orders).values(order);
  await site.db.insert(entitlements).values({
    ...{ id: newId(), memberId: member.id, source: 'order' as const, orderId: order.id, fromAt: 1, untilAt: Date.now() + 10 * DAY },
    ...{ renews: true, state: 'active' as const, createdAt: 1, provider: 'test' as const, subscription: newId() },
  });
  return member;
}
const renews = async (memberId: string) =>
  (await site.db.select().from(entitlements)).filter((row) => row.memberId === memberId).map((row) => row.renews);
const sentTitle = (page: Page) => heading(page, t('cancellations:sent_title'));
const footerLink = (page: Page) => page.getByRole('contentinfo').getByRole('link', { name: t('core:titles.cancellation') });

test('a visitor cancels from the footer by keyboard, sees day and time, and saves them', async () => {
  const member = await aSubscriber();
  const page = await visit(site, DESKTOP);
  await page.goto('/pages/faq');
  await footerLink(page).click();
  await untilAddress(page, '/cancellation');
  expect(await violationsOn(page)).toEqual([]);
  await tabTo(page, field(page, t('cancellations:email')));
  await page.keyboard.type(member.email);
  await pressOn(page, button(page, t('cancellations:send')));
  await sentTitle(page).waitFor();
  await until(() => hasFocus(sentTitle(page))).toBe(true);
  expect(await violationsOn(page)).toEqual([]);
  expect(await renews(member.id)).toEqual([false]);

  const number = await page.locator('.cancellation-number').innerText();
  const time = await page.locator('.cancellation-sent time').getAttribute('datetime');
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, t('cancellations:sent_save')).click()]);
  expect(download.suggestedFilename()).toBe(`cancellation-${number}.txt`);
  const saved = await readFile(await download.path(), 'utf8');
  for (const part of [number, time, member.email]) expect(saved).toContain(part);
});

test('what is wrong is said at its field, and what was typed survives a failure and a reload', async () => {
  const page = await visit(site, PHONE);
  await page.goto('/cancellation');
  await button(page, t('cancellations:send')).click();
  await page.getByText(t('cancellations:email_required')).waitFor();
  await until(() => hasFocus(field(page, t('cancellations:email')))).toBe(true);
  await page.getByText(t('cancellations:end_on')).click();
  await page.getByText(t('cancellations:kind_for_cause')).click();
  await field(page, t('cancellations:email')).fill(newEmail());
  await field(page, t('cancellations:reason')).fill('It never worked.');
  await button(page, t('cancellations:send')).click();
  await page.getByText(t('cancellations:end_day_required')).waitFor();
  expect(await violationsOn(page)).toEqual([]);
  await field(page, t('cancellations:end_day')).fill('2027-03-31');
  await stubCalls(page, 'cancellations.php', 'POST', refusal(503, 'unavailable'));
  await button(page, t('cancellations:send')).click();
  await page.getByRole('alert').getByText(t('errors:unavailable')).waitFor();
  await page.unrouteAll();
  await page.reload();
  await page.getByText(t('cancellations:kind_for_cause')).click();
  expect(await field(page, t('cancellations:reason')).inputValue()).toBe('It never worked.');
  await button(page, t('cancellations:send')).click();
  await sentTitle(page).waitFor();
});

test('a member finds their address filled in, and the link on the premium page', async () => {
  const member = await aSubscriber();
  const page = await visit(site, { ...DESKTOP, cookie: member.cookie });
  await page.goto('/premium');
  await footerLink(page).click();
  await until(() => field(page, t('cancellations:email')).inputValue()).toBe(member.email);
});

test('in German link and button say what the law wants them to say, and the page fits a phone', async () => {
  const member = await aSubscriber();
  const de = translationsIn('de');
  const page = await visit(site, { ...PHONE, locale: 'de-DE', colorScheme: 'dark' });
  await page.goto('/pages/faq');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Verträge hier kündigen', exact: true }).click();
  await untilAddress(page, '/cancellation');
  await field(page, de('cancellations:email')).fill(member.email);
  expect([await violationsOn(page), await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)]).toEqual([[], 0]);
  await button(page, 'Jetzt kündigen').click();
  await heading(page, de('cancellations:sent_title')).waitFor();
  expect(await renews(member.id)).toEqual([false]);
});
