import { expect, test } from 'vitest';
import { aMember } from '../../support/database/factories.ts';
import { violationsOn } from '../support/axe.ts';
import { browserSite } from '../support/browser-site.ts';
import { t } from '../support/translations.ts';
import { PHONE, until, visit } from '../support/visit.ts';

const site = browserSite();

/** The empty lists of a new member: the path, the title, the button, and how many faces there are. */
const EMPTY_LISTS = [
  ['/chats', 'chat:empty_title', 'chat:empty_action', 1],
  ['/likes', 'likes:empty_liked_by', 'likes:empty_liked_by_action', 1],
  ['/likes/profiles', 'likes:empty_profiles', 'likes:empty_profiles_action', 1],
  ['/likes/matches', 'likes:empty_matches', 'likes:empty_matches_action', 2],
  ['/notifications', 'notifications:empty_title', 'notifications:empty_action', 1],
] as const;

const newcomer = () => aMember(site.db, { name: 'Nina' });

test('an empty list shows drawn faces without a name, a sentence and one thing to do', async () => {
  const { cookie } = await newcomer();
  const page = await visit(site, { ...PHONE, cookie });
  for (const [path, title, action, faces] of EMPTY_LISTS) {
    await page.goto(path);
    const empty = page.locator('.empty-state').filter({ hasText: t(title) });
    await empty.waitFor();
    expect(await empty.getByRole('link', { name: t(action), exact: true }).count()).toBe(1);
    expect(await empty.locator('a, button').count()).toBe(1);
    expect(await empty.locator('img').count()).toBe(faces);
    expect(await empty.getByRole('img').count()).toBe(0);
    await until(() =>
      empty.locator('img').evaluateAll((images) => images.every((image) => image instanceof HTMLImageElement && image.naturalWidth > 0)),
    ).toBe(true);
  }
  expect(await violationsOn(page)).toEqual([]);
});

test('a face that does not load keeps its place', async () => {
  const { cookie } = await newcomer();
  const page = await visit(site, { ...PHONE, cookie });
  const heightAt = async () => {
    await page.goto('/likes');
    const art = page.locator('.empty-state-art');
    await art.locator('img').waitFor();
    return (await art.boundingBox())?.height;
  };
  const height = await heightAt();
  await page.route(/amara.*\.webp/, (route) => route.abort());
  expect(await heightAt()).toBe(height);
  await page.locator('.empty-state img.is-broken').waitFor();
  expect((await page.locator('.empty-state-art').boundingBox())?.height).toBe(height);
});

test('the template classic shows no face', async () => {
  const { cookie } = await newcomer();
  const page = await visit(site, { ...PHONE, cookie });
  for (const [path, title] of EMPTY_LISTS) {
    await page.goto(`${path}?template=classic`);
    await page
      .locator('.empty-state')
      .filter({ hasText: t(title) })
      .waitFor();
    expect(await page.locator('.empty-state img').count()).toBe(0);
  }
});
