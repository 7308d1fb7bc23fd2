import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { PAGES } from '#contract/pages/page-routes';
import { messages } from '#db/schema/index';
import { PAGE_DIR } from '../../../scripts/lib/build/build-page.ts';
import { aMember, newId, PASSWORD, type TestMember } from '../../support/database/factories.ts';
import { checkInvariants } from '../../support/database/invariants.ts';
import { RUNS_ALL_FAULTS, SEED, sampleOf } from '../../support/timing/seeded-sample.ts';
import { browserSite } from '../support/browser-site.ts';
import { storedDataOf, untilServiceWorkerActive, untilStored } from '../support/browser-storage.ts';
import { anotherTab, chatActions } from '../support/chat-actions.ts';
import { composer, logIn, logOut, thread, writeMessage } from '../support/locators.ts';
import { untilControlled } from '../support/service-worker.ts';
import { DESKTOP, until, untilAddress } from '../support/visit.ts';
import { HANGING_STORAGE } from './hanging-storage.ts';

const site = browserSite();
const { open, withMessage } = chatActions(site);
let joris: TestMember;
let marit: TestMember;
let chat: string;

beforeEach(async () => {
  joris = await aMember(site.db, { name: 'Joris', gender: 'male', credits: 9 });
  marit = await aMember(site.db, { name: 'Marit', gender: 'female', credits: 9, personal: 'I row on the Amstel.' });
  chat = await withMessage(joris, marit, 'Do you sail?');
});

const SLUGS: Readonly<Record<string, string>> = { 'members-memberId-landing2-slug': 'coffee', 'members-memberId-landing3-slug': 'curious' };
const addressOfPage = ([name, { path }]: [string, { readonly path: string }]) =>
  path
    .replace(':memberId', marit.id)
    .replace(':chatId', chat)
    .replace(':type', 'profiles')
    .replace(':creditId', 'pack-50')
    .replace(':paymentMethod', 'card')
    .replace(':transactionId', newId())
    .replace(':slug', SLUGS[name] ?? 'nothing');
/** Pages that are always tested, because everybody uses them. */
const ALWAYS = ['members', 'chats-chatId'];
const ROUTES = Object.entries(PAGES);
const routesFor = (what: string) =>
  RUNS_ALL_FAULTS ? ROUTES : [...ROUTES.filter(([name]) => ALWAYS.includes(name)), ...sampleOf(`hanging ${what}`, ROUTES, 2)];

/** `npm run faults` tests all kinds of hanging storage on all pages. */
const STORAGE_FAULTS = sampleOf('ways to hang', Object.entries(HANGING_STORAGE), 2);

/** Serves the bare page, as the service worker does: without boot data a page reads its storage first. */
async function serveBarePage(page: Page): Promise<void> {
  const barePage = readFileSync(join(PAGE_DIR, 'index.html'), 'utf8');
  await page.route('**/*', (route) => {
    const isDocument = route.request().resourceType() === 'document';
    return isDocument ? route.fulfill({ contentType: 'text/html', body: barePage }) : route.fallback();
  });
}

const bubble = (page: Page, text: string) => thread(page).getByText(text, { exact: true });
const texts = async () => (await site.db.select().from(messages).orderBy(messages.seq)).map(({ text }) => text);

describe.each(STORAGE_FAULTS)(`with %s (seed ${SEED})`, (what, hang) => {
  test('every page is rendered, a message is sent once, and logging out and in works', async () => {
    const page = await open(joris, DESKTOP);
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.stack ?? ''));
    await page.addInitScript(hang);
    await serveBarePage(page);
    for (const route of routesFor(what)) {
      await page.goto(addressOfPage(route));
      await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' });
    }
    await page.goto(`/chats/${chat}`);
    await bubble(page, 'Do you sail?').waitFor();
    await writeMessage(page, 'On Sundays');
    await until(texts).toEqual(['Do you sail?', 'On Sundays']);
    await composer(page).pressSequentially('And y');
    await page.reload();
    await until(() => composer(page).inputValue()).toBe('And y');
    await bubble(page, 'On Sundays').waitFor();
    await logOut(page);
    await untilAddress(page, '/login');
    await logIn(page, { email: marit.email, password: PASSWORD });
    await untilAddress(page, '/home');
    await page.goto(`/chats/${chat}`);
    await bubble(page, 'On Sundays').waitFor();
    expect(await texts()).toEqual(['Do you sail?', 'On Sundays']);
    expect(await checkInvariants(site.db)).toEqual([]);
    expect(errors).toEqual([]);
  });
});

test('a message written offline while the database of the send queue hangs is sent once by the next page', async () => {
  const page = await open(joris, DESKTOP);
  await page.addInitScript(HANGING_STORAGE['what waits to be sent, which never opens'] ?? (() => undefined));
  await page.goto(`/chats/${chat}`);
  await bubble(page, 'Do you sail?').waitFor();
  await page.context().setOffline(true);
  await writeMessage(page, 'On Sundays');
  const next = await anotherTab(page.context());
  await page.close();
  await next.context().setOffline(false);
  await next.goto(`/chats/${chat}`);
  await bubble(next, 'On Sundays').waitFor();
  await until(texts).toEqual(['Do you sail?', 'On Sundays']);
  expect(await checkInvariants(site.db)).toEqual([]);
});

test('after a logout during which stored answers could not be deleted, no page shows them and the next one deletes them', async () => {
  const page = await open(joris, { ...DESKTOP, serviceWorkers: 'allow' });
  await page.goto('/chats');
  await page.getByText('Do you sail?').first().waitFor();
  await untilServiceWorkerActive(page);
  await untilStored(page, 'Do you sail?', 'screen/');
  await page.addInitScript(HANGING_STORAGE['the answers, which never open'] ?? (() => undefined));
  await logOut(page);
  await untilAddress(page, '/login');
  const next = await anotherTab(page.context());
  const shown: string[] = [];
  next.on('response', async (response) => {
    if (response.request().resourceType() === 'document') shown.push(await response.text().catch(() => ''));
  });
  await page.close();
  await next.context().setOffline(true);
  await next.goto('/chats');
  await until(async () => (await storedDataOf(next)).includes('Do you sail?')).toBe(false);
  expect([...shown, await next.content()].join('\n')).not.toContain('Do you sail?');
});

test('a service worker whose caches and databases hang passes every page on', async () => {
  const page = await open(joris, { ...DESKTOP, serviceWorkers: 'allow' });
  await page.goto('/home');
  await untilControlled(page);
  const [worker] = page.context().serviceWorkers();
  await worker?.evaluate(`
    const never = () => new Promise(() => undefined);
    for (const name of ['open', 'match', 'has', 'keys', 'delete']) CacheStorage.prototype[name] = never;
    for (const name of ['match', 'put', 'keys', 'delete']) Cache.prototype[name] = never;
    IDBFactory.prototype.open = () => new EventTarget();
  `);
  for (const route of routesFor('service worker')) {
    await page.goto(addressOfPage(route));
    await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' });
  }
  await page.goto(`/chats/${chat}`);
  await bubble(page, 'Do you sail?').waitFor();
});

/** Deletes a database; resolves to 'gone', or to 'blocked' if another connection stays open. */
const deleteDatabase = (page: Page, name: string): Promise<string> =>
  page.evaluate(
    (database) =>
      new Promise((resolve) => {
        const request = indexedDB.deleteDatabase(database);
        request.onsuccess = () => resolve('gone');
        request.onblocked = () => resolve('blocked');
      }),
    name,
  );

test('a page closes a database that another page wants to delete, and goes on', async () => {
  const page = await open(joris, DESKTOP);
  await page.goto(`/chats/${chat}`);
  await untilStored(page, 'thread/', joris.id);
  const other = await anotherTab(page.context());
  await other.goto('/icons/app-192.png');
  expect([await deleteDatabase(other, 'stored-answers'), await deleteDatabase(other, 'keyval-store')]).toEqual(['gone', 'gone']);
  await writeMessage(page, 'On Sundays');
  await until(texts).toEqual(['Do you sail?', 'On Sundays']);
});
