import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

const MAX_STEPS = 80;
/** Whether an element has the focus. */
export const hasFocus = (target: Locator) => target.evaluate((element) => element === document.activeElement);

/** Presses Tab until an element has the focus, and expects that the focus is visible. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.first().waitFor();
  for (let steps = 0; steps < MAX_STEPS && !(await hasFocus(target.first())); steps += 1) await page.keyboard.press('Tab');
  expect(await hasFocus(target.first())).toBe(true);
  expect(await target.first().evaluate((element) => element.matches(':focus-visible'))).toBe(true);
}

/** Moves the focus to an element with Tab and presses a key. */
export async function pressOn(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** Chooses an option of a radio group by keyboard: one Tab stop for the group, arrow keys within it. */
export async function chooseRadio(page: Page, group: Locator, name: string | RegExp): Promise<void> {
  await group.getByRole('radio').first().waitFor();
  const checked = group.getByRole('radio', { checked: true });
  await tabTo(page, (await checked.count()) > 0 ? checked : group.getByRole('radio'));
  const wanted = group.getByRole('radio', typeof name === 'string' ? { name, exact: true } : { name });
  const count = await group.getByRole('radio').count();
  for (let steps = 0; steps < count && !(await wanted.isChecked()); steps += 1) await page.keyboard.press('ArrowDown');
  expect(await wanted.isChecked()).toBe(true);
}
