import { eq } from 'drizzle-orm';
import type { Locator, Page } from 'playwright-core';
import { beforeEach, describe, test } from 'vitest';
import { members, sessions } from '#db/schema/index';
import { aMember, PASSWORD, type TestMember } from '../../support/database/factories.ts';
import { holdAnswers, stubCalls } from '../support/api-stubs.ts';
import { browserSite } from '../support/browser-site.ts';
import { button, composer, heading, link, logIn, navigationLink } from '../support/locators.ts';
import { holdRequestsTo, holdTexts, openShell, untilApp } from '../support/prerendered-shell.ts';
import { t } from '../support/translations.ts';
import { DESKTOP, untilAddress, untilTitle, visit } from '../support/visit.ts';

const site = browserSite();
let joris: TestMember;

beforeEach(async () => {
  joris = await aMember(site.db, { name: 'Joris', gender: 'male' });
});

const open = () => visit(site, { ...DESKTOP, beforeApp: true, cookie: joris.cookie });

test('a link that the browser follows wins over the route guard of the page that it leaves', async () => {
  const page = await open();
  const letIn = await holdTexts(page);
  await openShell(page, '/members');
  await page.waitForLoadState('load');
  const likes = await holdRequestsTo(page, '**/likes');
  const pressed = navigationLink(page, 'likes').click({ noWaitAfter: true });
  await likes.asked;
  await site.db.delete(sessions).where(eq(sessions.memberId, joris.id));
  const refused = page.waitForResponse((answer) => answer.status() === 403);
  letIn();
  await refused;
  likes.release();
  await pressed;
  await untilAddress(page, '/login?next=%2Flikes');
});

test('a link of the app wins over a link of the shell that the browser still follows', async () => {
  const page = await open();
  const letIn = await holdTexts(page);
  await openShell(page, '/members');
  await page.waitForLoadState('load');
  // Playwright cannot press anything during a navigation, so the page does it itself.
  await page.evaluate(() => {
    const observer = new MutationObserver(() => {
      if (document.querySelector('.prerendered-shell')) return;
      observer.disconnect();
      document.querySelector<HTMLElement>('a[href="/notifications"]')?.click();
    });
    observer.observe(document.body, { childList: true });
  });
  const likes = await holdRequestsTo(page, '**/likes');
  const laterNavigation = page.waitForRequest('**/notifications');
  const pressed = navigationLink(page, 'likes').click({ noWaitAfter: true });
  await likes.asked;
  letIn();
  await laterNavigation;
  likes.release();
  await pressed;
  await untilTitle(page, `${t('core:titles.notifications')} · Vonk`);
  await untilAddress(page, '/notifications');
});

test('a link wins over another one whose screen is still loading', async () => {
  const page = await open();
  await page.goto('/notifications');
  await untilApp(page);
  const screen = await holdRequestsTo(page, '**/assets/profile-*.js');
  await navigationLink(page, 'profile').click();
  await screen.asked;
  await navigationLink(page, 'likes').click();
  await untilTitle(page, `${t('core:titles.likes')} · Vonk`);
  screen.release();
  await untilAddress(page, '/likes');
});

test('a link wins over a redirect of the screen that it leaves', async () => {
  const marit = await aMember(site.db, { name: 'Marit' });
  const page = await open();
  const opened = await holdAnswers(page, 'chat.php', 'GET');
  await page.goto(`/members/${marit.id}/chat`);
  await untilApp(page);
  await opened.answered;
  const screen = await holdRequestsTo(page, '**/assets/profile-*.js');
  await navigationLink(page, 'profile').click();
  await screen.asked;
  opened.release();
  screen.release();
  await untilTitle(page, `${t('core:titles.profile')} · Vonk`);
  await untilAddress(page, '/profile');
});

test('a chat button wins over a link that was pressed before it', async () => {
  const marit = await aMember(site.db, { name: 'Marit' });
  const page = await open();
  await page.goto('/members');
  await untilApp(page);
  const screen = await holdRequestsTo(page, '**/assets/profile-*.js');
  await navigationLink(page, 'profile').click();
  await screen.asked;
  await link(page, t('cards:chat_with', { name: marit.name }))
    .first()
    .click();
  await untilAddress(page, /^\/chats\/[\w-]{22}$/);
  screen.release();
  await composer(page).waitFor();
});

test('a link wins over a chat that was pressed before it and is still being opened', async () => {
  const marit = await aMember(site.db, { name: 'Marit' });
  const page = await open();
  const opened = await holdAnswers(page, 'chat.php', 'GET');
  await page.goto(`/members/${marit.id}`);
  await link(page, t('cards:chat_with', { name: 'Marit' }))
    .first()
    .click();
  await opened.answered;
  const screen = await holdRequestsTo(page, '**/assets/profile-*.js');
  await navigationLink(page, 'profile').click();
  await screen.asked;
  const arrived = page.waitForResponse((answer) => answer.url().includes('chat.php'));
  opened.release();
  await arrived;
  screen.release();
  await untilTitle(page, `${t('core:titles.profile')} · Vonk`);
  await untilAddress(page, '/profile');
});

describe('the redirect after a form wins over a link that was pressed before it and whose screen is still loading', () => {
  const asVisitor = async (path: string) => {
    const page = await visit(site, DESKTOP);
    await page.goto(path);
    return page;
  };
  /** Presses a link and holds back the code of its screen; returns the function that releases it. */
  async function pressHeld(page: Page, target: Locator): Promise<() => void> {
    const screens = await holdRequestsTo(page, '**/assets/*.js');
    await target.click();
    await screens.asked;
    return screens.release;
  }

  test('after a login that is refused because of a ban', async () => {
    await site.db.update(members).set({ status: 'banned', statusBefore: 'active' }).where(eq(members.id, joris.id));
    const page = await asVisitor('/login');
    const release = await pressHeld(page, link(page, t('session:join')));
    await logIn(page, { email: joris.email, password: PASSWORD });
    await untilAddress(page, '/pages/ban');
    release();
    await heading(page, t('pages:ban_title_own')).waitFor();
  });

  test('after an account is restored', async () => {
    const page = await asVisitor('/account-deleted?token=a-token-out-of-a-letter');
    await stubCalls(page, 'undelete.php', 'POST');
    await untilAddress(page, '/account-deleted');
    const release = await pressHeld(page, page.locator('a.logo').first());
    await button(page, t('account:back_do')).click();
    await untilAddress(page, '/login');
    release();
    await page.getByText(t('account:back_notice')).waitFor();
  });
});
