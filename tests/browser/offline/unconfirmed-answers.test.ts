import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { HOUR } from '#contract/durations';
import { sessions } from '#db/schema/index';
import { aMember, type TestMember } from '../../support/database/factories.ts';
import { browserSite } from '../support/browser-site.ts';
import { storedDataOf, untilServiceWorkerActive, untilStored } from '../support/browser-storage.ts';
import { chatActions } from '../support/chat-actions.ts';
import { composer, thread } from '../support/locators.ts';
import { t } from '../support/translations.ts';
import { DESKTOP, until } from '../support/visit.ts';

const site = browserSite();
const { open, withMessage } = chatActions(site);
const exact = true;
const WITH_SERVICE_WORKER = { ...DESKTOP, serviceWorkers: 'allow' } as const;
let joris: TestMember;
let marit: TestMember;
let chat: string;

beforeEach(async () => {
  joris = await aMember(site.db, { name: 'Joris', gender: 'male', credits: 9 });
  marit = await aMember(site.db, { name: 'Marit', gender: 'female', credits: 9, personal: 'I row on the Amstel.' });
  chat = await withMessage(joris, marit, 'Do you sail?');
});

const bubble = (page: Page, text: string) => thread(page).getByText(text, { exact });
/** After a navigation an emulated loss of the connection leaves `navigator.onLine` true, so that the note is that of a server out of reach. */
const offlineNote = (page: Page) => page.locator('.offline-bar p');

/** A page of Joris that has stored a profile, a thread, the list of chats and its snapshot. */
async function aPageOfJoris(): Promise<Page> {
  const page = await open(joris, WITH_SERVICE_WORKER);
  await page.goto(`/members/${marit.id}`);
  await untilStored(page, 'I row on the Amstel.');
  await page.goto('/chats');
  await untilServiceWorkerActive(page);
  await untilStored(page, 'screen//chats', 'confirmed');
  await page.goto(`/chats/${chat}`);
  await bubble(page, 'Do you sail?').waitFor();
  await untilStored(page, 'thread/');
  return page;
}

/**
 * Leaves the app, ends the connection, and moves the last sign of life from the server into the past, as if the clock of the device had
 * gone on.
 */
async function loseConnectionFor(page: Page, ms: number): Promise<void> {
  await page.context().setOffline(false);
  await page.goto('/robots.txt');
  await page.context().setOffline(true);
  await page.evaluate(async (age) => {
    const opening = indexedDB.open('stored-answers');
    await new Promise((resolve) => {
      opening.onsuccess = resolve;
    });
    const changing = opening.result.transaction('answers', 'readwrite');
    changing.objectStore('answers').put({ schema: 1, at: Date.now() - age, data: true }, 'confirmed');
    await new Promise((resolve) => {
      changing.oncomplete = resolve;
    });
    opening.result.close();
  }, ms);
}

/** What a page shows of what was kept, in its first HTML and on screen, at each address that was opened before. */
async function keptOnScreen(page: Page): Promise<string[]> {
  const shown: string[] = [];
  for (const path of [`/members/${marit.id}`, '/chats', `/chats/${chat}`]) {
    const response = await page.goto(path);
    await offlineNote(page).or(page.getByRole('alert')).first().waitFor();
    const text = `${await response?.text()} ${await page.locator('body').innerText()}`;
    shown.push(...['Do you sail?', 'I row on the Amstel.', 'Marit', 'Joris'].filter((word) => text.includes(word)));
  }
  return [...new Set(shown)].toSorted();
}

test('without a connection a device shows what it kept for a day, and then nothing of it until the server answers', async () => {
  const page = await aPageOfJoris();
  await loseConnectionFor(page, 23 * HOUR);
  for (const [path, words] of [
    [`/members/${marit.id}`, ['I row on the Amstel.', 'Marit']],
    ['/chats', ['Do you sail?', 'Marit']],
    [`/chats/${chat}`, ['Do you sail?', 'Marit']],
  ] as const) {
    await page.goto(path);
    await offlineNote(page).waitFor();
    for (const word of words) await page.getByText(word).locator('visible=true').first().waitFor();
  }

  await loseConnectionFor(page, 25 * HOUR);
  await site.db.delete(sessions);
  expect(await keptOnScreen(page)).toEqual([]);
  expect(await storedDataOf(page)).toContain('Do you sail?');

  await page.context().setOffline(false);
  await until(async () => (await storedDataOf(page)).includes('Do you sail?')).toBe(false);
});

test('a device that is still signed in shows everything again as soon as it has a connection', async () => {
  const page = await aPageOfJoris();
  await loseConnectionFor(page, 25 * HOUR);
  expect(await keptOnScreen(page)).toEqual([]);
  await page.context().setOffline(false);
  await bubble(page, 'Do you sail?').waitFor();
});

test('a page that stays open for a day without a connection starts anew and shows nothing kept', async () => {
  const page = await open(joris, WITH_SERVICE_WORKER);
  await page.context().clock.install();
  await page.goto(`/chats/${chat}`);
  await bubble(page, 'Do you sail?').waitFor();
  await untilServiceWorkerActive(page);
  await untilStored(page, 'thread/', 'confirmed');
  await page.context().setOffline(true);
  await page.context().clock.fastForward(23 * HOUR);
  await offlineNote(page).getByText(t('core:offline.member')).waitFor();
  await composer(page).waitFor();
  expect(await bubble(page, 'Do you sail?').count()).toBe(1);
  await Promise.all([page.waitForEvent('load'), page.context().clock.fastForward(2 * HOUR)]);
  await until(() => page.getByText('Do you sail?').count()).toBe(0);
  expect(await page.getByText('Marit').count()).toBe(0);
});
