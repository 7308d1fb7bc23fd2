import type { Locator, Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { aLike, aMember, anImage, type TestMember } from '../../support/database/factories.ts';
import { apiClient } from '../../support/product/api-client.ts';
import { violationsOn } from '../support/axe.ts';
import { browserSite } from '../support/browser-site.ts';
import { openWithSocket } from '../support/delivery-channels.ts';
import { button, link, navigationLink } from '../support/locators.ts';
import { holdSessionEffects } from '../support/prerendered-shell.ts';
import { t } from '../support/translations.ts';
import { DESKTOP, PHONE, until, untilAddress, visit } from '../support/visit.ts';
import { openUntilIdle, untilNoRequestPending } from '../support/waits.ts';

const site = browserSite();
let joris: TestMember;
let marit: TestMember;

beforeEach(async () => {
  await site.db.$client.batch(['delete from likes', 'delete from like_notification_log', 'delete from images', 'delete from members']);
  joris = await aMember(site.db, { name: 'Joris', gender: 'male' });
  marit = await aMember(site.db, { name: 'Marit' });
});

const open = (member: TestMember, options = PHONE) => visit(site, { ...options, cookie: member.cookie });
const as = (member: TestMember) => apiClient(site.url, member.cookie);
const heart = (page: Page, name: string) => button(page, t('cards:like', { name })).first();
const isLiked = (page: Page, name: string) => heart(page, name).getAttribute('aria-pressed');
const matchToast = (page: Page) => page.locator('.toast').filter({ hasText: t('core:live.match') });
const matchSheet = (page: Page, name: string) => page.getByRole('dialog', { name: t('chat:match_title', { name }) });
const card = (page: Page, name: string) => page.getByRole('article').filter({ hasText: name });

/** Records from now on the methods of the like calls that a page makes, and the types of the frames that it receives. */
function traffic(page: Page) {
  const recorded = { calls: [] as string[], frames: [] as string[] };
  page.on('request', (request) => {
    if (request.url().includes('/api/likes.php') && ['POST', 'DELETE'].includes(request.method())) recorded.calls.push(request.method());
  });
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => {
      const type = /"type":"([\w.]+)"/.exec(String(payload))?.[1];
      if (type) recorded.frames.push(type);
    });
  });
  return recorded;
}

/** Presses an element once in every frame. */
const pressQuickly = (target: Locator, times: number) =>
  target.evaluate(async (element: HTMLElement, count) => {
    for (let press = 0; press < count; press += 1) {
      element.click();
      await new Promise(requestAnimationFrame);
    }
  }, times);

test('both members see a match live and once, however often the like button is pressed', async () => {
  await aLike(site.db, marit.id, joris.id);
  const [his, hers] = await Promise.all([open(joris), open(marit, DESKTOP)]);
  const [hisTraffic, herTraffic] = [traffic(his), traffic(hers)];
  await Promise.all([openWithSocket(hers, '/home'), openWithSocket(his, `/members/${marit.id}`)]);

  // On a slow machine a toast may end before the last press, so it is awaited from here on.
  const herToast = matchToast(hers).first().waitFor();
  await pressQuickly(heart(his, 'Marit'), 25);
  await until(() => isLiked(his, 'Marit')).toBe('true');
  await Promise.all([herToast, matchSheet(his, 'Marit').waitFor()]);
  expect(await matchToast(his).count()).toBe(0);
  await until(async () => (await as(joris).get('/api/likes.php')).at('totals.matches')).toBe(1);
  await untilNoRequestPending(his);
  expect(hisTraffic.calls.at(-1)).toBe('POST');
  await his.keyboard.press('Escape');

  for (let press = 0; press < 6; press += 1) await heart(his, 'Marit').click();
  await pressQuickly(heart(his, 'Marit'), 18);
  await untilNoRequestPending(his);
  expect(await isLiked(his, 'Marit')).toBe('true');
  expect(await matchSheet(his, 'Marit').count()).toBe(0);
  expect((await as(marit).get('/api/likes.php')).at('totals')).toEqual({ profiles: 1, liked_by: 1, matches: 1, new_likes: 1 });
  const count = (type: string) => herTraffic.frames.filter((frame) => frame === type).length;
  // Her page may have seen both in the answer to a call.
  await until(() => [count('like.received'), count('match.made')]).toEqual([1, 1]);
  await navigationLink(hers, 'likes', 1).waitFor();
});

test('a refused like is taken back on screen, with a toast that says why', async () => {
  const page = await open(joris);
  await openUntilIdle(page, `/members/${marit.id}`);
  await page.route('**/api/likes.php', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 500, json: { error: { code: 'internal', message: 'a fault of ours' } } })
      : route.fallback(),
  );
  await heart(page, 'Marit').click();
  await page
    .locator('.toast')
    .filter({ hasText: t('cards:like_failed', { name: 'Marit' }) })
    .waitFor();
  await until(() => isLiked(page, 'Marit')).toBe('false');
  await page.unroute('**/api/likes.php');
  await heart(page, 'Marit').click();
  await until(async () => (await as(marit).get('/api/likes.php')).at('totals.liked_by')).toBe(1);
  await heart(page, 'Marit').click();
  await until(async () => (await as(marit).get('/api/likes.php')).at('totals.liked_by')).toBe(0);
  expect(await isLiked(page, 'Marit')).toBe('false');
});

test('likes are shown in three lists, new ones marked; opening one clears its mark on another device', async () => {
  const vera = await aMember(site.db, { name: 'Vera', isFictional: true });
  await aLike(site.db, vera.id, joris.id);
  await aLike(site.db, marit.id, joris.id);
  await aLike(site.db, joris.id, vera.id);
  const [phone, laptop] = await Promise.all([open(joris), open(joris, DESKTOP)]);
  await Promise.all([openUntilIdle(phone, '/likes'), openUntilIdle(laptop, '/home')]);
  await untilNoRequestPending(laptop);
  await navigationLink(laptop, 'likes', 2).waitFor();
  expect(await violationsOn(phone)).toEqual([]);
  await expect(card(phone, 'Vera').getByText(t('cards:fictional')).count()).resolves.toBe(1);
  await expect(phone.locator('.tag.new').count()).resolves.toBe(2);

  await card(phone, 'Vera').getByRole('link').first().click();
  await untilAddress(phone, `/likes/m/${vera.id}`);
  await navigationLink(laptop, 'likes', 1).waitFor();
  await until(() => phone.title()).toBe('(1) Vera, 32 (fictional) · Vonk');
  await phone.getByText(t('members:fictional'), { exact: true }).waitFor();
  const steps = phone.getByRole('navigation', { name: t('members:likers') });
  await steps.getByRole('link', { name: /Marit/ }).click();
  await untilAddress(phone, `/likes/m/${marit.id}`);
  await navigationLink(laptop, 'likes').waitFor();
  expect(await violationsOn(phone)).toEqual([]);
  await phone.goBack();
  await untilAddress(phone, '/likes');
  await card(phone, 'Marit').waitFor();
  await until(() => phone.locator('.tag.new').count()).toBe(0);

  await phone.getByRole('link', { name: /^Matches\s*1$/ }).click();
  await untilAddress(phone, '/likes/matches');
  await until(() => card(phone, 'Marit').count()).toBe(0);
  await card(phone, 'Vera').waitFor();
  const own = phone.getByRole('link', { name: /^You like\s*1$/ });
  await own.click();
  await untilAddress(phone, '/likes/profiles');
  await until(() => own.getAttribute('aria-current')).toBe('page');
  await until(() => card(phone, 'Vera').count()).toBe(1);
  await phone.setViewportSize({ width: 320, height: 568 });
  const tabs = phone.getByRole('navigation', { name: t('likes:title') }).getByRole('link');
  expect(Math.max(...(await tabs.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right))))).toBeLessThan(320);
});

test('the search says that the own profile is paused, and follows the setting "no fictional profiles"', async () => {
  await aMember(site.db, { name: 'Vera', isFictional: true });
  const page = await open(joris, DESKTOP);
  const releaseSessionEffects = await holdSessionEffects(page);
  await page.goto('/members');
  await card(page, 'Vera').waitFor();
  await page
    .getByRole('link', { name: t('core:navigation.profile'), exact: true })
    .first()
    .click();
  await link(page, t('profile:settings_title')).first().click();
  const toggle = (name: string) => page.getByRole('switch', { name: t(`profile:${name}`) }).press('Space');
  await toggle('paused');
  await toggle('hide_fictional');
  await until(async () => {
    const answer = await as(joris).get('/api/user.php');
    return [answer.at('user.paused'), answer.at('user.hide_fictional')];
  }).toEqual([true, true]);
  expect(await violationsOn(page)).toEqual([]);
  await page
    .getByRole('link', { name: t('core:navigation.discover'), exact: true })
    .first()
    .click();
  await card(page, 'Marit').waitFor();
  await until(() => card(page, 'Vera').count()).toBe(0);
  releaseSessionEffects();
  expect(await violationsOn(page)).toEqual([]);
  await button(page, t('cards:paused_off')).click();
  await page.getByText(t('cards:paused'), { exact: true }).waitFor({ state: 'detached' });
  await until(async () => (await as(joris).get('/api/user.php')).at('user.paused')).toBe(false);
});

test('a switch that cannot be saved goes back and says why', async () => {
  const page = await open(joris, DESKTOP);
  await openUntilIdle(page, '/profile/settings');
  await page.route('**/api/user.php', (route) => (route.request().method() === 'PUT' ? route.abort() : route.fallback()));
  const paused = page.getByRole('switch', { name: t('profile:paused') });
  await paused.press('Space');
  await page.locator('#visibility').getByRole('alert').waitFor();
  await until(() => paused.isChecked()).toBe(false);
});

test('a nude photo stays blurred until the reader uncovers it, on the page and enlarged', async () => {
  const image = await anImage(site.db, marit.id);
  await site.db.$client.execute({ sql: 'update images set is_nude = 1 where id = ?', args: [image] });
  const page = await open(joris);
  await openUntilIdle(page, `/members/${marit.id}`);
  const blurred = page.locator('img.is-nude');
  await expect(blurred.count()).resolves.toBe(1);
  expect(await violationsOn(page)).toEqual([]);
  await page.getByRole('button', { name: t('members:unveil') }).press('Enter');
  await until(() => blurred.count()).toBe(0);
  await page.getByRole('button', { name: t('members:enlarge') }).press('Enter');
  await page.getByRole('dialog').locator('img').first().waitFor();
  await expect(blurred.count()).resolves.toBe(0);
});

test('a visitor sees a member’s page without the functions of members, and a link to the sign-up', async () => {
  const page = await visit(site, PHONE);
  await openUntilIdle(page, `/members/${marit.id}`);
  await page.getByRole('heading', { name: 'Marit, 26–35' }).waitFor();
  await page.getByText(t('members:join_fictional', { site: 'Vonk' })).waitFor();
  await expect(link(page, t('members:join')).getAttribute('href')).resolves.toBe(`/signup?member=${marit.id}`);
  expect(await violationsOn(page)).toEqual([]);
});
