import { expect, test } from 'vitest';
import { aBlock, aMatch, aMember, anImage } from '../../support/database/factories.ts';
import { violationsOn } from '../support/axe.ts';
import { browserSite } from '../support/browser-site.ts';
import { blockFonts, layoutShiftOf } from '../support/layout-shift.ts';
import { t } from '../support/translations.ts';
import { PHONE, PHONE_SIZE, until, untilAddress, visit } from '../support/visit.ts';
import { openUntilIdle } from '../support/waits.ts';

const site = browserSite();

test('matches stand as faces above the chats, without those who are blocked, and lead to the conversation', async () => {
  const joris = await aMember(site.db, { name: 'Joris', gender: 'male' });
  for (const name of ['Marit', 'Bea', 'Cem']) {
    const { id } = await aMember(site.db, { name, isFictional: name === 'Bea' });
    await anImage(site.db, id);
    await aMatch(site.db, joris.id, id);
    if (name === 'Cem') await aBlock(site.db, joris.id, id);
  }
  const page = await visit(site, { ...PHONE, cookie: joris.cookie });
  await blockFonts(page);
  await openUntilIdle(page, '/chats');
  const faces = page.getByRole('navigation', { name: t('chat:matches') }).getByRole('link');
  await until(() => faces.count()).toBe(2);
  const names = [t('cards:chat_with', { name: 'Marit' }), t('cards:chat_with', { name: t('cards:name_fictional', { name: 'Bea' }) })];
  expect((await faces.locator('> .visually-hidden').allTextContents()).toSorted()).toEqual(names.toSorted());
  expect(await layoutShiftOf(page)).toBeLessThan(0.02);
  expect(await violationsOn(page)).toEqual([]);
  await faces.filter({ hasText: 'Marit' }).click();
  await untilAddress(page, /^\/chats\/[\w-]{22}$/);
});

test('many matches are pulled sideways by themselves: the page stays as wide as the phone, with its tabs in view', async () => {
  const joris = await aMember(site.db, { name: 'Joris', gender: 'male' });
  for (let made = 0; made < 12; made += 1) await aMatch(site.db, joris.id, (await aMember(site.db, { name: `Bea ${made}` })).id);
  const page = await visit(site, { ...PHONE, cookie: joris.cookie });
  await openUntilIdle(page, '/chats');
  const row = page.locator('.match-row ul');
  await until(() => row.getByRole('link').count()).toBe(12);
  const widths = await row.evaluate(({ clientWidth, scrollWidth }) => ({ clientWidth, scrollWidth }));
  expect(widths.scrollWidth).toBeGreaterThan(widths.clientWidth);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE_SIZE.width);
  expect(await page.locator('.tabs').boundingBox()).toMatchObject({ x: 0, width: PHONE_SIZE.width });
});

test('without matches there is no row, and nothing is asked for it', async () => {
  const noor = await aMember(site.db, { name: 'Noor' });
  const page = await visit(site, { ...PHONE, cookie: noor.cookie });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await openUntilIdle(page, '/chats');
  await page.getByText(t('chat:empty_title')).waitFor();
  expect(await page.locator('.match-row').count()).toBe(0);
  expect(asked.filter((url) => url.includes('type=matches'))).toEqual([]);
});
