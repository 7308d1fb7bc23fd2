import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { aMember } from '../../support/database/factories.ts';
import { dropInitialAnswers, interceptCalls, refusal } from '../support/api-stubs.ts';
import { browserSite } from '../support/browser-site.ts';
import { chatActions } from '../support/chat-actions.ts';
import { DELIVERY_CHANNELS } from '../support/delivery-channels.ts';
import { t } from '../support/translations.ts';
import { DESKTOP, until } from '../support/visit.ts';
import { openUntilIdle, untilNoRequestPending } from '../support/waits.ts';

const site = browserSite();
const { open, sendMessage, withMessage } = chatActions(site);
const BUSY = { ...refusal(503, 'busy'), headers: { 'Retry-After': '7' } };
const AFTER_RETRY = '00:08';

/** Refuses calls as a server does that has too much to do, until `end`; `count` tells how many. */
async function refuseAsBusy(page: Page, ...files: string[]) {
  let [count, isBusy] = [0, true];
  for (const file of files)
    await interceptCalls(page, file, 'GET', async (route) => {
      if (!isBusy) return route.fallback();
      count += 1;
      return route.fulfill(BUSY);
    });
  return {
    count: () => count,
    end: () => {
      isBusy = false;
    },
  };
}

test('polls of a busy server show nothing and leave the page as it is, and a later one brings what is new', async () => {
  const polling = DELIVERY_CHANNELS.find(({ name }) => name === 'with every socket blocked') ?? expect.unreachable();
  const [joris, ada] = [await aMember(site.db, { name: 'Joris' }), await aMember(site.db, { name: 'Ada', credits: 5 })];
  const chat = await withMessage(joris, ada, 'Do you sail?');
  const page = await open(joris, DESKTOP);
  await polling.prepare(page);
  await openUntilIdle(page, '/chats');
  const busy = await refuseAsBusy(page, 'user.php', 'chats.php', 'likes.php');
  await sendMessage(ada, chat, 'Or row?');
  for (const round of [1, 2, 3]) {
    await polling.untilDelivered(page);
    await until(() => busy.count()).toBeGreaterThanOrEqual(round);
    await page.clock.fastForward(AFTER_RETRY);
    await untilNoRequestPending(page);
    expect(await page.locator('.chat-entry').getByText('Do you sail?').count()).toBe(1);
    expect([await page.locator('.offline-bar p').count(), await page.getByRole('alert').count()]).toEqual([0, 0]);
  }
  busy.end();
  await polling.untilDelivered(page);
  await page.locator('.chat-entry').getByText('Or row?').waitFor();
});

test('a search that a busy server refuses is made again by itself after the time that it named', async () => {
  const [joris, ada] = [await aMember(site.db, { name: 'Joris', gender: 'male' }), await aMember(site.db, { name: 'Ada' })];
  const page = await open(joris, DESKTOP);
  await page.clock.install();
  await dropInitialAnswers(page);
  const busy = await refuseAsBusy(page, 'search.php');
  await page.goto('/members');
  await until(() => busy.count()).toBe(1);
  expect(await page.getByText(t('errors:busy')).count()).toBe(0);
  busy.end();
  await page.clock.fastForward(AFTER_RETRY);
  await page.getByText(ada.name, { exact: true }).first().waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
});
