import type { Page } from 'playwright-core';
import { button, field, heading } from './locators.ts';
import { say } from './translations.ts';

type Question = 'push' | 'photo' | 'place' | 'birth' | 'personal';

/** The heading of a step. */
export const question = (page: Page, name: Question) => heading(page, say(`signup:${name}_title`));
export const goOn = (page: Page) => button(page, say('signup:submit')).click();
export const skip = (page: Page) => button(page, say('signup:skip')).click();
export const back = (page: Page) => button(page, say('signup:back'));

/** The heading of the last page, after the activation mail was sent. */
export const mailPage = (page: Page, name: string) => heading(page, say('signup:delivered_title', { name }));

export const birthday = { day: '17', month: '2', year: '1993' } as const;

/** Fills in date of birth and gender. */
export async function answerBirth(page: Page): Promise<void> {
  await field(page, say('profile:day')).fill(birthday.day);
  await field(page, say('profile:month')).selectOption(birthday.month);
  await field(page, say('profile:year')).fill(birthday.year);
  await page.getByText(say('signup:gender_male'), { exact: true }).click();
}
