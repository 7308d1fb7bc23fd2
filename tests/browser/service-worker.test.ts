import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { aConversation, aMember, type TestMember } from '../support/factories.ts';
import { startDeployedProduct } from './support/deployed-product.ts';
import { button, composer, heading, tab } from './support/places.ts';
import { cachesOf, lookForUpdate, untilHeld } from './support/service-worker.ts';
import { browsedSiteOf } from './support/site.ts';
import { PHONE, until, visit } from './support/visit.ts';
import { say } from './support/words.ts';

const site = browsedSiteOf(startDeployedProduct);
let joris: TestMember;
let chat: string;

beforeEach(async () => {
  joris = await aMember(site.db, { name: 'Joris', gender: 'male', credits: 6 });
  const marit = await aMember(site.db, { name: 'Marit' });
  chat = `/chats/${await aConversation(site.db, joris.id, marit.id)}`;
});

const asJoris = () => visit(site, { ...PHONE, cookie: joris.cookie, serviceWorkers: 'allow' });
const buildOf = (page: Page) => page.evaluate(() => document.documentElement.dataset.build);

/** How often the page was loaded, from now on. */
function countLoads(page: Page): () => number {
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  return () => loads;
}

describe('the service worker', () => {
  test('keeps the bare page, code and the texts of one language, and nothing of the API', async () => {
    const page = await asJoris();
    await page.goto('/home');
    await untilHeld(page);
    const kept = await cachesOf(page);
    expect(Object.keys(kept).sort()).toEqual(['photos', 'texts', 'workbox'].filter((name) => name in kept));
    expect(kept.texts?.every((path) => path.startsWith('/_i18n/en/'))).toBe(true);
    expect(kept.texts).toContain('/_i18n/en/chat.json');
    expect(kept.workbox).toContain('/index.html');
    expect(kept.workbox?.filter((path) => !/^\/(index\.html|assets\/.+\.(js|css|woff2|svg))$/.test(path))).toEqual([]);
    const shell = await page.evaluate(async () => (await caches.match('/index.html', { ignoreSearch: true }))?.text());
    expect(shell).toContain('<div id="root">');
    expect(shell).not.toContain('id="boot"');
  });
});

describe('an update', () => {
  test('waits, says so, and comes when it is asked for, once; what was typed stays', async () => {
    const page = await asJoris();
    await page.goto(chat);
    await untilHeld(page);
    await composer(page).pressSequentially('Not yet sent');
    const loads = countLoads(page);
    await site.product.deploy();
    await lookForUpdate(page);
    await page.getByText(say('pwa:update.title'), { exact: true }).waitFor();
    expect(await buildOf(page)).not.toBe(site.product.build());
    await button(page, say('pwa:update.reload')).click();
    await until(() => buildOf(page).catch(() => '')).toBe(site.product.build());
    await composer(page).waitFor();
    expect([await composer(page).inputValue(), loads()]).toEqual(['Not yet sent', 1]);
  });
});

describe('a deploy', () => {
  test('code that is gone loads the page once', async () => {
    const page = await asJoris();
    await page.goto('/home');
    await untilHeld(page);
    await heading(page, say('home:new_title')).waitFor();
    await site.product.deploy();
    await page.evaluate(async () => {
      for (const name of await caches.keys()) await caches.delete(name);
    });
    const loads = countLoads(page);
    await tab(page, 'likes').click();
    await heading(page, say('likes:title')).waitFor();
    expect([await buildOf(page), loads()]).toEqual([site.product.build(), 1]);
  });
});
