import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '#db/client';
import { makeDemo } from '#db/demo/make-demo';
import { settings } from '#db/schema/index';
import { type Subject, subjectsOf } from '../../scripts/shots/subjects.ts';
import { logInFirst, type Visit } from '../../scripts/shots/visit.ts';
import { shippedLocales, textsOf } from '../architecture/texts.ts';
import { openBrowser } from '../support/browser.ts';
import { startProduct, type TestProduct } from '../support/product.ts';
import { violationsOn } from './support/axe.ts';
import { button } from './support/places.ts';
import { openAtRest, untilStill } from './support/rest.ts';
import { endVisits, until, visit } from './support/visit.ts';
import { say } from './support/words.ts';

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

/** Every page of the site as it opens; those with nothing on them, or something done on them, are left to the pictures. */
const pagesOf = (ids: Visit): Subject[] => subjectsOf(ids).filter(({ answers, act }) => !answers && !act);
const NAMES = pagesOf({ storageState: undefined, memberId: '', chatId: '' }).map(({ name }) => name);

async function open(name: string, options: BrowserContextOptions): Promise<Page> {
  const subject = pagesOf(member).find((one) => one.name === name);
  if (!subject) throw new Error(`no page ${name}`);
  const { storageState } = member;
  const page = await visit(browser, product.url, { ...options, ...(subject.isVisitor || !storageState ? {} : { storageState }) });
  await openAtRest(page, subject.path);
  return page;
}

const inTemplate = (value: 'social' | 'classic') =>
  db.insert(settings).values({ key: 'template', value }).onConflictDoUpdate({ target: settings.key, set: { value } });

/** How far the page can be moved sideways. */
const overhang = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** All that the page shows or says. */
const wordsOn = (page: Page) =>
  page.evaluate(() => {
    const spoken = ['aria-label', 'placeholder', 'title', 'alt'];
    const said = [...document.querySelectorAll('*')].flatMap((element) => spoken.map((name) => element.getAttribute(name) ?? ''));
    return [document.title, document.body.innerText, ...said].join('\n');
  });

const RAW_KEY = /\{\{|\b[a-z]+:[a-z_.]+\b|\b[a-z]+(_[a-z]+)+\b/g;

/** Long sentences of other languages that this one says in another way. */
function foreignTo(locale: string): string[] {
  const own = new Set(textsIn(locale));
  return shippedLocales()
    .filter((other) => other !== locale)
    .flatMap(textsIn)
    .filter((text) => text.length > 12 && !text.includes('{{') && !own.has(text));
}

const textsIn = (locale: string) => globSync(`web/locales/${locale}/*.json`).flatMap((file) => [...textsOf(file).values()]);

const LOOKS = [
  { template: 'social', locale: 'en', isSampled: false },
  { template: 'classic', locale: 'nl', isSampled: true },
] as const;

/** Of a sampled look one page in three, the same ones for the same SEED; all of them with FACES=all (`npm run faces`). */
const SEED = process.env.SEED ?? 'vonk';
const drawn = (name: string) => createHash('sha256').update(`${SEED} ${name}`).digest().readUInt32BE() % 3 === 0;
const namesOf = (isSampled: boolean) => (isSampled && process.env.FACES !== 'all' ? NAMES.filter(drawn) : NAMES);

describe.each(LOOKS)('in the template $template and the language $locale', ({ template, locale, isSampled }) => {
  const foreign = foreignTo(locale);
  beforeAll(() => inTemplate(template));

  test.each(namesOf(isSampled))('%s is for everyone, by day and by night, and fits 320 px', async (name) => {
    const page = await open(name, { viewport: { width: 390, height: 844 }, colorScheme: 'light', locale });
    expect(await page.locator('html').getAttribute('lang')).toBe(locale);
    const words = await wordsOn(page);
    expect(words.match(RAW_KEY)).toBeNull();
    expect(foreign.filter((sentence) => words.includes(sentence))).toEqual([]);
    expect(await violationsOn(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    await untilStill(page);
    expect(await violationsOn(page, ['color-contrast'])).toEqual([]);
    await page.setViewportSize({ width: 320, height: 640 });
    await until(() => overhang(page)).toBe(0);
  });
});

describe('what opens over a page', () => {
  const OVERLAYS = [
    { name: 'members', opener: 'members:filters', title: 'members:filters' },
    { name: 'profile', opener: 'profile:edit', title: 'profile:interests_dialog' },
  ] as const;
  beforeAll(() => inTemplate('social'));

  test.each(OVERLAYS)('$title is for everyone, by day and by night', async ({ name, opener, title }) => {
    const page = await open(name, { viewport: { width: 390, height: 844 }, colorScheme: 'light' });
    await button(page, say(opener)).last().click();
    await page.getByRole('dialog', { name: say(title) }).waitFor();
    await untilStill(page);
    expect(await violationsOn(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    await untilStill(page);
    expect(await violationsOn(page, ['color-contrast'])).toEqual([]);
  });
});
