import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { WAITING_CASES_MAX } from '#contract/operator/operated-cases';
import { aCase } from '../../support/database/factories.ts';
import { violationsOn } from '../support/axe.ts';
import { hasFocus, pressOn } from '../support/keyboard.ts';
import { PHONE, until } from '../support/visit.ts';
import { deskCasesFixture, takeCase } from './cases-fixture.ts';

const { site, deskOf, aReport } = deskCasesFixture();

const NARROW = { ...PHONE, viewport: { width: 320, height: 640 } };
const navigation = (page: Page) => page.getByRole('navigation', { name: 'Desk' });
const casesLink = (page: Page) => navigation(page).getByRole('link', { name: /^Cases/ });

describe.each([
  ['320', NARROW],
  ['390', PHONE],
] as const)('on a phone of %s pixels', (_, options) => {
  test('the head is one row and the pages are tabs at the bottom, each of which can be reached', async () => {
    const { page } = await deskOf('admin', '/access', options);
    const height = page.viewportSize()?.height ?? 0;
    expect((await page.getByRole('banner').boundingBox())?.height).toBeLessThan(60);
    const bar = await navigation(page).boundingBox();
    expect([bar && bar.y + bar.height, (bar?.height ?? height) < 80]).toEqual([height, true]);
    const links = await navigation(page).getByRole('link').all();
    expect(links.length).toBe(7);
    const edges = (link: Locator) =>
      link.evaluate((one) => {
        const { left, right } = one.getBoundingClientRect();
        return [Math.min(0, Math.ceil(left)), Math.max(0, Math.floor(right - innerWidth))];
      });
    // The page that is open is in view, although it is the last one; so is what has the focus.
    await until(() => edges(navigation(page).getByRole('link', { name: 'Access' }))).toEqual([0, 0]);
    for (const link of links) {
      await link.focus();
      await until(() => edges(link)).toEqual([0, 0]);
      expect((await link.boundingBox())?.width).toBeGreaterThanOrEqual(44);
    }
    await navigation(page).getByRole('link', { name: 'Company' }).click();
    await page.getByRole('heading', { level: 1, name: 'Company' }).waitFor();
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect([overflow, await violationsOn(page)]).toEqual([0, []]);
  });
});

test('the account is a dialog where there is no rail: language, help and signing out by keyboard', async () => {
  const { page } = await deskOf('moderator', '/cases', NARROW);
  await page.getByRole('heading', { level: 1, name: 'Cases' }).waitFor();
  const button = page.getByRole('button', { name: 'Account of Olga' });
  await pressOn(page, button);
  const account = page.getByRole('dialog', { name: 'Olga' });
  await account.getByText('Moderator').waitFor();
  expect(await violationsOn(page)).toEqual([]);
  await pressOn(page, account.getByRole('button', { name: 'Keyboard' }));
  const help = page.getByRole('dialog', { name: 'Keyboard' });
  await help.waitFor();
  await until(() => account.count()).toBe(0);
  await page.keyboard.press('Escape');
  await until(() => help.count()).toBe(0);
  await until(() => hasFocus(button)).toBe(true);
  await page.keyboard.press('Enter');
  await account.getByRole('combobox', { name: 'Language' }).selectOption('nl');
  await pressOn(page, account.getByRole('button', { name: 'Uitloggen' }));
  await page.getByRole('heading', { name: 'Inloggen bij de balie' }).waitFor();
});

describe('the count of waiting cases', () => {
  test('is in the name of its link on every page, and follows what is done', async () => {
    const [{ number }] = [await aReport(), await aReport({ name: 'Anna' })];
    const { page } = await deskOf('moderator', '/access');
    await navigation(page).getByRole('link', { name: 'Cases 2 cases waiting', exact: true }).waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await takeCase(page, number);
    // What the operator has taken still waits for them.
    await navigation(page).getByRole('link', { name: 'Cases 2 cases waiting', exact: true }).waitFor();
    await page.getByRole('radio', { name: 'Dismiss' }).check();
    await page.getByRole('button', { name: 'Look at it first' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Decide' }).click();
    await navigation(page).getByRole('link', { name: 'Cases 1 case waiting', exact: true }).waitFor();
  });

  test('grows by itself, and is not there without a case', async () => {
    const { page } = await deskOf('moderator', '/access');
    await page.clock.install();
    const asked = page.waitForResponse((response) => response.url().endsWith('/waiting-cases.php'));
    await page.reload();
    await asked;
    expect(await casesLink(page).textContent()).toBe('Cases');
    await aReport();
    const grown = navigation(page).getByRole('link', { name: 'Cases 1 case waiting', exact: true });
    // The page asks a minute after it has taken the answer in.
    await until(async () => {
      await page.clock.fastForward(60_000);
      return grown.isVisible();
    }).toBe(true);
  });

  test('is shown as 99+ from a hundred on, in Dutch too', async () => {
    const { member } = await aReport();
    await Promise.all(Array.from({ length: WAITING_CASES_MAX }, async () => aCase(site.db, member.id)));
    const { page } = await deskOf('moderator', '/access');
    await casesLink(page).getByText('99+').waitFor();
    await navigation(page).getByRole('link', { name: 'Cases at least 100 cases waiting', exact: true }).waitFor();
    await page.getByRole('combobox', { name: 'Language' }).selectOption('nl');
    await page.getByRole('link', { name: 'Zaken minstens 100 zaken wachten', exact: true }).waitFor();
  });
});
