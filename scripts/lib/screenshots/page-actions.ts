import type { Page } from 'playwright-core';

/** An action on a page before its picture is taken. */
export type PageAction = (page: Page) => Promise<unknown>;

const submit = (page: Page) => page.locator('form button[type=submit]').last().click();

export const typeMistakes: PageAction = async (page) => {
  await page.locator('input[type=email]').fill('joris@gmial.com');
  await page.locator('input[type=password]').fill('abc');
  await submit(page);
};

export const typeWrongPassword: PageAction = async (page) => {
  await page.locator('input[type=email]').fill('joris@vonk.example');
  await page.locator('input[type=password]').fill('not the password');
  await submit(page);
  await page.locator('.error').waitFor();
};

/** Opens the sheet of filters. Does nothing in a window so wide that a search bar takes the place of the chips. */
export const openFilters: PageAction = async (page) => {
  const chip = page.locator('.search-chips .chip').first();
  await page.locator('.card').first().waitFor();
  if (!(await chip.isVisible())) return;
  await chip.click();
  await page.locator('dialog .dialog-actions').waitFor();
};

export const showSteps: PageAction = (page) => page.locator('.liker-navigation').scrollIntoViewIfNeeded();

export const writeMessage: PageAction = async (page) => {
  await page.locator('textarea').fill('Sunday it is. I’ll bring the thermos.');
  await submit(page);
  await page.locator('textarea').fill('One\ntwo\nthree\nfour\nfive\nsix\nseven');
};

export const openMenu: PageAction = async (page) => {
  await page.locator('.thread-head [aria-haspopup]').click();
  await page.locator('[role=menuitem]').first().waitFor();
};

/** Opens the menu of the first card or, on a member's page, of that member: by keyboard, as a card's button lies below its photo on phones. */
export const openMemberMenu: PageAction = async (page) => {
  await page.locator('[aria-haspopup=menu]:visible').first().press('Enter');
  await page.locator('[role=menuitem]').first().waitFor();
};

/** Chooses the menu item with this icon and waits for its dialog. */
const choose = (icon: string) => async (page: Page) => {
  await page.locator(`[role=menuitem]:has([href="#i-${icon}"])`).click();
  await page.locator('dialog').waitFor();
};

export const openWhyDialog: PageAction = async (page) => {
  await openMemberMenu(page);
  await choose('circle-help')(page);
};

export const openBlockDialog: PageAction = async (page) => {
  await openMemberMenu(page);
  await choose('ban')(page);
};

export const openReportDialog: PageAction = async (page) => {
  await openMenu(page);
  await choose('flag')(page);
  await page.locator('dialog input[value=scam]').check();
};

export const hideFirst: PageAction = async (page) => {
  await openMemberMenu(page);
  await page.locator('[role=menuitem]:has([href="#i-eye-off"])').click();
  await page.locator('.toast').first().waitFor();
};

export const openBlockedAndHidden: PageAction = async (page) => {
  await page.locator('#put-aside .btn').click();
  await page.locator('dialog h3').first().waitFor();
};

export const openDeleteConversationDialog: PageAction = async (page) => {
  await openMenu(page);
  await page.locator('[role=menuitem]').last().click();
  await page.locator('dialog').waitFor();
};

export const openDeleteAccountDialog: PageAction = async (page) => {
  await page.locator('#delete .btn').click();
  await page.locator('dialog').waitFor();
};

export const untilRefused: PageAction = (page) => page.locator('[role=alert]').first().waitFor();
