import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { DAY } from '#contract/durations';
import { FAKE_SUBSCRIPTION, PUSH_KEY } from '../../../scripts/lib/screenshots/fake-push.ts';
import { DEVICES, notificationsWith } from '../../../scripts/lib/screenshots/scenarios/notifications.ts';
import { aLike, aMember, type TestMember } from '../../support/database/factories.ts';
import { apiClient } from '../../support/product/api-client.ts';
import { aCard } from '../../web/fixtures.ts';
import { holdAnswers, interceptCalls, refusal, stubCalls } from '../support/api-stubs.ts';
import { violationsOn } from '../support/axe.ts';
import { browserSite } from '../support/browser-site.ts';
import { openWithSocket } from '../support/delivery-channels.ts';
import { hasFocus } from '../support/keyboard.ts';
import { button, field, heading, link, logOut, navigationLink } from '../support/locators.ts';
import { withPush } from '../support/push.ts';
import { t } from '../support/translations.ts';
import { DESKTOP, PHONE, until, untilAddress, visit } from '../support/visit.ts';
import { untilAnimationsEnd, untilNoRequestPending } from '../support/waits.ts';

const site = browserSite();
let joris: TestMember;

beforeEach(async () => {
  joris = await aMember(site.db, { name: 'Joris', locale: 'en', timezone: null });
});

const NAMES = ['Ewa', 'Mei', 'Sanne'];
const CARDS = NAMES.map((name) => aCard(name.toLowerCase(), { name }));
/** A time zone in which it is between 12:00 and 13:00, so that events of some hours ago are of today. */
function whereItIsNoon(): string {
  const east = 12 - new Date().getUTCHours();
  return `Etc/GMT${east > 0 ? '-' : '+'}${Math.abs(east)}`;
}

const open = (options: BrowserContextOptions = DESKTOP) =>
  visit(site, { timezoneId: 'Europe/Amsterdam', ...options, cookie: joris.cookie });
const list = (page: Page) => page.getByRole('region', { name: t('core:titles.notifications'), exact: true });
const item = (page: Page, words: string) => list(page).getByRole('link', { name: new RegExp(words) });
const preference = (page: Page, way: 'push' | 'mail', kind: string) =>
  page.getByRole('combobox', { name: t(`notifications:by_${way}`, { kind: t(`notifications:kind_${kind}`) }) });
async function giveLike({ cookie }: TestMember): Promise<void> {
  const { status } = await apiClient(site.url, cookie).post('/api/likes.php', { profile: joris.id });
  expect(status).toBe(200);
}
const exactText = (page: Page, words: string) => page.getByText(words, { exact: true });

async function expectAccessible(page: Page): Promise<void> {
  await untilAnimationsEnd(page);
  expect(await violationsOn(page)).toEqual([]);
}

describe('the list', () => {
  test('is grouped by time, can be marked as read, goes back if that is refused, and loads more', async () => {
    const page = await open({ ...DESKTOP, timezoneId: whereItIsNoon() });
    const whole = notificationsWith(CARDS);
    const older = notificationsWith(CARDS, [{ kind: 'like', url: '/likes', ago: 90 * DAY, isRead: true }]);
    const read = { ...whole, unread: 0, items: whole.items.map((one) => ({ ...one, is_read: true })) };
    const olderItems = older.items.map((one) => ({ ...one, id: 'older', profile: aCard('zofia', { name: 'Zofia' }) }));
    let sent: unknown[] = [];
    await interceptCalls(page, 'notifications.php', 'GET', async (route) => {
      const isSecondPage = new URL(route.request().url()).searchParams.has('before');
      await route.fulfill({
        json: isSecondPage ? { ...older, items: olderItems } : { ...(sent.length > 0 ? read : whole), next: 'cursor' },
      });
    });
    await stubCalls(page, 'notifications.php', 'PUT', refusal(503, 'unavailable'));
    await page.goto('/notifications');
    for (const period of ['today', 'week', 'earlier']) await heading(page, t(`notifications:period_${period}`)).waitFor();
    await item(page, `Mei wrote you 2 messages.*${t('notifications:unread')}`).waitFor();
    expect(await item(page, t('notifications:event_password_changed')).getAttribute('href')).toBe('/profile/settings#password');
    await expectAccessible(page);

    const readAll = button(page, t('notifications:read_all'));
    await readAll.click();
    await exactText(page, t('errors:unavailable')).waitFor();
    await readAll.waitFor();
    await until(() => page.locator('.notification-unread-dot').count()).toBe(whole.unread);
    sent = await stubCalls(page, 'notifications.php', 'PUT', { status: 200, json: { unread: 0, unseen: 0, settings: whole.settings } });
    await readAll.click();
    await exactText(page, t('notifications:all_read')).waitFor();
    await readAll.waitFor({ state: 'detached' });
    expect(sent).toEqual([{ read_to: whole.items[0]?.at }]);
    await until(async () => [await page.locator('.notification-unread-dot').count(), await hasFocus(list(page))]).toEqual([0, true]);

    await button(page, t('notifications:show_earlier')).click();
    await until(() => hasFocus(item(page, 'Zofia'))).toBe(true);
    await button(page, t('notifications:show_earlier')).waitFor({ state: 'detached' });
  });

  test('shows new notifications live', async () => {
    const [ewa, mei] = [await aMember(site.db, { name: 'Ewa' }), await aMember(site.db, { name: 'Mei' })];
    await aLike(site.db, ewa.id, joris.id);
    const page = await open(PHONE);
    await openWithSocket(page, '/notifications');
    await item(page, 'Ewa likes you').waitFor();
    await giveLike(mei);
    await item(page, 'Mei likes you').waitFor();
  });

  test('shows an event that happened while the list was loading', async () => {
    const mei = await aMember(site.db, { name: 'Mei' });
    const page = await open(DESKTOP);
    await openWithSocket(page, '/likes');
    const oldAnswer = await holdAnswers(page, 'notifications.php', 'GET');
    await navigationLink(page, 'notifications').click();
    await oldAnswer.answered;
    await giveLike(mei);
    await navigationLink(page, 'likes', 1).waitFor();
    oldAnswer.release();
    await item(page, 'Mei likes you').waitFor();
  });
});

describe('the number at Notifications', () => {
  const unseen = async () => (await apiClient(site.url, joris.cookie).get('/api/user.php')).at('user.badge.unseen_notifications');
  const tab = (page: Page, fresh: string) =>
    page.locator('.tabs').getByRole('link', { name: new RegExp(`^${t('core:navigation.notifications_short')}\\W*${fresh}$`) });

  test('comes live on phone and desktop, and goes on both when the list is opened on one', async () => {
    const [ewa, mei] = [await aMember(site.db, { name: 'Ewa' }), await aMember(site.db, { name: 'Mei' })];
    await aLike(site.db, ewa.id, joris.id);
    const [phone, laptop] = [await open(PHONE), await open(DESKTOP)];
    await openWithSocket(phone, '/likes');
    await openWithSocket(laptop, '/members');
    await tab(phone, t('core:badge.new_one', { count: 1 })).waitFor();
    await giveLike(mei);
    await tab(phone, t('core:badge.new_other', { count: 2 })).waitFor();
    await navigationLink(laptop, 'notifications', 2).waitFor();
    await expectAccessible(phone);

    await navigationLink(laptop, 'notifications', 2).click();
    await item(laptop, `Mei likes you.*${t('notifications:unread')}`).waitFor();
    await navigationLink(laptop, 'notifications').waitFor();
    await tab(phone, '').waitFor();
    await navigationLink(laptop, 'likes', 2).waitFor();
    expect(await unseen()).toBe(0);

    // What comes while the list is on screen is seen at once.
    const bas = await aMember(site.db, { name: 'Bas' });
    await giveLike(bas);
    await item(laptop, 'Bas likes you').waitFor();
    await until(unseen).toBe(0);
    await tab(phone, '').waitFor();
  });

  test('stands in the bar of the classic template, and comes back after a look that the server did not hear of', async () => {
    const ewa = await aMember(site.db, { name: 'Ewa' });
    await aLike(site.db, ewa.id, joris.id);
    const page = await open(PHONE);
    const sent = await stubCalls(page, 'notifications.php', 'PUT', refusal(503, 'unavailable'));
    await page.goto('/likes?template=classic');
    await navigationLink(page, 'notifications', 1).click();
    await navigationLink(page, 'notifications').waitFor();
    // The page tries again whenever the server reports the number once more.
    await until(() => sent.length).toBeGreaterThan(0);
    expect(await unseen()).toBe(1);
    await page.goto('/likes');
    await navigationLink(page, 'notifications', 1).waitFor();
  });
});

test('a British browser gets its own dates and clock on the English page, any other one those of the language', async () => {
  const timesIn = async (locale: string) => {
    const page = await open({ ...DESKTOP, locale, timezoneId: 'UTC' });
    await page.clock.setFixedTime(new Date('2026-11-28T12:00:00Z'));
    const items = notificationsWith(CARDS).items.slice(0, 3);
    const moments = ['2026-11-28T11:55:00Z', '2026-11-28T06:16:00Z', '2026-11-03T12:00:00Z'];
    await stubCalls(page, 'notifications.php', 'GET', {
      status: 200,
      json: { ...notificationsWith(CARDS), items: items.map((one, i) => ({ ...one, at: moments[i] })) },
    });
    await page.goto('/notifications');
    await list(page).locator('time').nth(2).waitFor();
    return (await list(page).locator('time').allTextContents()).map((words) => words.replace(/\s/g, ' '));
  };
  expect(await timesIn('en-GB')).toEqual(['5 minutes ago', '06:16', '3 November']);
  expect(await timesIn('en-US')).toEqual(['5 minutes ago', '6:16 AM', 'November 3']);
});

describe('the preferences', () => {
  test('are saved one by one, with quiet hours in the time zone of the device, and go back if that is refused', async () => {
    const page = await open(PHONE);
    await page.goto('/profile/settings');
    await link(page, t('profile:notifications_choose')).click();
    await untilAddress(page, '/notifications#settings');
    await preference(page, 'mail', 'like').selectOption('weekly');
    const stored = async () => (await apiClient(site.url, joris.cookie).get('/api/notifications.php')).at('settings');
    await until(stored).toMatchObject({ matrix: { like: { mail: 'weekly' }, message: { mail: 'now' } }, quiet_from: null });
    expect([await preference(page, 'push', 'like').count(), await preference(page, 'mail', 'account').count()]).toEqual([0, 0]);

    const quiet = page.getByRole('switch', { name: t('notifications:quiet') });
    await quiet.click();
    await until(stored).toMatchObject({ quiet_from: '22:00', quiet_to: '08:00' });
    expect((await apiClient(site.url, joris.cookie).get('/api/user.php')).at('user.timezone')).toBe('Europe/Amsterdam');
    await field(page, t('notifications:quiet_from')).fill('23:30');
    await field(page, t('notifications:quiet_to')).focus();
    await until(stored).toMatchObject({ quiet_from: '23:30', quiet_to: '08:00' });
    await expectAccessible(page);

    await stubCalls(page, 'notifications.php', 'PUT', refusal(503, 'unavailable'));
    await preference(page, 'mail', 'like').selectOption('never');
    await exactText(page, t('errors:unavailable')).waitFor();
    await until(() => preference(page, 'mail', 'like').inputValue()).toBe('weekly');
    await quiet.click();
    await until(() => exactText(page, t('errors:unavailable')).count()).toBe(2);
    await until(() => quiet.isChecked()).toBe(true);
  });
});

describe('push', () => {
  const listed = (page: Page, devices: readonly unknown[]) => stubCalls(page, 'push.php', 'GET', { status: 200, json: { devices } });
  const [here, phone] = DEVICES.devices;

  test('is switched on and tested here, removed from another device, and says so when it is blocked', async () => {
    const page = await open();
    const sent = await withPush(page, { permissionBefore: 'default', permissionAnswer: 'granted' });
    await listed(page, []);
    await page.goto('/notifications');
    await exactText(page, t('notifications:push_not_subscribed_title')).waitFor();
    await listed(page, [here, phone]);
    await button(page, t('notifications:push_not_subscribed_button')).click();
    await exactText(page, t('notifications:push_subscribed_title')).waitFor();
    await until(() => sent[0]).toEqual({ subscription: FAKE_SUBSCRIPTION });
    await until(() => hasFocus(button(page, t('notifications:push_subscribed_button')))).toBe(true);

    const firefox = t('cards:device_on', { browser: 'Firefox', system: 'Linux' });
    const chrome = t('cards:device_on', { browser: 'Chrome', system: 'Android' });
    for (const outcome of ['sent', 'failed']) {
      await stubCalls(page, 'push.php', 'POST', { status: 200, json: { outcome } });
      await button(page, t('notifications:device_test_long', { device: firefox })).click();
      await exactText(page, t(`notifications:device_${outcome}`, { device: firefox })).waitFor();
    }
    await expectAccessible(page);
    const removed = await stubCalls(page, 'push.php', 'DELETE');
    await listed(page, [here]);
    await button(page, t('notifications:device_remove', { device: chrome })).click();
    await exactText(page, t('notifications:device_removed', { device: chrome })).waitFor();
    expect(removed).toEqual([{ id: phone?.id }]);

    await page.evaluate(() => Reflect.get(window, 'fakePermission')('denied'));
    await exactText(page, t('notifications:push_denied_title')).waitFor();
    await expectAccessible(page);
    await untilNoRequestPending(page);
    const before = sent.length;
    await page.reload();
    await exactText(page, t('notifications:push_denied_title')).waitFor();
    await untilNoRequestPending(page);
    expect(sent).toHaveLength(before);
  });

  test('subscribes again with a changed key, reports the subscription on every load, and ends with the session', async () => {
    const page = await open();
    const sent = await withPush(page, {
      permissionBefore: 'granted',
      permissionAnswer: 'granted',
      subscribedForKey: 'BAnEarlierKeyOfTheSite',
    });
    const boundTo = () => page.evaluate(() => sessionStorage.getItem('fake-subscription'));
    await page.goto('/home');
    await until(boundTo).toBe(PUSH_KEY);
    await until(() => sent.length).toBe(1);
    await logOut(page);
    await untilAddress(page, /^\/login/);
    await until(boundTo).toBe('');
    expect(sent.slice(1)).toEqual(sent.slice(1).map(() => ({ subscription: FAKE_SUBSCRIPTION, is_known: true })));
  });
});
