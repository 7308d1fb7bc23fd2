import { expect, test } from 'vitest';
import { violationsOn } from '../support/axe.ts';
import { browserSite } from '../support/browser-site.ts';
import { field } from '../support/locators.ts';
import { t } from '../support/translations.ts';
import { DESKTOP, PHONE, until, visit } from '../support/visit.ts';

const site = browserSite();

test('a valid e-mail address lights a window, and an invalid one darkens it', async () => {
  const page = await visit(site, PHONE);
  await page.goto('/landers/alonetonight/sunday-evening?network=n1');
  const light = () => page.locator('.night-own-window-light').evaluate((light) => getComputedStyle(light).opacity);
  const address = field(page, t('signup:email'));
  await until(light).toBe('0');
  await address.fill('kim@example.org');
  await until(light).toBe('1');
  await address.fill('kim@');
  await until(light).toBe('0');
  expect(await violationsOn(page)).toEqual([]);
});

test('the last three chosen things each add their line, also by keyboard', async () => {
  const page = await visit(site, DESKTOP);
  await page.goto('/landers/iconslanding/kitchen');
  const lines = () => page.getByRole('status').locator('.thing-picks-sentence').allTextContents();
  const line = (thing: string) => t(`lander-icons:kitchen.things.${thing}.line`);
  const pick = (thing: string) => page.getByRole('checkbox', { name: t(`lander-icons:kitchen.things.${thing}.name`), exact: true });
  await until(lines).toEqual([line('bread')]);
  for (const thing of ['cake', 'pasta', 'coffee']) await pick(thing).press('Space');
  await until(lines).toEqual(['cake', 'pasta', 'coffee'].map(line));
  for (const thing of ['cake', 'pasta', 'coffee']) await pick(thing).uncheck();
  await until(() => page.locator('.thing-picks-sentences').textContent()).toBe(t('lander-icons:none'));
  expect(await violationsOn(page)).toEqual([]);
});

test('every portrait on the map loads', async () => {
  const page = await visit(site, PHONE);
  await page.goto('/landers/maplanding/across-the-border');
  const faces = () => page.locator('.map-pin image').evaluateAll((images) => images.map((image) => image.getAttribute('href') ?? ''));
  await until(async () => (await faces()).length).toBe(6);
  const statuses = await Promise.all((await faces()).map(async (face) => (await page.request.get(face)).status()));
  expect(statuses).toEqual(Array(6).fill(200));
  expect(await violationsOn(page)).toEqual([]);
});

test('blocked pictures show their background instead of the sign for a broken image, and texts keep their contrast', async () => {
  const page = await visit(site, PHONE);
  await page.route('**/*.{webp,mp4}', (route) => route.abort());
  const brokenOnes = () =>
    page
      .locator('img:not([loading=lazy]), image')
      .evaluateAll((images) => images.filter((image) => getComputedStyle(image).content === 'normal').map((image) => image.outerHTML));
  for (const path of ['video/last-train', 'gallery/over-40', 'maplanding/nearby']) {
    await page.goto(`/landers/${path}`);
    await until(brokenOnes).toEqual([]);
    expect(await violationsOn(page, ['color-contrast'])).toEqual([]);
  }
});
