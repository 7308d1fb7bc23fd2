import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { members } from '#db/schema/index';
import { aBlock, aConversation, aLike, aMember, anImage, aSession, newId, type TestMember } from '../../support/database/factories.ts';
import { apiClient } from '../../support/product/api-client.ts';
import { menuButton, menuItem } from '../safety/member-menu.ts';
import { browserSite } from '../support/browser-site.ts';
import { button, thread } from '../support/locators.ts';
import { t } from '../support/translations.ts';
import { DESKTOP, until, visit } from '../support/visit.ts';
import { untilNoRequestPending } from '../support/waits.ts';

const site = browserSite();
let joris: TestMember;

beforeEach(async () => {
  await site.db.delete(members);
  joris = await aMember(site.db, { name: 'Joris', gender: 'male' });
});

/** What the pages of these tests record: the text of each element that a script animates, of those in a thread apart, and the lists whose rows are watched. */
interface Noted {
  animated: string[];
  animatedInThread: string[];
  watched: WeakRef<Element>[];
  /** Animations stay at their first moment. */
  isHeld: boolean;
}

/** Runs in the page. */
function recordAnimations(): void {
  const noted: Noted = { animated: [], animatedInThread: [], watched: [], isHeld: false };
  Object.assign(window, { noted });
  const { animate } = Element.prototype;
  Element.prototype.animate = function (this: Element, ...args: Parameters<typeof animate>) {
    noted.animated.push(this.textContent ?? '');
    if (this.closest('[role=log]')) noted.animatedInThread.push(this.textContent ?? '');
    const animation = animate.apply(this, args);
    if (noted.isHeld) animation.pause();
    return animation;
  };
  const { observe } = MutationObserver.prototype;
  MutationObserver.prototype.observe = function (this: MutationObserver, target: Node, options?: MutationObserverInit) {
    if (target instanceof HTMLUListElement) noted.watched.push(new WeakRef(target));
    observe.call(this, target, options);
  };
}

declare global {
  interface Window {
    noted: Noted;
  }
}

async function open(path: string, reducedMotion: 'reduce' | 'no-preference' = 'no-preference'): Promise<Page> {
  const page = await visit(site, { ...DESKTOP, cookie: joris.cookie, reducedMotion });
  await page.addInitScript(recordAnimations);
  await page.goto(path);
  return page;
}

/** Waits until the list that contains an element with this text is watched; from then on its changes are animated. */
const untilWatched = (page: Page, text: string) =>
  until(() => page.evaluate((text) => window.noted.watched.some((list) => list.deref()?.textContent?.includes(text)), text)).toBe(true);
const animations = (page: Page) => page.evaluate(() => window.noted.animated);
const untilAnimated = (page: Page, words: string) => until(async () => (await animations(page)).join('\n')).toContain(words);

async function write(from: TestMember, conversation: string, text: string): Promise<void> {
  const message = { conversation: { id: conversation }, message: { client_id: newId(), text } };
  const { status } = await apiClient(site.url, from.cookie).post('/api/chat.php', message);
  expect(status).toBe(201);
}

async function startConversation(from: TestMember, to: TestMember): Promise<string> {
  const conversation = await aConversation(site.db, to.id, from.id);
  await write(from, conversation, `Hello from ${from.name}`);
  return conversation;
}

/** Runs `act` and waits until it has started an animation. */
async function expectAnimation(page: Page, act: () => Promise<void>): Promise<void> {
  const before = (await animations(page)).length;
  await act();
  await until(async () => (await animations(page)).length).toBeGreaterThan(before);
}

test('a chat that moves up, a new like, a notification and a hidden card are animated', async () => {
  const [mei, vera] = [await aMember(site.db, { name: 'Mei', credits: 6 }), await aMember(site.db, { name: 'Vera', credits: 6 })];
  const older = await startConversation(vera, joris);
  await startConversation(mei, joris);
  await aLike(site.db, vera.id, joris.id);

  const chats = await open('/chats');
  await untilWatched(chats, 'Mei');
  await write(vera, older, 'Once more');
  await untilAnimated(chats, 'Once more');

  const likes = await open('/likes');
  await untilWatched(likes, 'Vera');
  await untilNoRequestPending(likes);
  await apiClient(site.url, mei.cookie).post('/api/likes.php', { profile: joris.id });
  await untilAnimated(likes, 'Mei');

  const notifications = await open('/notifications');
  await untilWatched(notifications, 'Vera');
  await untilNoRequestPending(notifications);
  await apiClient(site.url, mei.cookie).delete('/api/likes.php', { profile: joris.id });
  await untilAnimated(notifications, 'Mei likes you');
  const ewa = await aMember(site.db, { name: 'Ewa' });
  await apiClient(site.url, ewa.cookie).post('/api/likes.php', { profile: joris.id });
  await untilAnimated(notifications, 'Ewa likes you');

  const cards = await open('/members');
  await menuButton(cards, 'Mei').press('Enter');
  await untilWatched(cards, 'Mei');
  await menuItem(cards, 'hide').click();
  await untilAnimated(cards, 'Mei');
});

test('a removed device, an unblocked member and a deleted photo are animated', async () => {
  const blocked = await aMember(site.db, { name: 'Mei' });
  await aBlock(site.db, joris.id, blocked.id);
  await aSession(site.db, joris.id);
  for (const position of [0, 1]) await anImage(site.db, joris.id, position);
  const page = await open('/profile/settings');

  await button(page, t('account:devices_show')).click();
  await page.locator('.devices').getByRole('button').first().waitFor();
  await untilWatched(page, t('cards:device_here'));
  await expectAnimation(page, () => page.locator('.devices').getByRole('button').first().click());

  await page.goto('/profile');
  await untilNoRequestPending(page);
  await expectAnimation(page, async () => {
    await button(page, t('photos:tile', { place: 2, count: 2 })).click();
    await button(page, t('photos:delete')).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: t('photos:delete') })
      .click();
  });

  await page.goto('/profile/settings');
  await page.locator('#put-aside').getByRole('button').click();
  const back = button(page, t('safety:blocked_back_long', { name: 'Mei' }));
  await back.waitFor();
  await expectAnimation(page, () => back.click());
});

test('nothing is animated with reduced motion, and no script moves the rows of a thread', async () => {
  const vera = await aMember(site.db, { name: 'Vera', credits: 6 });
  const conversation = await startConversation(vera, joris);
  const reduced = await open('/chats', 'reduce');
  await untilNoRequestPending(reduced);
  const openThread = await open(`/chats/${conversation}`);
  await untilNoRequestPending(openThread);
  await write(vera, conversation, 'Second');
  await reduced.getByText('Second').waitFor();
  await thread(openThread).getByText('Second').waitFor();
  expect(await animations(reduced)).toEqual([]);
  expect(await openThread.evaluate(() => window.noted.animatedInThread)).toEqual([]);
});

/** Where the cards of a list lie in the window; one that has left is only shown still. */
const placesOfCards = (page: Page) =>
  page.locator('.cards > li').evaluateAll((rows) =>
    rows.map((row) => {
      const { x, y, width, height } = row.getBoundingClientRect();
      const name = row.querySelector('.card-name')?.textContent;
      return { name, isGone: row.matches('[inert]'), rect: [x, y, width, height].map(Math.round) };
    }),
  );

/** Hides the member on the first of three cards; the animations of that are held. Gives where the cards lay before. */
async function hideFirstOfThree() {
  for (const name of ['Mei', 'Vera', 'Ewa']) await aMember(site.db, { name });
  const page = await open('/members');
  await page.locator('.cards > li').nth(2).waitFor();
  await untilNoRequestPending(page);
  const before = await placesOfCards(page);
  const names = before.map(({ name }) => String(name?.split(/[ ,]/)[0]));
  const [first = ''] = names;
  await page.evaluate(() => {
    window.noted.isHeld = true;
  });
  await menuButton(page, first).press('Enter');
  await untilWatched(page, first);
  await menuItem(page, 'hide').click();
  await until(async () => (await placesOfCards(page)).map(({ isGone }) => isGone)).toEqual([false, false, true]);
  return { page, before, names };
}

test('at first all rows look as before a change: those that move, and the one that leaves, which nobody reaches', async () => {
  const { page, before } = await hideFirstOfThree();
  expect(before.map(({ isGone }) => isGone)).toEqual([false, false, false]);
  const [first, ...others] = before.map(({ rect }) => rect);
  expect((await placesOfCards(page)).map(({ rect }) => rect)).toEqual([...others, first]);
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.finish();
  });
  await until(() => placesOfCards(page)).toEqual(before.slice(1).map(({ name }, i) => ({ name, isGone: false, rect: before[i]?.rect })));
});

/** The HTML of the stored snapshot of a screen; empty if there is none. */
const snapshotOf = (page: Page, path: string) =>
  page.evaluate(async (key) => {
    const resultOf = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const database = await resultOf(indexedDB.open('stored-answers'));
    const stored = await resultOf<{ data: { html: string } } | undefined>(database.transaction('answers').objectStore('answers').get(key));
    database.close();
    return stored?.data.html ?? '';
  }, `screen/${path}`);

test('a card that is only shown still is not in the snapshot of the screen', async () => {
  const { page, names } = await hideFirstOfThree();
  await until(async () => {
    const html = await snapshotOf(page, '/members');
    return names.map((name) => html.includes(name));
  }).toEqual([false, true, true]);
});

test('a chat that is deleted fades out where it was, also in a list that is scrolled', async () => {
  for (let i = 0; i < 14; i += 1) await startConversation(await aMember(site.db, { name: `Mei ${i}`, credits: 6 }), joris);
  const page = await open('/chats');
  await untilWatched(page, 'Hello from Mei 7');
  await untilNoRequestPending(page);
  await button(page, t('chat:menu', { name: 'Mei 7' })).press('Enter');
  await page.getByRole('menuitem', { name: t('chat:menu_delete') }).press('Enter');
  await page.getByRole('alertdialog').waitFor();
  await page.locator('.chat-list').evaluate((list) => list.scrollTo(0, 100));
  const row = page.locator('.chat-entry').filter({ hasText: 'Hello from Mei 7' });
  const placeOfRow = () => row.evaluate((entry) => Math.round(entry.getBoundingClientRect().top));
  const before = await placeOfRow();
  expect(await page.locator('.chat-list').evaluate((list) => list.scrollTop)).toBe(100);
  await page.evaluate(() => {
    window.noted.isHeld = true;
  });
  await button(page, t('chat:delete_confirm')).press('Enter');
  await until(() => row.evaluate((entry) => entry.matches('[inert]'))).toBe(true);
  expect(await placeOfRow()).toBe(before);
});

/** The elements with this class that scripts hold although they have left the document. */
async function heldOutsideDocument(page: Page, className: string): Promise<number> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('DOM.enable');
  await cdp.send('HeapProfiler.collectGarbage');
  const { detachedNodes } = await cdp.send('DOM.getDetachedDomNodes');
  await cdp.detach();
  return detachedNodes.filter(({ treeNode }) => treeNode.attributes?.includes(className)).length;
}

test('a screen whose rows had just begun to be animated is not held once it was left', async () => {
  for (let made = 0; made < 6; made += 1) {
    const mei = await aMember(site.db, { name: `Mei ${made}` });
    await apiClient(site.url, mei.cookie).post('/api/likes.php', { profile: joris.id });
  }
  const page = await open('/profile');
  const go = async (path: string) => {
    await page.locator(`.navigation-rail a[href^="${path}"]`).first().click();
    await page
      .locator(`.page-${path.slice(1)} h1`)
      .first()
      .waitFor();
  };
  const watched = () => page.evaluate(() => window.noted.watched.length);
  for (let visits = 0; visits < 4; visits += 1) {
    const before = await watched();
    await go('/notifications');
    await until(watched).toBeGreaterThan(before);
    await go('/profile');
  }
  // React itself holds the screen before the present one.
  await until(() => heldOutsideDocument(page, 'notifications-page')).toBeLessThanOrEqual(1);
});
