import { beforeAll, expect, test } from 'vitest';
import { aMember, anImage, type TestMember } from '../../support/database/factories.ts';
import { browserSite } from '../support/browser-site.ts';
import { resultCards } from '../support/signup-and-search-actions.ts';
import { until, visit } from '../support/visit.ts';

/** As many as a page of results shows, so that some of their photos are loaded at once and others when they come into view. */
const MEMBERS = 12;
const site = browserSite();
let joris: TestMember;

beforeAll(async () => {
  joris = await aMember(site.db, { gender: 'male' });
  for (let i = 0; i < MEMBERS; i += 1) await anImage(site.db, (await aMember(site.db, { name: `Marit ${i}` })).id);
});

/** Notes of each `srcset` that is set whether its image was in the document. */
function recordSources(): void {
  const wereInDocument: boolean[] = [];
  const set = Element.prototype.setAttribute;
  Element.prototype.setAttribute = function (name, value) {
    if (name.toLowerCase() === 'srcset') wereInDocument.push(this.isConnected);
    set.call(this, name, value);
  };
  Object.assign(window, { wereInDocument });
}

test('photos get their sources in the document, because Chromium never frees an image that got them outside', async () => {
  const page = await visit(site, { cookie: joris.cookie });
  await page.addInitScript(recordSources);
  await page.goto('/members');
  await until(() => resultCards(page).count()).toBe(MEMBERS);
  await resultCards(page).first().getByRole('link').first().click();
  await page.locator('.member-info h1').waitFor();
  await until(() => page.locator('.letter-head img[srcset]').count()).toBe(1);
  const wereInDocument = await page.evaluate(() => (window as unknown as { wereInDocument: boolean[] }).wereInDocument);
  expect(wereInDocument.length).toBeGreaterThan(MEMBERS);
  expect(wereInDocument).not.toContain(false);
});
