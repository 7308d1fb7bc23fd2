import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { decideCase } from '../../../worker/domain/moderation/decide-case.ts';
import { dismissalOf } from '../../../worker/domain/moderation/decision-input.ts';
import { violationsOn } from '../support/axe.ts';
import { PHONE, until } from '../support/visit.ts';
import { deskCasesFixture } from './cases-fixture.ts';

const { site, deskOf, aReport, report } = deskCasesFixture();

const LONG_NAME = 'Dorothea-Wilhelmina van Blokland tot Overbeek';
const LONG_WORD = 'https://example.org/'.padEnd(160, 'abcdefghij');

/** What the page is wider than the window, and what axe finds. */
async function faultsOf(page: Page) {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await until(() => page.locator('.desk-loading').count()).toBe(0);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  return { overflow, violations: await violationsOn(page) };
}
const NO_FAULTS = { overflow: 0, violations: [] };

/** The language is chosen in the rail or, where there is none, in the dialog of the account. */
async function chooseDutch(page: Page): Promise<void> {
  const account = page.getByRole('button', { name: 'Account of Olga' });
  const isNarrow = await account.isVisible();
  if (isNarrow) await account.click();
  await page.getByRole('combobox', { name: 'Language' }).selectOption('nl');
  if (isNarrow) await page.keyboard.press('Escape');
  await page.getByRole('navigation', { name: 'Balie' }).waitFor();
}

const PHONE_320 = { ...PHONE, viewport: { width: 320, height: 640 } };

test.each<[string, BrowserContextOptions & { dutch?: true }]>([
  ['a phone of 320 pixels, by day', PHONE_320],
  ['a phone of 320 pixels, by night, in Dutch', { ...PHONE_320, colorScheme: 'dark', dutch: true }],
  ['a tablet, in Dutch', { viewport: { width: 800, height: 1100 }, dutch: true }],
  ['a desktop, by day, in Dutch', { dutch: true }],
  ['a desktop, by night', { colorScheme: 'dark' }],
])('lists, cases, forms and dialogs fit %s, and axe finds nothing', async (_, { dutch, ...options }) => {
  const { number, member } = await aReport({ name: LONG_NAME, text: LONG_WORD, message: LONG_WORD });
  const decided = await aReport({ reason: 'underage', text: 'Fifteen at most' });
  await report(decided.reporter, member, { reason: 'harassment', text: 'Again and again' });
  const input = { ...dismissalOf(decided.number), action: 'warn', ground: { kind: 'law', code: 'threats' }, facts: LONG_WORD } as const;
  await decideCase(site.db, Date.now(), { kind: 'command_line' }, input);
  const { page } = await deskOf('admin', '/cases', options);
  if (dutch) await chooseDutch(page);
  for (const path of [
    '/cases',
    '/cases?list=mine',
    '/cases?list=closed',
    `/cases/${number}`,
    `/cases/${decided.number}`,
    '/cases/0000000000',
  ]) {
    await page.goto(`/operator${path}`);
    expect([path, await faultsOf(page)]).toEqual([path, NO_FAULTS]);
  }
  await page.goto(`/operator/cases/${number}`);
  await page.getByRole('button', { name: dutch ? 'Nemen' : 'Take it' }).click();
  await page.getByRole('radio').first().waitFor();
  for (const action of await page.getByRole('radio').all()) {
    await action.check();
    expect([await action.getAttribute('value'), await faultsOf(page)]).toEqual([await action.getAttribute('value'), NO_FAULTS]);
  }
  await page.getByRole('radio', { name: dutch ? 'Waarschuwen' : 'Warn' }).check();
  await page.getByRole('button', { name: dutch ? 'Eerst bekijken' : 'Look at it first' }).click();
  expect(await faultsOf(page)).toEqual(NO_FAULTS);
  await page.getByLabel(dutch ? 'In strijd waarmee?' : 'Against what?').selectOption('law:threats');
  await page.getByLabel(dutch ? 'Wat heb je vastgesteld?' : 'What did you find?').fill(LONG_WORD);
  await page.getByRole('button', { name: dutch ? 'Eerst bekijken' : 'Look at it first' }).click();
  await page.getByRole('alertdialog').waitFor();
  expect(await faultsOf(page)).toEqual(NO_FAULTS);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: dutch ? 'Foto 1 tonen' : 'Show photo 1' }).click();
  await page.getByRole('button', { name: dutch ? 'Foto 1 verbergen' : 'Hide photo 1' }).waitFor();
  expect(await faultsOf(page)).toEqual(NO_FAULTS);
  await page.getByRole('button', { name: dutch ? 'Aan iemand anders geven' : 'Give to somebody else' }).click();
  await page.getByRole('dialog').waitFor();
  expect(await faultsOf(page)).toEqual(NO_FAULTS);
});
