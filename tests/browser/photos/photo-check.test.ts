import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { clearSetting, saveSetting } from '#db/queries/operator/settings';
import { images } from '#db/schema/index';
import { acceptPhoto, removePhotoByOperator } from '../../../worker/domain/operating/photo-decisions.ts';
import { aMember, anImage, type TestMember } from '../../support/database/factories.ts';
import { aDrawing, pngOfDrawing } from '../../support/files/drawn-picture.ts';
import { violationsOn } from '../support/axe.ts';
import { browserSite } from '../support/browser-site.ts';
import { button } from '../support/locators.ts';
import { t } from '../support/translations.ts';
import { DESKTOP, PHONE, until, visit } from '../support/visit.ts';
import { untilAnimationsEnd } from '../support/waits.ts';

const site = browserSite();
const BY_COMMAND = { kind: 'command_line' } as const;

afterEach(() => clearSetting(site.db, 'photo_check'));

const picture = (seed: number) => ({
  name: 'me.png',
  mimeType: 'image/png',
  buffer: pngOfDrawing(aDrawing(seed), { width: 320, height: 400 }),
});
const held = (page: Page) => page.locator('#photos').getByText(t('photos:held'), { exact: true });

async function openProfile(member: TestMember, view = PHONE): Promise<Page> {
  const page = await visit(site, { ...view, cookie: member.cookie });
  await page.goto('/profile');
  await button(page, t('photos:add')).waitFor();
  return page;
}

async function addPicture(page: Page, seed: number): Promise<void> {
  await page.locator('#photos input[type=file]').setInputFiles(picture(seed));
  await button(page, t('photos:use')).click();
}

const photoOf = async ({ id }: TestMember) => (await site.db.select().from(images).where(eq(images.memberId, id)))[0];
const isLoaded = (page: Page, selector: string) =>
  page.locator(selector).evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth > 0 && !img.src.startsWith('data:'));

test('a held photo is seen by its owner with its label, and by nobody else until it is accepted', async () => {
  await saveSetting(site.db, 'photo_check', 'queue');
  const [joris, noor] = [await aMember(site.db, { name: 'Joris' }), await aMember(site.db, { name: 'Noor' })];
  const page = await openProfile(joris);
  await addPicture(page, 1);
  await page.getByText(t('photos:added_held')).first().waitFor();
  await held(page).waitFor();
  await until(() => isLoaded(page, '#photos .photo-tile img')).toBe(true);
  await untilAnimationsEnd(page);
  expect(await violationsOn(page)).toEqual([]);

  // A keyboard opens it: its dialog explains, and does not offer to make it the main photo.
  await page.getByRole('button', { name: t('photos:tile', { place: 1, count: 1 }) }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByText(t('photos:held_hint')).waitFor();
  expect(await dialog.getByRole('button', { name: t('photos:make_main') }).count()).toBe(0);
  await untilAnimationsEnd(page);
  expect(await violationsOn(page)).toEqual([]);
  await page.keyboard.press('Escape');

  const other = await visit(site, { ...DESKTOP, cookie: noor.cookie });
  await other.goto(`/members/${joris.id}`);
  await other.getByRole('heading', { name: 'Joris' }).first().waitFor();
  expect(await other.locator('.photo-block').count()).toBe(0);
  const photo = await photoOf(joris);
  const asOther = await other.evaluate(async (name) => (await fetch(`/photos/${name}`)).status, photo?.medium ?? '');
  expect(asOther).toBe(404);

  await acceptPhoto(site.db, Date.now(), BY_COMMAND, { photo: { id: photo?.id ?? '', memberId: joris.id }, isBlurred: false });
  // The event of the acceptance reaches the open page of the owner by the scheduled handler.
  await held(page).waitFor({ state: 'detached' });
  await page.getByText(t('photos:main'), { exact: true }).waitFor();
  await other.reload();
  await until(() => isLoaded(other, '.photo-block img')).toBe(true);
});

test('a photo that the check has blurred opens by keyboard, and its owner cannot take the mark away', async () => {
  const [joris, noor] = [await aMember(site.db, { name: 'Joris' }), await aMember(site.db, { name: 'Noor' })];
  const id = await anImage(site.db, joris.id);
  await site.db.update(images).set({ isNude: true, isNudeByCheck: true, acceptedBy: 'classifier' }).where(eq(images.id, id));
  const page = await visit(site, { ...PHONE, cookie: noor.cookie });
  await page.goto(`/members/${joris.id}`);
  const blurred = page.locator('.photo-block img.is-nude');
  await blurred.waitFor();
  await page.getByRole('button', { name: t('members:unveil') }).press('Enter');
  await blurred.waitFor({ state: 'detached' });
  await page.locator('.photo-block img').waitFor();

  const own = await openProfile(joris);
  await own.getByRole('button', { name: t('photos:tile_main', { place: 1, count: 1 }) }).press('Enter');
  await own.getByRole('dialog').getByText(t('photos:nude_by_check')).waitFor();
  expect(await own.getByRole('switch', { name: t('photos:nude') }).count()).toBe(0);
});

test('a copy of a removed photo is refused with a way to object', async () => {
  const joris = await aMember(site.db, { name: 'Joris' });
  const page = await openProfile(joris, DESKTOP);
  await addPicture(page, 2);
  await page.getByText(t('photos:count_one', { count: 1 })).waitFor();
  const photo = await photoOf(joris);
  const { removal } = await removePhotoByOperator(site.db, Date.now(), BY_COMMAND, {
    photo: { id: photo?.id ?? '', memberId: joris.id },
    reason: 'not_own',
    facts: 'It shows somebody else.',
  });
  await site.product.worker.scheduled();
  await page.reload();
  await button(page, t('photos:add')).waitFor();
  await addPicture(page, 2);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('alert').getByText(t('errors:photo_removed')).waitFor();
  await untilAnimationsEnd(page);
  expect(await violationsOn(page)).toEqual([]);
  await dialog.getByRole('link', { name: t('photos:removed_object') }).press('Enter');
  await until(() => page.getByLabel(t('complaints:reference_decision')).inputValue()).toBe(removal);
});
