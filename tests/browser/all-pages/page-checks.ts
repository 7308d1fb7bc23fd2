import { globSync } from 'node:fs';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { makeDemo } from '#db/demo/make-demo';
import { settings } from '#db/schema/index';
import { logInFirst, type Visit } from '../../../scripts/lib/screenshots/demo-session.ts';
import type { Subject } from '../../../scripts/lib/screenshots/scenario.ts';
import { subjectsOf } from '../../../scripts/lib/screenshots/scenarios/all-scenarios.ts';
import { keepFailure, newPageIn } from '../../support/browser/chromium-pages.ts';
import { shippedLocales, textsOf } from '../../support/files/translation-files.ts';
import { chanceOf } from '../../support/timing/seeded-sample.ts';
import { PATIENCE_MS } from '../../support/timing/timeouts.ts';
import { violationsOn } from '../support/axe.ts';
import { browsedSite } from '../support/browser-site.ts';
import { PHONE_SIZE, until } from '../support/visit.ts';
import { openAtRest, untilStill } from '../support/waits.ts';

/** Every page of the site as it opens; those with nothing on them, or something done on them, are left to the pictures. */
const opensAlone = ({ answers, changed, act, boot, hanging, refused, push, locale, template }: Subject) =>
  !answers && !changed && !act && !boot && !hanging && !refused && !push && !locale && !template;
const pagesOf = (ids: Visit): Subject[] => subjectsOf(ids).filter(opensAlone);
export const PAGE_NAMES = pagesOf({ storageState: undefined, memberId: '', chatId: '' }).map(({ name }) => name);

/** `npm run faces` sets it. */
const ARE_ALL_MEANT = process.env.FACES === 'all';

/** Whether this is among one of so many, drawn by SEED: always with FACES=all. There may be none among a few. */
export const isDrawn = (name: string, oneOf: number): boolean => ARE_ALL_MEANT || chanceOf(name).between(1, oneOf) === 1;

/** One of so many of the cases, at least one, and as many of them under every SEED; all of them with FACES=all. */
export const shareOf = <T>(name: string, cases: readonly T[], oneOf: number): T[] =>
  ARE_ALL_MEANT ? [...cases] : chanceOf(name).some(cases, Math.ceil(cases.length / oneOf));

export interface Faces {
  /** The page of this name at rest on a phone, by day, in this language. */
  open(name: string, locale: string): Promise<Page>;
}

/** A site with demo members in one template. A visitor and a member have one tab a language: what a page has loaded and compiled, the next ones find there. */
export function facesIn(template: 'social' | 'classic'): Faces {
  const site = browsedSite({ keepsVisits: true });
  const tabs = new Map<string, Promise<Page>>();
  let member: Visit;
  beforeAll(async () => {
    await makeDemo({ url: site.product.dbUrl, members: 60, photos: { put: site.product.worker.putPhoto }, onProgress: () => undefined });
    await site.db.insert(settings).values({ key: 'template', value: template });
    member = await logInFirst(site.browser, site.url);
  });
  const openTab = async (isVisitor: boolean, locale: string) => {
    const own: BrowserContextOptions = isVisitor || !member.storageState ? {} : { storageState: member.storageState };
    const common = { baseURL: site.url, reducedMotion: 'reduce', serviceWorkers: 'block' } as const;
    const context = await site.browser.newContext({ ...common, ...own, locale });
    // A page that is opened finds no traces of the one before it in the tab.
    await context.addInitScript(() => location.protocol === 'about:' || sessionStorage.clear());
    const tab = await newPageIn(context);
    tab.setDefaultTimeout(PATIENCE_MS);
    return tab;
  };
  const tabOf = (isVisitor: boolean, locale: string) => {
    const key = `${isVisitor} ${locale}`;
    const tab = tabs.get(key) ?? openTab(isVisitor, locale);
    tabs.set(key, tab);
    return tab;
  };
  return {
    open: async (name, locale) => {
      const subject = pagesOf(member).find((one) => one.name === name);
      if (!subject) throw new Error(`no page ${name}`);
      const page = await tabOf(subject.isVisitor, locale);
      keepFailure(page);
      await page.setViewportSize(PHONE_SIZE);
      await page.emulateMedia({ colorScheme: 'light' });
      await openAtRest(page, subject.path);
      return page;
    },
  };
}

/** All that the page shows or says. */
const wordsOn = (page: Page) =>
  page.evaluate(() => {
    const spoken = ['aria-label', 'placeholder', 'title', 'alt'];
    const said = [...document.querySelectorAll('*')].flatMap((element) => spoken.map((name) => element.getAttribute(name) ?? ''));
    return [document.title, document.body.innerText, ...said].join('\n');
  });

const RAW_KEY = /\{\{|\b[a-z]+:[a-z_.]+\b|\b[a-z]+(_[a-z]+)+\b/g;

const texts = new Map<string, readonly string[]>();
function textsIn(locale: string): readonly string[] {
  const found = texts.get(locale) ?? globSync(`web/locales/${locale}/*.json`).flatMap((file) => [...textsOf(file).values()]);
  texts.set(locale, found);
  return found;
}

/** What words say in another language's sentence that this one has not, not even within a longer one. */
function foreignIn(words: string, locale: string): string[] {
  const own = textsIn(locale);
  const others = shippedLocales().filter((other) => other !== locale);
  const isForeign = (text: string) => text.length > 12 && !text.includes('{{') && words.includes(text);
  return others.flatMap(textsIn).filter((text) => isForeign(text) && !own.some((sentence) => sentence.includes(text)));
}

/** The page speaks this language and no other. */
export async function expectSpoken(page: Page, locale: string): Promise<void> {
  expect(await page.locator('html').getAttribute('lang')).toBe(locale);
  const words = await wordsOn(page);
  expect(words.match(RAW_KEY)).toBeNull();
  expect(foreignIn(words, locale)).toEqual([]);
}

/** Nothing on the page can be moved sideways at this width. */
export async function expectToFit(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 640 });
  await until(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
}

/** What is read by day can be read by night. */
export async function expectReadableByNight(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' });
  await untilStill(page);
  expect(await violationsOn(page, ['color-contrast'])).toEqual([]);
}
