import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import type { PushPayload } from '#contract/notifications/push-payload';
import { aConversation, aMember, newId, type TestMember } from '../../support/database/factories.ts';
import { browserSiteOf } from '../support/browser-site.ts';
import { anotherTab } from '../support/chat-actions.ts';
import { button, composer, heading, navigationLink } from '../support/locators.ts';
import { cachesOf, imitatePushService, killWorker, lookForUpdate, untilControlled } from '../support/service-worker.ts';
import { t } from '../support/translations.ts';
import { addressOf, PHONE, until, untilAddress, visit } from '../support/visit.ts';
import { untilNoRequestPending } from '../support/waits.ts';
import { startDeployedProduct } from './deployable-product.ts';

const site = browserSiteOf(startDeployedProduct);
let joris: TestMember;
let chat: string;

beforeEach(async () => {
  joris = await aMember(site.db, { name: 'Joris', gender: 'male', credits: 6 });
  const marit = await aMember(site.db, { name: 'Marit' });
  chat = `/chats/${await aConversation(site.db, joris.id, marit.id)}`;
});

/** Opens a page of Joris and waits until the service worker controls it. */
async function controlledPage(path: string): Promise<Page> {
  const page = await visit(site, { ...PHONE, cookie: joris.cookie, serviceWorkers: 'allow' });
  await page.goto(path);
  await untilControlled(page);
  return page;
}

const buildOf = (page: Page) => page.evaluate(() => document.documentElement.dataset.build);
const untilNewBuild = (page: Page) => until(() => buildOf(page).catch(() => '')).toBe(site.product.build());
const reload = (page: Page) => button(page, t('pwa:update.reload'));

/** Returns a function that gives the number of documents that the page has loaded from now on. */
function countLoads(page: Page): () => number {
  let loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) loads += 1;
  });
  return () => loads;
}

/** The state of a waiting service worker, or `none`. */
const waitingWorkerState = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting?.state ?? 'none');

/** Whether the page runs the code of the second build. */
const isSecondBuild = (page: Page) => page.evaluate(() => 'next' in document.documentElement.dataset);

describe('the service worker', () => {
  test('caches the bare page, code and one language; after a stop and offline it starts any page', async () => {
    const page = await controlledPage('/home');
    const { workbox = [], texts = [], icons = [], ...others } = await cachesOf(page);
    expect(Object.keys(others).filter((name) => name !== 'photos')).toEqual([]);
    expect(icons).toEqual(['/manifest.webmanifest']);
    expect(texts).toContain('/_i18n/en/chat.json');
    expect(texts.filter((path) => !path.startsWith('/_i18n/en/'))).toEqual([]);
    expect(workbox).toContain('/index.html');
    expect(workbox.filter((path) => !/^\/(index\.html|assets\/.+\.(js|css|woff2|svg))$/.test(path))).toEqual([]);
    const barePage = await page.evaluate(async () => (await caches.match('/index.html', { ignoreSearch: true }))?.text());
    expect(barePage).toContain('<div id="root">');
    expect(barePage).not.toContain('id="boot"');

    const hasBoot = () => page.locator('#boot').count();
    expect((await page.goto('/nothing-here'))?.status()).toBe(404);
    expect(await hasBoot()).toBe(1);
    await page.goto('/likes');
    await heading(page, t('likes:title')).waitFor();
    expect(await hasBoot()).toBe(0);

    await page.context().setOffline(true);
    await killWorker(page);
    await page.goto('/chats');
    await heading(page, t('chat:title')).waitFor();
    await page.goto('/nothing-here');
    await heading(page, t('core:error_page.not_found')).waitFor();
  });
});

describe('?template=', () => {
  test('shows that template on a page that the service worker serves, and on later pages', async () => {
    const page = await controlledPage('/home');
    const template = () => page.evaluate(() => document.documentElement.dataset.template);
    expect(await template()).toBe('social');
    await page.goto('/members?template=classic');
    await until(template).toBe('classic');
    await page.goto('/likes');
    await heading(page, t('likes:title')).waitFor();
    expect(await page.locator('#boot').count()).toBe(0);
    await until(template).toBe('classic');
    await page.goto('/likes?template=social');
    await until(template).toBe('social');
  });
});

describe('an update', () => {
  test('waits, says so, and is loaded once by its button; in another tab it waits while a draft is in the composer', async () => {
    const page = await controlledPage(chat);
    const other = await anotherTab(page.context());
    await other.goto(chat);
    await composer(other).pressSequentially('Not yet sent');
    await untilControlled(other);
    const loads = [countLoads(page), countLoads(other)];
    const before = await isSecondBuild(page);
    await site.product.deploy();
    await lookForUpdate(page);
    await reload(page).waitFor();
    await reload(other).waitFor();
    await reload(page).click();
    await untilNewBuild(page);
    await composer(page).waitFor();
    await until(() => loads.map((count) => count())).toEqual([1, 0]);
    expect(await isSecondBuild(page)).toBe(!before);
    await untilControlled(page);
    expect(await waitingWorkerState(page)).toBe('none');
    expect([await composer(other).inputValue(), await isSecondBuild(other)]).toEqual(['Not yet sent', before]);
    await composer(other).fill('');
    await untilNewBuild(other);
    await until(() => isSecondBuild(other)).toBe(!before);
    for (const openTab of [page, other]) await untilNoRequestPending(openTab);
    expect(loads.map((count) => count())).toEqual([1, 1]);
  });
});

describe('a deployment', () => {
  test('reloads a page once whose next screen no longer exists and is not cached', async () => {
    const page = await controlledPage('/home');
    await page.locator('#new-title').waitFor();
    await site.product.deploy();
    await page.evaluate(async () => {
      for (const name of await caches.keys()) await caches.delete(name);
    });
    await (await page.context().newCDPSession(page)).send('Network.clearBrowserCache');
    const loads = countLoads(page);
    const missingCode = page.waitForResponse((response) => response.url().includes('/assets/') && response.status() === 404);
    await navigationLink(page, 'likes').hover();
    await missingCode;
    await untilNoRequestPending(page);
    expect([loads(), addressOf(page)]).toEqual([0, '/home']);
    await navigationLink(page, 'likes').click();
    await untilNewBuild(page);
    await heading(page, t('likes:title')).waitFor();
    await until(loads).toBe(1);
  });
});

describe('a push', () => {
  test('is shown, sets the badge, and opens its screen in the open page', async () => {
    const page = await controlledPage('/likes');
    const { push, press, told } = await imitatePushService(page);
    const note: PushPayload = { type: 'message', member: joris.id, unread: 3, title: 'Vonk', body: 'One', url: chat, tag: chat };
    await push(note);
    await push({ ...note, unread: 4, body: 'Two' });
    await push({ ...note, member: newId(), unread: 9 });
    await push('not a note');
    const icons = { icon: '/icons/app-192.png', badge: '/icons/monochrome-512.png' };
    const generic = { title: t('pwa:push.title'), body: t('pwa:push.body'), tag: 'news', url: '/home', ...icons };
    const shown = { title: 'Vonk', tag: chat, url: chat, ...icons };
    expect(await told()).toEqual({
      notes: [{ ...shown, body: 'One' }, { ...shown, body: 'Two' }, generic, generic],
      badges: [3, 4],
      opened: [],
    });
    const loads = countLoads(page);
    await press(chat);
    await untilAddress(page, chat);
    await composer(page).waitFor();
    expect([loads(), (await told()).opened]).toEqual([0, []]);
  });
});
