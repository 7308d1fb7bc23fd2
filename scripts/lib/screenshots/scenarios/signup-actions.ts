import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import type { Act } from '../page-actions.ts';

const press = (page: Page, place: 'first' | 'last') => page.locator('.split-foot button')[place]().click();

/** What leads on from each question, and what the next one is known by. */
const WALK: readonly { readonly arrived: string; readonly leave: (page: Page) => Promise<unknown> }[] = [
  { arrived: '.photo-promise', leave: (page) => press(page, 'last') },
  {
    arrived: 'select[name=country]',
    leave: async (page) => {
      await page.locator('select[name=country]').selectOption('NL');
      await press(page, 'first');
    },
  },
  { arrived: '.birth', leave: (page) => press(page, 'last') },
  { arrived: 'textarea', leave: (page) => press(page, 'last') },
  { arrived: '.stages', leave: async () => undefined },
  { arrived: '.letter-acts', leave: async () => undefined },
];

async function makeAccount(page: Page): Promise<void> {
  const checked = page.waitForResponse(/validate_email/);
  await page.locator('input[type=email]').fill(`joris.${randomBytes(4).toString('hex')}@gmail.com`);
  await page.locator('input[name=name]').fill('Joris');
  await page.locator('input[type=password]').fill('a boat called Which Version');
  await checked;
  await page.locator('form button[type=submit]').click();
}

/** Joins with a browser that can push, and stops at the offer. */
export const joinUpToPush: Act = async (page) => {
  await makeAccount(page);
  await page.locator('.push-news').waitFor();
};

/** Joins, and walks on to the step with this number (2 photo … 7 check your mail). */
export const joinUpTo =
  (step: number): Act =>
  async (page) => {
    await joinUpToPush(page);
    await press(page, 'last');
    for (const { arrived, leave } of WALK.slice(0, step - 1)) {
      await page.locator(arrived).first().waitFor();
      if (arrived !== WALK[step - 2]?.arrived) await leave(page);
    }
  };
