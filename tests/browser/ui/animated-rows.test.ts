import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { members } from '#db/schema/index';
import { aBlock, aConversation, aLike, aMember, anImage, aSession, newId, type TestMember } from '../../support/database/factories.ts';
import { apiClient } from '../../support/product/api-client.ts';
import { entry, more } from '../safety/member-menu.ts';
import { browsedSite } from '../support/browser-site.ts';
import { button, thread } from '../support/locators.ts';
import { say } from '../support/translations.ts';
import { DESKTOP, until, visit } from '../support/visit.ts';
import { untilUnasked } from '../support/waits.ts';

const site = browsedSite();
let joris: TestMember;

beforeEach(async () => {
  await site.db.delete(members);
  joris = await aMember(site.db, { name: 'Joris', gender: 'male' });
});

/** Notes the words of each element whose animation a script starts, and how many rows the library has measured so far. */
function noteAnimations(): void {
  const noted: { animated: string[]; measured: number } = { animated: [], measured: 0 };
  Object.assign(window, { noted });
  const { animate } = Element.prototype;
  Element.prototype.animate = function (this: Element, ...asked: Parameters<typeof animate>) {
    noted.animated.push(this.textContent ?? '');
    return animate.apply(this, asked);
  };
  const Observer = IntersectionObserver;
  window.IntersectionObserver = class extends Observer {
    constructor(callback: IntersectionObserverCallback, options?: IntersectionObserverInit) {
      super(callback, options);
      if (options?.root === document.documentElement) noted.measured += 1;
    }
  };
}

declare global {
  interface Window {
    noted: { animated: string[]; measured: number };
  }
}

async function open(path: string, reducedMotion: 'reduce' | 'no-preference' = 'no-preference'): Promise<Page> {
  const page = await visit(site, { ...DESKTOP, cookie: joris.cookie, reducedMotion });
  await page.addInitScript(noteAnimations);
  await page.goto(path);
  return page;
}

/** Until the library knows where so many rows stand, after which each change is animated. */
const untilMeasured = (page: Page, rows: number) => until(() => page.evaluate(() => window.noted.measured)).toBeGreaterThan(rows);
const animations = (page: Page) => page.evaluate(() => window.noted.animated);
const untilAnimated = (page: Page, words: string) => until(async () => (await animations(page)).join('\n')).toContain(words);

async function write(from: TestMember, conversation: string, text: string): Promise<void> {
  const message = { conversation: { id: conversation }, message: { client_id: newId(), text } };
  const { status } = await apiClient(site.url, from.cookie).post('/api/chat.php', message);
  expect(status).toBe(201);
}

async function begin(from: TestMember, to: TestMember): Promise<string> {
  const conversation = await aConversation(site.db, to.id, from.id);
  await write(from, conversation, `Hello from ${from.name}`);
  return conversation;
}

/** Until an act has set something in motion that stood still before it. */
async function moves(page: Page, act: () => Promise<void>): Promise<void> {
  const before = (await animations(page)).length;
  await act();
  await until(async () => (await animations(page)).length).toBeGreaterThan(before);
}

test('a chat that moves up, a like, a notice and a card that is hidden are seen to move', async () => {
  const [mei, vera] = [await aMember(site.db, { name: 'Mei', credits: 6 }), await aMember(site.db, { name: 'Vera', credits: 6 })];
  const older = await begin(vera, joris);
  await begin(mei, joris);
  await aLike(site.db, vera.id, joris.id);

  const chats = await open('/chats');
  await untilMeasured(chats, 2);
  await write(vera, older, 'Once more');
  await untilAnimated(chats, 'Once more');

  const likes = await open('/likes');
  await untilMeasured(likes, 1);
  await untilUnasked(likes);
  await apiClient(site.url, mei.cookie).post('/api/likes.php', { profile: joris.id });
  await untilAnimated(likes, 'Mei');

  const notices = await open('/notifications');
  await untilMeasured(notices, 1);
  await untilUnasked(notices);
  await apiClient(site.url, mei.cookie).delete('/api/likes.php', { profile: joris.id });
  await untilAnimated(notices, 'Mei likes you');
  // While a row fades out the library lets others come without a move.
  await notices.getByRole('listitem').filter({ hasText: 'Mei likes you' }).waitFor({ state: 'detached' });
  const ewa = await aMember(site.db, { name: 'Ewa' });
  await apiClient(site.url, ewa.cookie).post('/api/likes.php', { profile: joris.id });
  await untilAnimated(notices, 'Ewa likes you');

  const cards = await open('/members');
  await more(cards, 'Mei').click();
  await untilMeasured(cards, 3);
  await entry(cards, 'hide').click();
  await untilAnimated(cards, 'Mei');
});

test('a device, somebody brought back and a photo are seen to leave their lists', async () => {
  const blocked = await aMember(site.db, { name: 'Mei' });
  await aBlock(site.db, joris.id, blocked.id);
  await aSession(site.db, joris.id);
  for (const position of [0, 1]) await anImage(site.db, joris.id, position);
  const page = await open('/profile');

  await button(page, say('account:devices_show')).click();
  await page.locator('.devices').getByRole('button').first().waitFor();
  await untilMeasured(page, 6);
  await moves(page, () => page.locator('.devices').getByRole('button').first().click());

  await moves(page, async () => {
    await button(page, say('photos:tile', { place: 2, count: 2 })).click();
    await button(page, say('photos:delete')).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: say('photos:delete') })
      .click();
  });

  await page.locator('#put-aside').getByRole('button').click();
  const back = button(page, say('safety:blocked_back_long', { name: 'Mei' }));
  await back.waitFor();
  await moves(page, () => back.click());
});

test('nothing moves for those who want less motion, nor ever in a thread', async () => {
  const vera = await aMember(site.db, { name: 'Vera', credits: 6 });
  const conversation = await begin(vera, joris);
  const still = await open('/chats', 'reduce');
  await untilUnasked(still);
  const talk = await open(`/chats/${conversation}`);
  await untilUnasked(talk);
  await write(vera, conversation, 'Second');
  await still.getByText('Second').waitFor();
  await thread(talk).getByText('Second').waitFor();
  expect(await animations(still)).toEqual([]);
  expect(await talk.evaluate(() => document.querySelector('[role=log]')?.getAnimations({ subtree: true }).length)).toBe(0);
});
