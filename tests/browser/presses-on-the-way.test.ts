import { eq } from 'drizzle-orm';
import { beforeEach, test } from 'vitest';
import { sessions } from '#db/schema/index';
import { aMember, type TestMember } from '../support/factories.ts';
import { holdAnswer } from './support/answers.ts';
import { composer, link, tab } from './support/places.ts';
import { hold, holdTexts, openShell, untilApp } from './support/shell.ts';
import { browsedSite } from './support/site.ts';
import { DESKTOP, untilAddress, untilTitle, visit } from './support/visit.ts';
import { say } from './support/words.ts';

const site = browsedSite();
let joris: TestMember;

beforeEach(async () => {
  joris = await aMember(site.db, { name: 'Joris', gender: 'male' });
});

const open = () => visit(site, { ...DESKTOP, beforeApp: true, cookie: joris.cookie });

test('a link that the browser follows wins over the guard of the page that it leaves', async () => {
  const page = await open();
  const letIn = await holdTexts(page);
  await openShell(page, '/members');
  await page.waitForLoadState('load');
  const likes = await hold(page, '**/likes');
  const pressed = tab(page, 'likes').click({ noWaitAfter: true });
  await likes.asked;
  await site.db.delete(sessions).where(eq(sessions.memberId, joris.id));
  const refused = page.waitForResponse((answer) => answer.status() === 403);
  letIn();
  await refused;
  likes.release();
  await pressed;
  await untilAddress(page, '/login?next=%2Flikes');
});

test('a link of the app wins over one of the shell that the browser still follows', async () => {
  const page = await open();
  const letIn = await holdTexts(page);
  await openShell(page, '/members');
  await page.waitForLoadState('load');
  // While a navigation is under way nobody but the page itself can press anything in it.
  await page.evaluate(() => {
    const changes = new MutationObserver(() => {
      if (document.querySelector('.look')) return;
      changes.disconnect();
      document.querySelector<HTMLElement>('a[href="/notifications"]')?.click();
    });
    changes.observe(document.body, { childList: true });
  });
  const likes = await hold(page, '**/likes');
  const later = page.waitForRequest('**/notifications');
  const pressed = tab(page, 'likes').click({ noWaitAfter: true });
  await likes.asked;
  letIn();
  await later;
  likes.release();
  await pressed;
  await untilTitle(page, `${say('core:titles.notifications')} · Vonk`);
  await untilAddress(page, '/notifications');
});

test('a link wins over another one whose screen is still loading', async () => {
  const page = await open();
  await page.goto('/notifications');
  await untilApp(page);
  const screen = await hold(page, '**/assets/profile-*.js');
  await tab(page, 'profile').click();
  await screen.asked;
  await tab(page, 'likes').click();
  await untilTitle(page, `${say('core:titles.likes')} · Vonk`);
  screen.release();
  await untilAddress(page, '/likes');
});

test('a link wins though the screen before leads elsewhere while the next one is on its way', async () => {
  const marit = await aMember(site.db, { name: 'Marit' });
  const page = await open();
  const opened = await holdAnswer(page, 'chat.php', 'GET');
  await page.goto(`/members/${marit.id}/chat`);
  await untilApp(page);
  await opened.answered;
  const screen = await hold(page, '**/assets/profile-*.js');
  await tab(page, 'profile').click();
  await screen.asked;
  opened.release();
  screen.release();
  await untilTitle(page, `${say('core:titles.profile')} · Vonk`);
  await untilAddress(page, '/profile');
});

test('the chat that is pressed on a screen wins over the link that was pressed before it there', async () => {
  const marit = await aMember(site.db, { name: 'Marit' });
  const page = await open();
  await page.goto('/members');
  await untilApp(page);
  const screen = await hold(page, '**/assets/profile-*.js');
  await tab(page, 'profile').click();
  await screen.asked;
  await link(page, say('cards:chat_with', { name: marit.name }))
    .first()
    .click();
  await untilAddress(page, /^\/chats\/[\w-]{22}$/);
  screen.release();
  await composer(page).waitFor();
});

test('a link wins over the chat that was pressed before it and is still being opened', async () => {
  const marit = await aMember(site.db, { name: 'Marit' });
  const page = await open();
  const opened = await holdAnswer(page, 'chat.php', 'GET');
  await page.goto(`/members/${marit.id}`);
  await link(page, say('cards:chat_with', { name: 'Marit' }))
    .first()
    .click();
  await opened.answered;
  const screen = await hold(page, '**/assets/profile-*.js');
  await tab(page, 'profile').click();
  await screen.asked;
  const arrived = page.waitForResponse((answer) => answer.url().includes('chat.php'));
  opened.release();
  await arrived;
  screen.release();
  await untilTitle(page, `${say('core:titles.profile')} · Vonk`);
  await untilAddress(page, '/profile');
});
