import type { Page } from 'playwright-core';
import { button, field, heading } from './locators.ts';
import { t } from './translations.ts';

type QuestionStep = 'push' | 'photo' | 'place' | 'birth' | 'personal';

/** The heading of a step. */
export const stepHeading = (page: Page, name: QuestionStep) => heading(page, t(`signup:${name}_title`));
export const submitStep = (page: Page) => button(page, t('signup:submit')).click();
export const skipStep = (page: Page) => button(page, t('signup:skip')).click();
/** Skips the step of birth and gender, which warns once. */
export async function skipBirthStep(page: Page): Promise<void> {
  await stepHeading(page, 'birth').waitFor();
  await skipStep(page);
  await page.getByText(t('signup:skip_unfindable')).waitFor();
  await button(page, t('signup:skip_anyway')).click();
}
export const backButton = (page: Page) => button(page, t('signup:back'));

/** The heading of the last page, after the activation mail was sent. */
export const mailSentHeading = (page: Page, name: string) => heading(page, t('signup:delivered_title', { name }));

export const birthday = { day: '17', month: '2', year: '1993' } as const;

/** Fills in date of birth and gender. */
export async function fillInBirthStep(page: Page): Promise<void> {
  await field(page, t('profile:day')).fill(birthday.day);
  await field(page, t('profile:month')).selectOption(birthday.month);
  await field(page, t('profile:year')).fill(birthday.year);
  await page.getByText(t('signup:gender_male'), { exact: true }).click();
}
