import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeDemo } from '#db/demo/make-demo';
import { settings } from '#db/schema/index';
import type { Subject } from '../../scripts/shots/subject.ts';
import { subjectsOf } from '../../scripts/shots/subjects.ts';
import { logInFirst, type Visit } from '../../scripts/shots/visit.ts';
import { shippedLocales, textsOf } from '../architecture/texts.ts';
import { keepFailure } from '../support/browser.ts';
import { violationsOn } from './support/axe.ts';
import { button } from './support/places.ts';
import { openAtRest, untilStill } from './support/rest.ts';
import { browsedSite } from './support/site.ts';
import { PATIENCE_MS, until } from './support/visit.ts';
import { say } from './support/words.ts';

const site = browsedSite({ keepsVisits: true });
let member: Visit;

beforeAll(async () => {
  await makeDemo({ url: site.product.dbUrl, members: 60, photos: { put: site.product.worker.putPhoto }, onProgress: () => undefined });
  member = await logInFirst(site.browser, site.url);
});

/** Every page of the site as it opens; those with nothing on them, or something done on them, are left to the pictures. */
const opensAlone = ({ answers, changed, act, boot, hanging, refused, push, locale, template }: Subject) =>
  !answers && !changed && !act && !boot && !hanging && !refused && !push && !locale && !template;
const pagesOf = (ids: Visit): Subject[] => subjectsOf(ids).filter(opensAlone);
const NAMES = pagesOf({ storageState: undefined, memberId: '', chatId: '' }).map(({ name }) => name);

interface Look extends BrowserContextOptions {
  readonly template: 'social' | 'classic';
}

/** One tab a look, for visitors and for the member: what the first page has loaded and compiled, the next ones find there. */
const tabs = new Map<string, Promise<Page>>();
function tabOf(isVisitor: boolean, { template, ...options }: Look): Promise<Page> {
  const key = JSON.stringify([isVisitor, template, options.locale]);
  const tab = tabs.get(key) ?? openTab(isVisitor, options);
  tabs.set(key, tab);
  return tab;
}

async function openTab(isVisitor: boolean, options: BrowserContextOptions): Promise<Page> {
  const { storageState } = member;
  const kept = { reducedMotion: 'reduce', serviceWorkers: 'block', ...(!isVisitor && storageState && { storageState }) } as const;
  const context = await site.browser.newContext({ baseURL: site.url, ...kept, ...options });
  // A page that is opened finds no traces of the one before it in the tab.
  await context.addInitScript(() => location.protocol === 'about:' || sessionStorage.clear());
  const tab = await context.newPage();
  tab.setDefaultTimeout(PATIENCE_MS);
  return tab;
}

let page: Page;

/** Opens the page by its name on a phone, by day. */
async function open(name: string, look: Look): Promise<void> {
  const subject = pagesOf(member).find((one) => one.name === name);
  if (!subject) throw new Error(`no page ${name}`);
  page = await tabOf(subject.isVisitor, look);
  keepFailure(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'light' });
  await openAtRest(page, subject.path);
}

const inTemplate = (value: 'social' | 'classic') =>
  site.db.insert(settings).values({ key: 'template', value }).onConflictDoUpdate({ target: settings.key, set: { value } });

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

/** Of a sampled look, of the developer pages, and by night, one page in five, the same ones for the same SEED; all of them with FACES=all (`npm run faces`). */
const SEED = process.env.SEED ?? 'vonk';
const isDrawn = (name: string) =>
  process.env.FACES === 'all' || createHash('sha256').update(`${SEED} ${name}`).digest().readUInt32BE() % 5 === 0;
const namesOf = (isSampled: boolean) => NAMES.filter((name) => isDrawn(name) || !(isSampled || isForDevelopers(name)));
const isForDevelopers = (name: string) => /^(classic-)?dev-/.test(name);
const isSeenByNight = (name: string) => isDrawn(`${name} by night`);

describe.each(LOOKS)('in the template $template and the language $locale', ({ template, locale, isSampled }) => {
  const foreign = foreignTo(locale);
  beforeAll(() => inTemplate(template));

  test.each(namesOf(isSampled))('%s is for everyone and fits 320 px', async (name) => {
    await open(name, { template, locale });
    expect(await page.locator('html').getAttribute('lang')).toBe(locale);
    const words = await wordsOn(page);
    expect(words.match(RAW_KEY)).toBeNull();
    expect(foreign.filter((sentence) => words.includes(sentence))).toEqual([]);
    expect(await violationsOn(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 640 });
    await until(() => overhang(page)).toBe(0);
    if (!isSeenByNight(name)) return;
    await page.emulateMedia({ colorScheme: 'dark' });
    await untilStill(page);
    expect(await violationsOn(page, ['color-contrast'])).toEqual([]);
  });
});

describe('what opens over a page', () => {
  const OVERLAYS = [
    { name: 'members', opener: 'members:filters', title: 'members:filters' },
    { name: 'profile', opener: 'profile:edit', title: 'profile:interests_dialog' },
  ] as const;
  beforeAll(() => inTemplate('social'));

  test.each(OVERLAYS)('$title is for everyone, by day and by night', async ({ name, opener, title }) => {
    await open(name, { template: 'social', locale: 'en' });
    await button(page, say(opener)).last().click();
    await page.getByRole('dialog', { name: say(title) }).waitFor();
    await untilStill(page);
    expect(await violationsOn(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    await untilStill(page);
    expect(await violationsOn(page, ['color-contrast'])).toEqual([]);
  });
});
