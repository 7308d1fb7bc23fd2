import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

const MOST_STEPS = 80;
/** Whether a place has the focus. */
export const hasFocus = (place: Locator) => place.evaluate((element) => element === document.activeElement);

/** Goes on with the Tab key until a place has the focus, which must show there. */
export async function tabTo(page: Page, place: Locator): Promise<void> {
  await place.first().waitFor();
  for (let steps = 0; steps < MOST_STEPS && !(await hasFocus(place.first())); steps += 1) await page.keyboard.press('Tab');
  expect(await hasFocus(place.first())).toBe(true);
  expect(await place.first().evaluate((element) => element.matches(':focus-visible'))).toBe(true);
}

/** Goes to a place and presses a key there. */
export async function pressOn(page: Page, place: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, place);
  await page.keyboard.press(key);
}

/** One of a group of choices: the group is one stop, its choices are walked with the arrows. */
export async function chooseRadio(page: Page, group: Locator, name: string | RegExp): Promise<void> {
  const taken = group.getByRole('radio', { checked: true });
  await tabTo(page, (await taken.count()) > 0 ? taken : group.getByRole('radio'));
  const wanted = group.getByRole('radio', typeof name === 'string' ? { name, exact: true } : { name });
  const count = await group.getByRole('radio').count();
  for (let steps = 0; steps < count && !(await wanted.isChecked()); steps += 1) await page.keyboard.press('ArrowDown');
  expect(await wanted.isChecked()).toBe(true);
}
