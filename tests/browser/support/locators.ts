import type { Locator, Page } from 'playwright-core';
import { t } from './translations.ts';

const exact = true;

export const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact });
export const link = (page: Page, name: string): Locator => page.getByRole('link', { name, exact });
export const heading = (page: Page, name: string): Locator => page.getByRole('heading', { name, exact });
/** A field by its label. */
export const field = (page: Page, label: string): Locator => page.getByLabel(label, { exact });

/** A link of the main navigation, whose name contains the count of new things if `fresh` is not 0. */
export function navigationLink(page: Page, name: 'discover' | 'likes' | 'chats' | 'notifications' | 'profile', fresh = 0): Locator {
  const label = t(`core:navigation.${name}`);
  const count = fresh === 1 ? t('core:badge.new_one', { count: 1 }) : t('core:badge.new_other', { count: fresh });
  const pattern = fresh === 0 ? `^${label}$` : `^${label}\\W*${fresh}?\\W*${count}$`;
  return page.getByRole('navigation', { name: t('core:navigation.label') }).getByRole('link', { name: new RegExp(pattern) });
}

/** The messages of the open conversation. */
export const thread = (page: Page): Locator => page.getByRole('log');
export const composer = (page: Page): Locator => field(page, t('chat:message'));

/** The button that sends a message for this price in credits; its name may go on with the price in money. */
export function sendButton(page: Page, price: number): Locator {
  if (price === 0) return button(page, t('chat:send'));
  const words = t(`chat:send_priced_${price === 1 ? 'one' : 'other'}`, { count: price });
  return page.getByRole('button', { name: new RegExp(`^${words}`) });
}

/** Types a message, presses the send button with this price, and waits until the thread shows the message. */
export async function writeMessage(page: Page, text: string, price = 0): Promise<void> {
  await composer(page).pressSequentially(text);
  await sendButton(page, price).click();
  await thread(page).getByText(text, { exact }).waitFor();
}

/** Fills in and submits the login form, which must be on the page. */
export async function logIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await field(page, t('session:email')).fill('');
  await field(page, t('session:email')).pressSequentially(email);
  await field(page, t('session:password')).pressSequentially(password);
  await button(page, t('session:submit')).click();
}

export async function logOut(page: Page): Promise<void> {
  await page.goto('/profile/settings');
  await button(page, t('profile:log_out')).click();
}
