import type { Locator, Page } from 'playwright-core';
import { violationsOn } from '../support/axe.ts';
import { hasFocus, pressOn } from '../support/keyboard.ts';
import { button } from '../support/locators.ts';
import { t } from '../support/translations.ts';
import { until } from '../support/visit.ts';

const exact = true;

/** The button of a member's menu, on a card or on their page. */
export const menuButton = (page: Page, name: string): Locator => button(page, t('cards:more', { name })).locator('visible=true');

/** An entry of the open menu. */
export const menuItem = (page: Page, key: string): Locator => page.getByRole('menuitem', { name: t(`safety:${key}`), exact });

/** A toast with this sentence about a member. */
export const memberToast = (page: Page, key: string, name: string): Locator =>
  page.locator('.toast').getByText(t(`safety:${key}`, { name }), { exact });

/** Opens a menu by keyboard and waits until an entry has the focus. */
export async function openMenu(page: Page, opener: Locator): Promise<void> {
  await pressOn(page, opener);
  await until(() => hasFocus(page.getByRole('menuitem').first())).toBe(true);
}

/** Runs axe once all short animations have ended; the countdown of a paused toast never ends. */
export async function violationsAfterMotion(page: Page): Promise<string[]> {
  await page.evaluate(async () => {
    const moving = document.getAnimations().filter(({ effect, playState }) => {
      const end = effect?.getComputedTiming().endTime;
      return playState === 'running' && typeof end === 'number' && end < 5_000;
    });
    await Promise.allSettled(moving.map(({ finished }) => finished));
  });
  return violationsOn(page);
}
