import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { aConversation, aMatch, aMember, anImage, newId, type TestMember } from '../../support/database/factories.ts';
import { apiClient } from '../../support/product/api-client.ts';
import { browserSite } from '../support/browser-site.ts';
import { resultCards } from '../support/signup-and-search-actions.ts';
import { t } from '../support/translations.ts';
import { DESKTOP, PHONE, until, untilAddress, visit } from '../support/visit.ts';
import { openUntilIdle } from '../support/waits.ts';

const site = browserSite();
let joris: TestMember;
let marit: TestMember;

beforeAll(async () => {
  joris = await aMember(site.db, { name: 'Joris', gender: 'male' });
  marit = await aMember(site.db, { name: 'Marit' });
  await anImage(site.db, marit.id);
});

/** Where the animations of scripts began: the class or id of the element and its first frame. */
const animationsOn = (page: Page) => page.evaluate(() => (window as unknown as { animations: string[] }).animations);

async function open(path: string, reducedMotion: 'reduce' | 'no-preference' = 'no-preference', device = PHONE): Promise<Page> {
  const page = await visit(site, { ...device, cookie: joris.cookie, reducedMotion });
  await page.addInitScript(() => {
    const animations: string[] = [];
    Object.assign(window, { animations });
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (this: Element, frames, options) {
      animations.push(`${this.className || this.id} ${JSON.stringify(frames)}`);
      return animate.call(this, frames, options);
    };
  });
  // Fonts and pictures that come later would move what is measured.
  await openUntilIdle(page, path);
  return page;
}

test.each([
  ['grows from the pressed card', 'no-preference', 1],
  ['stands there at once for who wants less motion', 'reduce', 0],
] as const)('the head of a member’s page %s', async (_, reducedMotion, count) => {
  const page = await open('/members?country=NL', reducedMotion);
  const card = resultCards(page).filter({ hasText: 'Marit' }).locator('> a');
  const box = await card.boundingBox();
  await card.click();
  await untilAddress(page, `/members/${marit.id}`);
  await page.locator('.letter-head').waitFor();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  const growths = async () => (await animationsOn(page)).filter((each) => each.startsWith('letter-head'));
  await until(growths).toHaveLength(count);
  if (count > 0) expect((await growths())[0]).toContain(`translate(${box?.x}px, ${box?.y}px) scale(`);
});

test('the head of a member’s page grows from the frame of a card whose photo the pointer has enlarged', async () => {
  const page = await open('/members?country=NL', 'no-preference', DESKTOP);
  const card = resultCards(page).filter({ hasText: 'Marit' }).locator('> a');
  const box = await card.boundingBox();
  await card.hover();
  await until(async () => Number((await card.locator('img').boundingBox())?.width) > Number(box?.width)).toBe(true);
  await card.click();
  const head = page.locator('.letter-head');
  const headWidth = await head.evaluate((element) => (element as HTMLElement).offsetWidth);
  const scaleOfGrowth = async () => Number(/letter-head .*scale\(([\d.]+)/.exec((await animationsOn(page)).join('\n'))?.[1]);
  await until(scaleOfGrowth).toBeCloseTo(Number(box?.width) / headWidth);
});

test('the head of a member’s page that was reached otherwise stands there at once', async () => {
  const page = await open('/members?country=NL');
  await resultCards(page).filter({ hasText: 'Marit' }).locator('> a').waitFor();
  await page.goto(`/members/${marit.id}`);
  await page.locator('.letter-head').waitFor();
  expect((await animationsOn(page)).filter((each) => each.startsWith('letter-head'))).toEqual([]);
});

test.each([
  ['fades in', 'no-preference', ['page [{"opacity":0},{}]']],
  ['is there at once for who wants less motion', 'reduce', []],
] as const)('another tab %s', async (_, reducedMotion, fades) => {
  const page = await open('/members?country=NL', reducedMotion);
  await page.locator('a[href="/notifications"]:visible').click();
  await untilAddress(page, '/notifications');
  await until(() => page.getByRole('heading', { level: 1 }).textContent()).toBe(t('core:navigation.notifications'));
  await until(() => animationsOn(page)).toEqual(fades);
});

test.each([
  ['rises, those of an opened conversation do not', 'no-preference', 'message-rise'],
  ['stands there at once for who wants less motion', 'reduce', 'none'],
] as const)('a message that arrives %s', async (_, reducedMotion, animation) => {
  const vera = await aMember(site.db, { name: 'Vera' });
  await aMatch(site.db, vera.id, joris.id);
  const conversation = { id: await aConversation(site.db, vera.id, joris.id) };
  const send = (text: string) =>
    apiClient(site.url, vera.cookie).post('/api/chat.php', {
      conversation,
      message: { client_id: newId(), text },
      expects: { credits: 0 },
    });
  expect((await send('Before')).status).toBeLessThan(300);
  const page = await open(`/chats/${conversation.id}`, reducedMotion);
  const arrived = page.locator('.is-arrival');
  await page.locator('.message').filter({ hasText: 'Before' }).waitFor();
  expect(await arrived.count()).toBe(0);
  await send('And now');
  await until(() => arrived.textContent()).toContain('And now');
  expect(await arrived.locator('.message').evaluate((message) => getComputedStyle(message).animationName)).toBe(animation);
});
