import { say } from '../../browser/support/translations.ts';
import { PASSWORD } from '../../support/database/factories.ts';
import type { BrowserPage } from './page.ts';

/** Logs in on the login page and waits for home. */
export async function logIn(page: BrowserPage, email: string): Promise<void> {
  await page.open('/login');
  await page.write(say('session:email'), email);
  await page.write(say('session:password'), PASSWORD);
  await page.press({ role: 'button', name: say('session:submit') });
  await page.untilAddress('/home');
}

export async function logOut(page: BrowserPage): Promise<void> {
  await page.open('/profile');
  await page.press({ role: 'button', name: say('profile:log_out') });
  await page.untilAddress('/login');
}

/** A link of the main navigation, with or without a count of new things. */
export const tab = (name: 'discover' | 'chats') => ({
  role: 'link',
  name: new RegExp(`^${say(`core:navigation.${name}`)}`),
  within: { role: 'navigation', name: say('core:navigation.label') },
});

/** A line of the open conversation. */
export const line = (text: string | RegExp) => ({ within: { role: 'log' }, text });

/** Types a message into the open conversation, sends it, and waits until the thread shows it. */
export async function send(page: BrowserPage, text: string): Promise<void> {
  await page.write(say('chat:message'), text);
  await page.press({ role: 'button', name: new RegExp(`^${say('chat:send')}`) });
  await page.sees(line(text));
}

/** The mark below a message that the server has confirmed; before that, a logout would ask about the unsent message. */
export const SENT = line(new RegExp(`^(${say('chat:sent')}|${say('chat:seen')})$`));

/** Waits until an active service worker controls the page. */
export const untilControlled = (page: BrowserPage): Promise<void> =>
  page.settles(() => navigator.serviceWorker.controller?.state, 'activated');
