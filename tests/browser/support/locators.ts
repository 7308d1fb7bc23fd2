import type { Locator, Page } from 'playwright-core';
import { say } from './translations.ts';

const exact = true;

export const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact });
export const link = (page: Page, name: string): Locator => page.getByRole('link', { name, exact });
export const heading = (page: Page, name: string): Locator => page.getByRole('heading', { name, exact });
/** A field by its label. */
export const field = (page: Page, label: string): Locator => page.getByLabel(label, { exact });

/** A destination in the bar or the rail, with or without a number of new things. */
export function tab(page: Page, name: 'discover' | 'likes' | 'chats' | 'notifications' | 'profile', fresh = 0): Locator {
  const label = say(`core:navigation.${name}`);
  const count = fresh === 1 ? say('core:badge.new_one', { count: 1 }) : say('core:badge.new_other', { count: fresh });
  const whole = fresh === 0 ? `^${label}$` : `^${label}\\W*${fresh}?\\W*${count}$`;
  return page.getByRole('navigation', { name: say('core:navigation.label') }).getByRole('link', { name: new RegExp(whole) });
}

/** The messages of the open conversation. */
export const thread = (page: Page): Locator => page.getByRole('log');
export const composer = (page: Page): Locator => field(page, say('chat:message'));

/** What sends a message of this price, whatever that is in money. */
export function sendButton(page: Page, price: number): Locator {
  if (price === 0) return button(page, say('chat:send'));
  const words = say(`chat:send_priced_${price === 1 ? 'one' : 'other'}`, { count: price });
  return page.getByRole('button', { name: new RegExp(`^${words}`) });
}

/** Types a message as a hand does and presses the button that carries its price. */
export async function write(page: Page, text: string, price = 0): Promise<void> {
  await composer(page).pressSequentially(text);
  await sendButton(page, price).click();
  await thread(page).getByText(text, { exact }).waitFor();
}

/** Logs in where the page stands on the login, whoever's address it remembers. */
export async function logIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await field(page, say('session:email')).fill('');
  await field(page, say('session:email')).pressSequentially(email);
  await field(page, say('session:password')).pressSequentially(password);
  await button(page, say('session:submit')).click();
}

export async function logOut(page: Page): Promise<void> {
  await page.goto('/profile');
  await button(page, say('profile:log_out')).click();
}
