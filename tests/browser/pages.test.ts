import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '#db/client';
import { makeDemo } from '#db/demo/make-demo';
import { settings } from '#db/schema/index';
import { type Subject, subjectsOf } from '../../scripts/shots/subjects.ts';
import { logInFirst, type Visit } from '../../scripts/shots/visit.ts';
import { textsOf } from '../architecture/texts.ts';
import { openBrowser } from '../support/browser.ts';
import { startProduct, type TestProduct } from '../support/product.ts';
import { violationsOn } from './support/axe.ts';
import { untilAtRest } from './support/rest.ts';
import { endVisits, until, visit } from './support/visit.ts';

let product: TestProduct;
let browser: Browser;
let db: Database;
let member: Visit;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  db = openDatabase(product.dbUrl);
  await makeDemo({ url: product.dbUrl, members: 60, photos: { put: product.worker.putPhoto }, onProgress: () => undefined });
  member = await logInFirst(browser, product.url);
});
beforeEach(() => endVisits(browser));
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

/** Every page of the site, those with nothing on them left to the pictures. */
const pagesOf = (ids: Visit): Subject[] => subjectsOf(ids).filter(({ answers }) => !answers);
const NAMES = pagesOf({ storageState: undefined, memberId: '', chatId: '' }).map(({ name }) => name);

async function open(name: string, options: BrowserContextOptions): Promise<Page> {
  const subject = pagesOf(member).find((one) => one.name === name);
  if (!subject) throw new Error(`no page ${name}`);
  const { storageState } = member;
  const page = await visit(browser, product.url, { ...options, ...(subject.isVisitor || !storageState ? {} : { storageState }) });
  await page.goto(subject.path);
  await untilAtRest(page);
  return page;
}

const inTemplate = (value: 'social' | 'classic') =>
  db.insert(settings).values({ key: 'template', value }).onConflictDoUpdate({ target: settings.key, set: { value } });

/** How far the page can be moved sideways. */
const overhang = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

describe.each(['social', 'classic'] as const)('in the template %s', (template) => {
  beforeAll(() => inTemplate(template));

  test.each(NAMES)('%s is for everyone, by day and by night, and fits 320 px', async (name) => {
    const page = await open(name, { viewport: { width: 390, height: 844 }, colorScheme: 'light' });
    expect(await violationsOn(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await violationsOn(page, ['color-contrast'])).toEqual([]);
    await page.setViewportSize({ width: 320, height: 640 });
    await until(() => overhang(page)).toBe(0);
  });
});

/** Dutch sentences that are not the English ones, without those that something is filled into. */
const CORE = ['core', 'errors'];
function englishOnly(file: string): string[] {
  const dutch = new Set(textsOf(`web/locales/nl/${file}.json`).values());
  return [...textsOf(`web/locales/en/${file}.json`).values()].filter((text) => text.length > 12 && !text.includes('{{') && !dutch.has(text));
}

describe('in Dutch', () => {
  beforeAll(() => inTemplate('social'));

  test.each(NAMES)('%s has no raw key and no English sentence', async (name) => {
    const page = await open(name, { viewport: { width: 390, height: 844 }, locale: 'nl-NL' });
    expect(await page.locator('html').getAttribute('lang')).toBe('nl');
    const words = await page.evaluate(() => {
      const spoken = [...document.querySelectorAll('[aria-label], [placeholder], [title], [alt]')].flatMap((element) =>
        ['aria-label', 'placeholder', 'title', 'alt'].map((name) => element.getAttribute(name) ?? ''),
      );
      return [document.title, document.body.innerText, ...spoken].join('\n');
    });
    expect(words.match(/\{\{|\b[a-z]+:[a-z_.]+\b|\b[a-z]+(_[a-z]+)+\b/g)).toBeNull();
    const files = [...CORE, 'landing', 'session', 'signup', 'home', 'members', 'cards', 'likes', 'chat', 'notifications', 'profile', 'credits', 'account'];
    expect(files.flatMap(englishOnly).filter((sentence) => words.includes(sentence))).toEqual([]);
  });
});
