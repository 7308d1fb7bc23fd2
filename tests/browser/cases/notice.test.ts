import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { mailsTo } from '#db/queries/shared/mail-queue';
import { caseSources } from '#db/schema/index';
import { aMember, newEmail } from '../../support/database/factories.ts';
import { refusal, stubCalls } from '../support/api-stubs.ts';
import { violationsOn } from '../support/axe.ts';
import { browserSite } from '../support/browser-site.ts';
import { chooseRadio, hasFocus, pressOn, tabTo } from '../support/keyboard.ts';
import { translationsIn } from '../support/translations.ts';
import { DESKTOP, PHONE, until, untilAddress, visit } from '../support/visit.ts';

const site = browserSite();
const en = translationsIn('en');
const WHY = 'The letter asks for money and names a court that does not exist.';

type Texts = typeof en;

/** The form with its parts, in the language of the page. */
const formIn = (page: Page, t: Texts = en) => {
  const form = page.getByRole('form', { name: t('cases:notice_title'), exact: true });
  return {
    where: form.getByLabel(t('cases:notice_where'), { exact: true }),
    laws: form.getByRole('group', { name: t('cases:notice_law') }),
    text: form.getByLabel(t('cases:notice_text'), { exact: true }),
    name: form.getByLabel(t('cases:notice_name'), { exact: true }),
    email: form.getByLabel(t('cases:email'), { exact: true }),
    goodFaith: form.getByRole('checkbox', { name: t('cases:notice_good_faith') }),
    send: form.getByRole('button', { name: t('cases:notice_send'), exact: true }),
    says: (key: string) => form.getByText(t(`cases:${key}`), { exact: true }),
    failure: form.getByRole('alert'),
  };
};
const sentTitle = (page: Page, t: Texts = en) => page.getByRole('heading', { name: t('cases:notice_sent_title'), exact: true });
const numberOn = (page: Page) => page.locator('.notice-number').innerText();
/** The notice of a number as it is shown. */
const storedNotice = async (number: string) =>
  (
    await site.db
      .select()
      .from(caseSources)
      .where(eq(caseSources.id, number.replace('-', '')))
  )[0];
const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

test('a visitor on a phone learns at each field what is missing, keeps what was typed, and gets a number', async () => {
  const email = newEmail();
  const page = await visit(site, PHONE);
  await page.goto('/pages/notice');
  const form = formIn(page);
  await form.send.click();
  await until(() => hasFocus(form.where)).toBe(true);
  const missing = ['notice_where_required', 'notice_law_missing', 'notice_text_required', 'notice_name_required', 'email_required'];
  for (const key of [...missing, 'notice_good_faith_required']) await form.says(key).waitFor();
  expect([await violationsOn(page), await overflow(page)]).toEqual([[], 0]);

  await form.where.fill(`${site.url}/members/somebody`);
  await form.laws.getByRole('radio', { name: en('cases:law_fraud'), exact: true }).check();
  await form.text.fill(WHY);
  await form.name.fill('Mila');
  await form.email.fill('mila@');
  await form.send.click();
  await form.says('email_invalid').waitFor();
  await form.email.fill(email);
  // Whatever else is right: the confirmation is named at its box, which gets the focus.
  await form.send.click();
  await form.says('notice_good_faith_required').waitFor();
  await until(() => hasFocus(form.goodFaith)).toBe(true);
  expect(await form.goodFaith.getAttribute('aria-describedby')).toBe(await form.says('notice_good_faith_required').evaluate(idAround));
  await form.goodFaith.check();
  await until(() => form.says('notice_good_faith_required').count()).toBe(0);

  await stubCalls(page, 'notice.php', 'POST', refusal(503, 'unavailable'));
  await form.send.click();
  await form.failure.getByText(en('errors:unavailable')).waitFor();
  await page.unrouteAll();
  await page.reload();
  expect([
    await form.where.inputValue(),
    await form.text.inputValue(),
    await form.name.inputValue(),
    await form.email.inputValue(),
  ]).toEqual([`${site.url}/members/somebody`, WHY, 'Mila', email]);
  expect(await form.laws.getByRole('radio', { checked: true }).getAttribute('value')).toBe('fraud');
  // A declaration is made anew each time.
  expect(await form.goodFaith.isChecked()).toBe(false);
  await form.goodFaith.check();
  await form.send.click();

  await until(() => hasFocus(sentTitle(page))).toBe(true);
  await page.getByText(en('cases:notice_sent_text', { email }), { exact: true }).waitFor();
  expect(await violationsOn(page)).toEqual([]);
  const number = await numberOn(page);
  expect(number).toMatch(/^[\dA-Z]{5}-[\dA-Z]{5}$/);
  expect(await storedNotice(number)).toMatchObject({ kind: 'notice', law: 'fraud', text: WHY, name: 'Mila', email, memberId: null });
  const [mail, ...more] = await mailsTo(site.db, email);
  expect([mail?.kind, mail?.text.includes(number), more]).toEqual(['notice', true, []]);

  await page.getByRole('button', { name: en('cases:notice_again'), exact: true }).click();
  expect([await form.where.inputValue(), await form.text.inputValue(), await form.goodFaith.isChecked()]).toEqual(['', '', false]);
});

/** The id of the nearest element that has one, of an element or around it. */
function idAround(element: Element): string | null {
  return element.closest('[id]')?.id ?? null;
}

test('in Dutch and by keyboard alone, who tells of the abuse of children need not say who they are', async () => {
  const t = translationsIn('nl');
  const page = await visit(site, { ...DESKTOP, locale: 'nl-NL', colorScheme: 'dark' });
  await page.goto('/pages/notice');
  const form = formIn(page, t);
  await tabTo(page, form.where);
  await page.keyboard.type('somewhere');
  await chooseRadio(page, form.laws, t('cases:law_child_abuse'));
  await page.getByRole('status').getByText(t('cases:notice_anonymous'), { exact: true }).waitFor();
  await tabTo(page, form.text);
  await page.keyboard.type('A picture.');
  await pressOn(page, form.goodFaith, 'Space');
  expect(await violationsOn(page)).toEqual([]);
  await pressOn(page, form.send);
  await until(() => hasFocus(sentTitle(page, t))).toBe(true);
  await page.getByText(t('cases:notice_sent_anonymous'), { exact: true }).waitFor();
  expect(await violationsOn(page)).toEqual([]);
  expect(await storedNotice(await numberOn(page))).toMatchObject({ law: 'child_abuse', place: 'somewhere', email: null });
});

test('a member comes from the complaints, finds name and address filled in, and an answer of the server stands at its field', async () => {
  const noor = await aMember(site.db, { name: 'Noor', locale: 'en' });
  const page = await visit(site, { ...PHONE, cookie: noor.cookie });
  await page.goto('/complaints?subject=illegal');
  await page.locator('.complaint-hint').getByRole('link').last().click();
  await untilAddress(page, '/pages/notice');
  const form = formIn(page);
  expect([await form.name.inputValue(), await form.email.inputValue()]).toEqual(['Noor', noor.email]);
  await form.where.fill('x');
  await form.laws.getByRole('radio', { name: en('cases:law_hate'), exact: true }).check();
  await form.text.fill('y');
  await form.goodFaith.check();
  await stubCalls(page, 'notice.php', 'POST', refusal(422, 'invalid', { fields: { where: 'too_long' } }));
  await form.send.click();
  await until(() => form.where.getAttribute('aria-invalid')).toBe('true');
  await until(() => hasFocus(form.where)).toBe(true);
  expect(await form.text.inputValue()).toBe('y');
});
