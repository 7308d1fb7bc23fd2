import { t } from '../../browser/support/translations.ts';
import { PASSWORD } from '../../support/database/factories.ts';
import type { BrowserPage } from './page.ts';

/** Logs in on the login page and waits for home. */
export async function logIn(page: BrowserPage, email: string): Promise<void> {
  await page.open('/login');
  await page.write(t('session:email'), email);
  await page.write(t('session:password'), PASSWORD);
  await page.press({ role: 'button', name: t('session:submit') });
  await page.untilAddress('/home');
}

export async function logOut(page: BrowserPage): Promise<void> {
  await page.open('/profile/settings');
  await page.press({ role: 'button', name: t('profile:log_out') });
  await page.untilAddress('/login');
}

/** A link of the main navigation, with or without a count of new things. */
export const navigationLink = (name: 'discover' | 'chats') => ({
  role: 'link',
  name: new RegExp(`^${t(`core:navigation.${name}`)}`),
  within: { role: 'navigation', name: t('core:navigation.label') },
});

/** A line of the open conversation. */
export const threadText = (text: string | RegExp) => ({ within: { role: 'log' }, text });

/** Types a message into the open conversation, sends it, and waits until the thread shows it. */
export async function send(page: BrowserPage, text: string): Promise<void> {
  await page.write(t('chat:message'), text);
  await page.press({ role: 'button', name: new RegExp(`^${t('chat:send')}`) });
  await page.untilShown(threadText(text));
}

/** The mark below a message that the server has confirmed; before that, a logout would ask about the unsent message. */
export const SENT = threadText(new RegExp(`^(${t('chat:sent')}|${t('chat:seen')})$`));

/** Waits until an active service worker controls the page. */
export const untilControlled = (page: BrowserPage): Promise<void> =>
  page.untilValue(() => navigator.serviceWorker.controller?.state, 'activated');
