import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { aMember, anImage, type TestMember } from '../../support/database/factories.ts';
import { aFile, aJpeg, aPng, exifSegment, meanLightness } from '../../support/files/image-files.ts';
import { apiClient } from '../../support/product/api-client.ts';
import { violationsOn } from '../support/axe.ts';
import { browserSite } from '../support/browser-site.ts';
import { hasFocus } from '../support/keyboard.ts';
import { button } from '../support/locators.ts';
import { t } from '../support/translations.ts';
import { DESKTOP, PHONE, until, visit } from '../support/visit.ts';
import { openUntilIdle, untilAnimationsEnd } from '../support/waits.ts';

const site = browserSite();
let joris: TestMember;

beforeEach(async () => {
  joris = await aMember(site.db, { name: 'Joris', gender: 'male' });
});

const photo = (bytes = aPng({ width: 900, height: 700 })) => ({ name: 'me.png', mimeType: 'image/png', buffer: bytes });
const picker = (page: Page) => page.locator('#photos input[type=file]');
const dialog = (page: Page) => page.getByRole('dialog');
const tile = (page: Page, position: number, count: number, isMain = false) =>
  page.getByRole('button', { name: t(isMain ? 'photos:tile_main' : 'photos:tile', { place: position, count }) });

async function openProfile(options = PHONE): Promise<Page> {
  const page = await visit(site, { ...options, cookie: joris.cookie });
  await page.goto('/profile');
  await button(page, t('photos:add')).waitFor();
  return page;
}

async function addPhoto(page: Page, count: number): Promise<void> {
  await picker(page).setInputFiles(photo());
  await button(page, t('photos:use')).click();
  await page.getByText(t(count === 1 ? 'photos:count_one' : 'photos:count_other', { count })).waitFor();
}

/** The photos of Joris as the server has them. */
async function stored() {
  const { at } = await apiClient(site.url, joris.cookie)
    .get('/api/user.php')
    .then((answer) => ({ at: (path: string) => answer.at(path) }));
  const images = at('user.profile.images') as { id: string; width: number; height: number; thumbhash: string; is_nude: boolean }[];
  return { images, ids: images.map(({ id }) => id), main: at('user.profile.main_image.id') };
}

test('a photo is chosen, cropped, uploaded, made the main one and deleted by keyboard alone', async () => {
  const page = await openProfile(DESKTOP);
  await addPhoto(page, 1);
  const fileChooser = page.waitForEvent('filechooser');
  await button(page, t('photos:add')).focus();
  await page.keyboard.press('Enter');
  await (await fileChooser).setFiles(photo());
  const cropArea = page.getByLabel(t('photos:crop_area'));
  await cropArea.focus();
  const before = await cropArea.boundingBox();
  await page.keyboard.press('ControlOrMeta+ArrowLeft');
  await page.keyboard.press('ArrowRight');
  await until(async () => (await cropArea.boundingBox())?.x ?? 0).toBeLessThan((before?.x ?? 0) - 20);
  expect(await violationsOn(page)).toEqual([]);
  await button(page, t('photos:use')).focus();
  await page.keyboard.press('Enter');
  await tile(page, 2, 2).waitFor();
  await until(() => hasFocus(button(page, t('photos:add')))).toBe(true);

  await tile(page, 2, 2).focus();
  await page.keyboard.press('Enter');
  await button(page, t('photos:make_main')).waitFor();
  await untilAnimationsEnd(page);
  expect(await violationsOn(page)).toEqual([]);
  await button(page, t('photos:make_main')).press('Enter');
  await tile(page, 2, 2, true).waitFor({ state: 'attached' });
  await button(page, t('photos:move_earlier')).press('Enter');
  await dialog(page)
    .getByText(t('photos:said_moved', { place: 1, count: 2 }))
    .waitFor({ state: 'attached' });
  await page.getByRole('switch', { name: t('photos:nude') }).press('Space');
  await until(async () => {
    const { images, ids, main } = await stored();
    return [images.map(({ is_nude: isNude }) => isNude), main === ids[0]];
  }).toEqual([[true, false], true]);
  const { ids } = await stored();

  await button(page, t('photos:delete')).press('Enter');
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('photos:delete') })
    .press('Enter');
  await tile(page, 1, 1, true).waitFor();
  await until(async () => (await stored()).ids).toEqual(ids.slice(1));
});

describe('the frame of a photo', () => {
  const openFrame = async (view: Parameters<typeof openProfile>[0]) => {
    const page = await openProfile(view);
    await picker(page).setInputFiles(photo(aPng({ width: 1200, height: 1200 })));
    const frame = page.getByLabel(t('photos:crop_area'));
    const boxOf = async () => (await frame.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await until(async () => (await boxOf()).width).toBeGreaterThan(100);
    await untilAnimationsEnd(page);
    return { page, frame, boxOf };
  };

  test('changes its size by the wheel and by plus and minus, and not beyond the picture', async () => {
    const { page, frame, boxOf } = await openFrame(DESKTOP);
    const first = await boxOf();
    const middle = { x: first.x + first.width / 2, y: first.y + first.height / 2 };
    await page.mouse.move(middle.x, middle.y);
    await page.mouse.wheel(0, 200);
    await until(async () => (await boxOf()).width / first.width).toBeLessThan(0.8);
    const smaller = await boxOf();
    expect(smaller.x + smaller.width / 2).toBeCloseTo(middle.x, 0);
    expect(smaller.width / smaller.height).toBeCloseTo(0.8, 1);
    await frame.focus();
    await page.keyboard.press('Minus');
    await until(async () => (await boxOf()).width).toBeLessThan(smaller.width - 2);
    for (let i = 0; i < 8; i += 1) await page.keyboard.press('Equal');
    await until(async () => Math.abs((await boxOf()).width - first.width)).toBeLessThan(1);
    await page.mouse.wheel(0, -500);
    await until(async () => Math.abs((await boxOf()).height - first.height)).toBeLessThan(1);
  });

  test('follows two fingers, does not jump when one is lifted, and has corners that a finger hits', async () => {
    const { page, boxOf } = await openFrame(PHONE);
    const first = await boxOf();
    const touch = await page.context().newCDPSession(page);
    const at = (x: number, y: number, id: number) => ({ x: first.x + first.width * x, y: first.y + first.height * y, id });
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: ReturnType<typeof at>[]) =>
      touch.send('Input.dispatchTouchEvent', { type, touchPoints });
    await send('touchStart', [at(0.3, 0.5, 1)]);
    await send('touchStart', [at(0.3, 0.5, 1), at(0.7, 0.5, 2)]);
    await send('touchMove', [at(0.4, 0.5, 1), at(0.6, 0.5, 2)]);
    await until(async () => (await boxOf()).width / first.width).toBeCloseTo(0.5, 1);
    const pinched = await boxOf();
    await send('touchEnd', [at(0.4, 0.5, 1)]);
    await send('touchMove', [at(0.2, 0.3, 1)]);
    await send('touchEnd', []);
    expect(await boxOf()).toEqual(pinched);

    await send('touchStart', [at(0.5, 0.5, 3)]);
    await send('touchMove', [at(0.4, 0.5, 3)]);
    await send('touchEnd', []);
    await until(async () => (await boxOf()).x).toBeLessThan(pinched.x - 5);
    const corners = await page.getByLabel(t('photos:crop_corner')).evaluateAll((handles) =>
      handles
        .filter((handle) => getComputedStyle(handle).display !== 'none')
        .map((handle) => {
          const { x, y, width, height } = handle.getBoundingClientRect();
          const [middleX, middleY] = [x + width / 2, y + height / 2];
          return [-21, 21].flatMap((dx) => [-21, 21].map((dy) => document.elementFromPoint(middleX + dx, middleY + dy) === handle));
        }),
    );
    expect(corners).toEqual(Array.from({ length: 4 }, () => [true, true, true, true]));
    expect(await violationsOn(page)).toEqual([]);
  });
});

test('a rotated photo is stored upright and in the proportions of a card', async () => {
  const page = await openProfile();
  const turned = aJpeg({ width: 800, height: 600, before: [exifSegment({ orientation: 6, place: 'Dam 1' })] });
  await picker(page).setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: turned });
  await button(page, t('photos:use')).click();
  await tile(page, 1, 1, true).waitFor();
  const [image] = (await stored()).images;
  expect([image?.width, image?.height]).toEqual([600, 750]);
  expect(meanLightness(image?.thumbhash, 'bottom')).toBeGreaterThan(meanLightness(image?.thumbhash, 'top') + 100);
});

describe('an unsuitable file', () => {
  test.each([
    ['an HTML file', Buffer.from('<!doctype html>'), 'photos:refused_type'],
    ['a broken image', aJpeg({ width: 600, height: 600 }).subarray(0, 60), 'photos:refused_unreadable'],
    ['a small image', aPng({ width: 180, height: 400 }), 'photos:refused_small'],
  ])('such as %s is refused with the reason before it is uploaded', async (_, buffer, reason) => {
    const page = await openProfile();
    await picker(page).setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer });
    await page.getByRole('alert').getByText(t(reason)).waitFor();
    expect((await stored()).ids).toEqual([]);
  });
});

describe('an upload', () => {
  test('shows its progress and can be cancelled', async () => {
    const page = await openProfile();
    await picker(page).setInputFiles(photo(aPng({ width: 2000, height: 2500 })));
    const network = await page.context().newCDPSession(page);
    await network.send('Network.emulateNetworkConditions', { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 3_000 });
    await button(page, t('photos:use')).click();
    await dialog(page)
      .getByRole('progressbar', { name: t('photos:progress') })
      .waitFor();
    await button(page, t('photos:cancel')).click();
    await until(() => button(page, t('photos:use')).isEnabled()).toBe(true);
    expect((await stored()).ids).toEqual([]);
  });

  test('that fails keeps the crop for another try', async () => {
    const page = await openProfile();
    await page.route('**/api/profileimage.php', (route) => route.abort(), { times: 1 });
    await picker(page).setInputFiles(photo());
    await button(page, t('photos:use')).click();
    await page.getByRole('alert').getByText(t('errors:offline')).waitFor();
    await button(page, t('photos:try_again')).click();
    await tile(page, 1, 1, true).waitFor();
  });
});

test('a change that the server refuses is taken back with a message', async () => {
  const page = await openProfile();
  await addPhoto(page, 1);
  await addPhoto(page, 2);
  await page.route('**/api/profileimage.php', (route) => route.abort(), { times: 1 });
  await tile(page, 2, 2).click();
  await button(page, t('photos:make_main')).click();
  await page.getByText(t('photos:change_failed')).first().waitFor();
  await tile(page, 1, 2, true).waitFor({ state: 'attached' });
});

test('photos are moved by mouse; photos that cannot be loaded show their placeholders', async () => {
  const me = apiClient(site.url, joris.cookie);
  for (let i = 0; i < 3; i += 1) await me.upload('/api/profileimage.php', [['file', aFile(aPng({ width: 400, height: 500 }))]]);
  const page = await visit(site, { ...DESKTOP, cookie: joris.cookie });
  await openUntilIdle(page, '/profile');
  const { ids } = await stored();
  await tile(page, 1, 3, true).dragTo(tile(page, 3, 3));
  await until(async () => (await stored()).ids).toEqual([ids[1], ids[2], ids[0]]);
  await page.route('**/photos/**', (route) => route.abort());
  await page.reload();
  const loadedPhotos = () =>
    page.locator('.photo-grid img').evaluateAll((images) => images.filter((image) => !image.matches('.is-broken')).length);
  await page.locator('.photo-grid img').nth(2).waitFor();
  await until(loadedPhotos).toBe(0);
  const contents = await page.locator('.photo-grid img').evaluateAll((images) => images.map((image) => getComputedStyle(image).content));
  expect(contents).toEqual(Array.from({ length: 3 }, () => expect.stringContaining('data:image/svg+xml')));
  await page.unroute('**/photos/**');
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await until(loadedPhotos).toBe(3);
});

test('photos are sorted by keys, and by holding one on a touch screen', async () => {
  for (const position of [0, 1, 2]) await anImage(site.db, joris.id, position);
  const page = await openProfile();
  const { ids } = await stored();
  await page.locator('.photo-tile button').first().focus();
  await page.keyboard.press('Shift+ArrowRight');
  await until(async () => (await stored()).ids).toEqual([ids[1], ids[0], ids[2]]);
  await until(() => hasFocus(page.locator(`[data-photo="${ids[0]}"] button`))).toBe(true);
  await page.keyboard.press('Shift+End');
  await until(async () => (await stored()).ids).toEqual([ids[1], ids[2], ids[0]]);
  await until(() => page.locator('#photos [role=status]').textContent()).toBe(t('photos:said_moved', { place: 3, count: 3 }));
  await page.keyboard.press('Shift+Home');
  await until(async () => (await stored()).ids).toEqual(ids);
  expect(await dialog(page).count()).toBe(0);

  const middleOf = async (place: number) => {
    const box = await page.locator(`[data-photo="${ids[place]}"]`).boundingBox();
    return { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
  };
  await page.locator('.photo-grid').scrollIntoViewIfNeeded();
  await untilAnimationsEnd(page);
  const touch = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  const [first, last] = [await middleOf(0), await middleOf(2)];
  const top = await page.evaluate(() => scrollY);
  await send('touchStart', [first]);
  await page.locator('.photo-tile.is-dragged').waitFor();
  await send('touchMove', [{ x: last.x, y: last.y - 8 }]);
  await send('touchMove', [last]);
  await page.locator('.photo-tile.is-over').waitFor();
  await send('touchEnd', []);
  await until(async () => (await stored()).ids).toEqual([ids[1], ids[2], ids[0]]);
  expect([await page.evaluate(() => scrollY), await dialog(page).count()]).toEqual([top, 0]);

  // A touch that is not held opens the photo as before.
  await page.locator(`[data-photo="${ids[1]}"] button`).tap();
  await dialog(page).waitFor();
  await untilAnimationsEnd(page);
  expect(await violationsOn(page)).toEqual([]);
});
