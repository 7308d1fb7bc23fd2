import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { mailsTo } from '#db/queries/shared/mail-queue';
import { complaints } from '#db/schema/index';
import { aMember } from '../../support/database/factories.ts';
import { violationsOn } from '../support/axe.ts';
import { browserSite } from '../support/browser-site.ts';
import { untilStorageBelongsTo } from '../support/browser-storage.ts';
import { heading } from '../support/locators.ts';
import { holdSessionEffects, untilApp } from '../support/prerendered-shell.ts';
import { t } from '../support/translations.ts';
import { PHONE, until, visit } from '../support/visit.ts';

const site = browserSite();
const complaintText = (key: string, values: Record<string, string | number> = {}) => t(`complaints:${key}`, values);

const formOf = (page: Page) => page.getByRole('form', { name: complaintText('title'), exact: true });
const statusOf = (page: Page) => page.getByRole('form', { name: complaintText('status_title'), exact: true });
const send = (page: Page) => formOf(page).getByRole('button', { name: complaintText('send') });
const typed = (page: Page, key: string) => formOf(page).getByLabel(complaintText(key), { exact: true });
const UNAVAILABLE = { status: 503, json: { error: { code: 'unavailable', message: 'away' } } };

test('a visitor sees which fields are missing, keeps the text after a failure, and gets a number to ask for the status', async () => {
  const page = await visit(site, PHONE);
  await page.goto('/complaints');
  await send(page).click();
  await until(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('subject');
  for (const missing of ['subject_missing', 'text_required', 'email_required'])
    await formOf(page).getByText(complaintText(missing), { exact: true }).waitFor();
  await formOf(page)
    .getByRole('radio', { name: complaintText('subject_payment') })
    .check();
  await typed(page, 'text').fill('I paid twice');
  await typed(page, 'email').fill('eva@');
  await send(page).click();
  await formOf(page).getByText(complaintText('email_invalid'), { exact: true }).waitFor();
  expect(await violationsOn(page)).toEqual([]);

  await typed(page, 'email').fill('eva@example.org');
  await page.route('**/api/complaints.php', (route) => route.fulfill(UNAVAILABLE));
  await send(page).click();
  await formOf(page).getByRole('alert').getByText(t('errors:unavailable')).waitFor();
  await page.unroute('**/api/complaints.php');
  await page.reload();
  await untilApp(page);
  expect(
    await formOf(page)
      .getByRole('radio', { name: complaintText('subject_payment') })
      .isChecked(),
  ).toBe(true);
  expect(await typed(page, 'text').inputValue()).toBe('I paid twice');
  await send(page).click();

  await until(() => heading(page, complaintText('sent_title')).evaluate((element) => element === document.activeElement)).toBe(true);
  const [row] = await site.db.select().from(complaints);
  expect(row).toMatchObject({ subject: 'payment', text: 'I paid twice', email: 'eva@example.org', memberId: null });
  await page.getByText(row?.number ?? 'none', { exact: true }).waitFor();
  expect([(await mailsTo(site.db, 'eva@example.org')).length, (await mailsTo(site.db, null)).length]).toEqual([1, 1]);

  const lookUp = statusOf(page).getByRole('button', { name: complaintText('status_look') });
  await statusOf(page).getByLabel(complaintText('number'), { exact: true }).fill('0000000000');
  await lookUp.click();
  await statusOf(page).getByText(complaintText('status_none'), { exact: true }).waitFor();
  await statusOf(page)
    .getByLabel(complaintText('number'), { exact: true })
    .fill(row?.number.toLowerCase() ?? '');
  await lookUp.click();
  await statusOf(page).getByRole('status').getByText('and it is not answered yet').waitFor();
  expect(await violationsOn(page)).toEqual([]);
});

test('the form is filled in with name, address and reference of a member, and an early text survives a reload', async () => {
  const noor = await aMember(site.db, { name: 'Noor' });
  const page = await visit(site, { ...PHONE, cookie: noor.cookie });
  const releaseSessionEffects = await holdSessionEffects(page);
  await page.goto('/complaints?subject=decision&reference=order%207');
  expect(await typed(page, 'name').inputValue()).toBe('Noor');
  expect(await typed(page, 'email').inputValue()).toBe(noor.email);
  expect(await typed(page, 'reference_decision').inputValue()).toBe('order 7');
  expect(
    await formOf(page)
      .getByRole('radio', { name: complaintText('subject_decision') })
      .isChecked(),
  ).toBe(true);
  await typed(page, 'text').fill('You closed my account');
  releaseSessionEffects();
  await untilStorageBelongsTo(page, noor.id);
  await page.reload();
  expect(await typed(page, 'text').inputValue()).toBe('You closed my account');

  // A link to another decision is about that one, whatever was typed before.
  await typed(page, 'reference_decision').fill('order 8');
  await page.goto('/complaints?subject=decision&reference=order%209');
  expect(await typed(page, 'reference_decision').inputValue()).toBe('order 9');
  expect(await typed(page, 'text').inputValue()).toBe('You closed my account');
  await page.goto('/complaints?subject=payment');
  expect(await typed(page, 'reference').inputValue()).toBe('order 8');
});
