import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import type { PageAction } from '../page-actions.ts';

/** Presses the first or the last button at the foot of a step. */
const press = (page: Page, place: 'first' | 'last') => page.locator('.split-foot button')[place]().click();

/** The steps after the push offer: an element by which each is recognized, and the action that leads to the next one. */
const STEPS: readonly { readonly arrived: string; readonly leave: (page: Page) => Promise<unknown> }[] = [
  { arrived: '.photo-promise', leave: (page) => press(page, 'last') },
  {
    arrived: 'select[name=country]',
    leave: async (page) => {
      await page.locator('select[name=country]').selectOption('NL');
      await press(page, 'first');
    },
  },
  {
    arrived: '.birth-field',
    // Skipping is warned of once.
    leave: async (page) => {
      await press(page, 'last');
      await page.locator('.step-skip-warning:not(:empty)').waitFor();
      await press(page, 'last');
    },
  },
  { arrived: 'textarea', leave: (page) => press(page, 'last') },
  { arrived: '.signup-stages', leave: async () => undefined },
  { arrived: '.check-mail-actions', leave: async () => undefined },
];

async function fillAccountStep(page: Page): Promise<void> {
  const checked = page.waitForResponse(/validate_email/);
  await page.locator('input[type=email]').fill(`joris.${randomBytes(4).toString('hex')}@gmail.com`);
  await page.locator('input[name=name]').fill('Joris');
  await page.locator('input[type=password]').fill('a boat called Which Version');
  await checked;
  await page.locator('form button[type=submit]').click();
}

/** Signs up and stops at the push offer, which comes first in a browser that can push. */
export const signUpToPushOffer: PageAction = async (page) => {
  await fillAccountStep(page);
  await page.locator('.push-benefits').waitFor();
};

/** Signs up and stops at the step with this number: 2 photo, 3 place, 4 birth, 5 text, 6 progress, 7 check your mail. */
export const signUpToStep =
  (step: number): PageAction =>
  async (page) => {
    await signUpToPushOffer(page);
    await press(page, 'last');
    for (const { arrived, leave } of STEPS.slice(0, step - 1)) {
      await page.locator(arrived).first().waitFor();
      if (arrived !== STEPS[step - 2]?.arrived) await leave(page);
    }
  };
