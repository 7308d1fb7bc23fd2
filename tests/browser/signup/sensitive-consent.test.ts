import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { memberById } from '#db/queries/account/members';
import { memberFields } from '#db/schema/index';
import { aMember } from '../../support/database/factories.ts';
import { violationsOn } from '../support/axe.ts';
import { browserSite } from '../support/browser-site.ts';
import { chooseRadio, hasFocus, pressOn, tabTo } from '../support/keyboard.ts';
import { button, heading } from '../support/locators.ts';
import { changeRow } from '../support/signup-and-search-actions.ts';
import { fillInBirthStep, stepHeading, submitStep } from '../support/signup-steps.ts';
import { t } from '../support/translations.ts';
import { DESKTOP, PHONE, until, visit } from '../support/visit.ts';
import { untilAnimationsEnd } from '../support/waits.ts';

const site = browserSite();

const NEVER_ASKED = { sensitiveConsentVersion: null, sensitiveConsentAt: null };
const SOUGHT = { gender: 'female', min_age: 30, max_age: 40 };
const box = (page: Page) => page.getByRole('checkbox', { name: t('consent:sentence_1', { site: 'Vonk' }) });
const rowOf = async ({ id }: { id: string }) => (await memberById(site.db, id))[0];
const fieldsOf = async ({ id }: { id: string }) =>
  (await site.db.select().from(memberFields).where(eq(memberFields.memberId, id))).map(({ fieldId }) => fieldId).toSorted();

describe('the step about oneself', () => {
  async function open(traits: object = NEVER_ASKED) {
    const joris = await aMember(site.db, { name: 'Joris', gender: null, dateOfBirth: null, locale: 'en', lastSignupStep: 3, ...traits });
    const page = await visit(site, { ...PHONE, cookie: joris.cookie });
    await page.goto('/signup');
    await stepHeading(page, 'birth').waitFor();
    return { joris, page };
  }

  test('asks in an unticked box of its own, names what is missing there, and goes on with the tick', async () => {
    const { joris, page } = await open();
    expect(await box(page).isChecked()).toBe(false);
    await fillInBirthStep(page);
    await chooseRadio(page, page.getByRole('group', { name: t('signup:meet_title') }), t('signup:meet_female'));
    await submitStep(page);
    await page.getByRole('alert').getByText(t('consent:required')).waitFor();
    await until(() => hasFocus(box(page))).toBe(true);
    expect((await rowOf(joris))?.gender).toBeNull();
    await untilAnimationsEnd(page);
    expect(await violationsOn(page)).toEqual([]);

    await page.keyboard.press('Space');
    await submitStep(page);
    await stepHeading(page, 'personal').waitFor();
    expect(await rowOf(joris)).toMatchObject({
      savedSearch: { gender: 'female' },
      sensitiveConsentVersion: 1,
      sensitiveConsentEndedAt: null,
    });
  });

  test('goes on without these answers by one press, by keyboard, and stores none of them', async () => {
    const { joris, page } = await open();
    await fillInBirthStep(page);
    await page.getByRole('combobox', { name: 'Relationship status' }).selectOption('single');
    await chooseRadio(page, page.getByRole('group', { name: t('signup:meet_title') }), t('signup:meet_female'));
    await pressOn(page, button(page, t('signup:submit')));
    await tabTo(page, button(page, t('consent:without')));
    await page.keyboard.press('Enter');
    await stepHeading(page, 'personal').waitFor();
    expect(await rowOf(joris)).toMatchObject({ gender: 'male', savedSearch: { gender: '' }, sensitiveConsentVersion: null });
    expect(await fieldsOf(joris)).toEqual([]);
  });

  test('does not ask when there is no sensitive answer, nor again after the consent', async () => {
    const { joris, page } = await open();
    await fillInBirthStep(page);
    await submitStep(page);
    await stepHeading(page, 'personal').waitFor();
    expect((await rowOf(joris))?.sensitiveConsentVersion).toBeNull();
    const consenting = await open({});
    expect(await box(consenting.page).count()).toBe(0);
  });
});

describe('on the profile', () => {
  test('a sensitive fact is saved with the consent below it, and another fact without', async () => {
    const joris = await aMember(site.db, { locale: 'en', ...NEVER_ASKED });
    const page = await visit(site, { ...PHONE, cookie: joris.cookie });
    await page.goto('/profile');
    await changeRow(page, 'field-education', async (sheet) => {
      expect(await sheet.getByRole('checkbox').count()).toBe(0);
      await sheet.getByRole('radio').nth(2).check();
    });
    await until(() => fieldsOf(joris)).toEqual(['education']);
    await page.locator('#field-smoking').getByRole('button').click();
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('radio').nth(1).check();
    await sheet.getByRole('button', { name: t('core:action.save') }).click();
    await sheet.getByText(t('consent:required_here')).waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await sheet.getByRole('checkbox').check();
    await sheet.getByRole('button', { name: t('core:action.save') }).click();
    await until(() => fieldsOf(joris)).toEqual(['education', 'smoking']);
    expect((await rowOf(joris))?.sensitiveConsentVersion).toBe(1);
  });

  test('the settings give and withdraw the consent, with what goes', async () => {
    const joris = await aMember(site.db, { locale: 'en', savedSearch: SOUGHT });
    await site.db.insert(memberFields).values({ memberId: joris.id, fieldId: 'smoking', value: 'no' });
    const page = await visit(site, { ...DESKTOP, cookie: joris.cookie });
    await page.goto('/profile/settings#sensitive');
    await button(page, t('consent:withdraw')).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText(t('consent:withdraw_text')).waitFor();
    await untilAnimationsEnd(page);
    expect(await violationsOn(page)).toEqual([]);
    await button(page, t('consent:withdraw_do')).click();
    await page.getByText(t('consent:none')).waitFor();
    expect([await fieldsOf(joris), (await rowOf(joris))?.savedSearch]).toEqual([[], { ...SOUGHT, gender: '' }]);

    await button(page, t('consent:agree')).click();
    await button(page, t('consent:withdraw')).waitFor();
    expect((await rowOf(joris))?.sensitiveConsentEndedAt).toBeNull();
  });
});

describe('a member whose answers are older than the consent', () => {
  async function open() {
    const joris = await aMember(site.db, { locale: 'en', savedSearch: SOUGHT, ...NEVER_ASKED });
    const page = await visit(site, { ...PHONE, cookie: joris.cookie });
    await page.goto('/members');
    const dialog = page.getByRole('dialog', { name: t('consent:waiting_title') });
    await dialog.waitFor();
    return { joris, page, dialog };
  }

  test('is asked at the next visit, with two buttons of the same weight', async () => {
    const { joris, page, dialog } = await open();
    await untilAnimationsEnd(page);
    expect(await violationsOn(page)).toEqual([]);
    const classes = (name: string) => button(page, t(name)).getAttribute('class');
    expect(await classes('consent:agree')).toBe(await classes('consent:remove'));
    await button(page, t('consent:agree')).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await rowOf(joris)).toMatchObject({ savedSearch: SOUGHT, sensitiveConsentVersion: 1 });
  });

  test('can have them deleted', async () => {
    const { joris, page, dialog } = await open();
    await button(page, t('consent:remove')).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await rowOf(joris)).toMatchObject({ savedSearch: { ...SOUGHT, gender: '' }, sensitiveConsentVersion: null });
  });

  test('can go on without an answer, is not asked again, and finds the question in the settings', async () => {
    const { joris, page, dialog } = await open();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await heading(page, t('members:title')).waitFor();
    await page.goto('/profile/settings#sensitive');
    await page.getByText(t('consent:waiting'), { exact: true }).waitFor();
    await button(page, t('consent:agree')).waitFor();
    expect(await dialog.count()).toBe(0);
    expect(await rowOf(joris)).toMatchObject({ savedSearch: SOUGHT, sensitiveConsentVersion: null, sensitiveConsentEndedAt: null });
  });
});
