import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { aMember, anImage, type TestMember } from '../../support/database/factories.ts';
import { aPng } from '../../support/files/image-files.ts';
import { browserSite } from '../support/browser-site.ts';
import { resultCards } from '../support/signup-and-search-actions.ts';
import { until, visit } from '../support/visit.ts';

/** As many as a page of results shows, so that some of their photos are loaded at once and others when they come into view. */
const MEMBERS = 12;
const PHOTOS = '**/photos/**';
const site = browserSite();
let joris: TestMember;

beforeAll(async () => {
  joris = await aMember(site.db, { gender: 'male' });
  for (let i = 0; i < MEMBERS; i += 1) await anImage(site.db, (await aMember(site.db, { name: `Marit ${i}` })).id);
});

/** Answers for photos, of which the database has names only. */
const servePhotos = (page: Page) =>
  page.route(PHOTOS, (route) => route.fulfill({ contentType: 'image/png', body: aPng({ width: 64, height: 80 }) }));

async function openFirstResult(page: Page): Promise<void> {
  await resultCards(page).first().getByRole('link').first().click();
  await page.locator('.member-info h1').waitFor();
}

/** Notes of each `srcset` that is set whether its image was in the app, which is not in the document yet while a shell stands there. */
function recordSources(): void {
  const wereInApp: boolean[] = [];
  const set = Element.prototype.setAttribute;
  Element.prototype.setAttribute = function (name, value) {
    if (name.toLowerCase() === 'srcset') wereInApp.push(this.closest('#root') !== null);
    set.call(this, name, value);
  };
  Object.assign(window, { wereInApp });
}

test('photos get their sources in their place, because Chromium never frees an image that got them and was not put anywhere', async () => {
  const page = await visit(site, { cookie: joris.cookie });
  await servePhotos(page);
  await page.addInitScript(recordSources);
  await page.goto('/members');
  await until(() => resultCards(page).count()).toBe(MEMBERS);
  await openFirstResult(page);
  await until(() => page.locator('.letter-head img[srcset]').count()).toBe(1);
  const wereInApp = await page.evaluate(() => (window as unknown as { wereInApp: boolean[] }).wereInApp);
  expect(wereInApp.length).toBeGreaterThan(MEMBERS);
  expect(wereInApp).not.toContain(false);
});

test('photos of a list that could not be loaded are tried again when it is shown again', async () => {
  const page = await visit(site, { cookie: joris.cookie });
  await page.route(PHOTOS, (route) => route.abort());
  await page.goto('/members');
  const broken = resultCards(page).locator('img.is-broken');
  await until(() => broken.count()).toBeGreaterThan(0);
  await openFirstResult(page);
  await page.unroute(PHOTOS);
  await servePhotos(page);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await page.goBack();
  await resultCards(page).first().waitFor();
  await until(() => broken.count()).toBe(0);
});
