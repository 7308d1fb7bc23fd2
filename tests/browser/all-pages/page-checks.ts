import { globSync } from 'node:fs';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { makeDemo } from '#db/demo/make-demo';
import { settings } from '#db/schema/index';
import { type DemoSession, logInDemoMember } from '../../../scripts/lib/screenshots/demo-session.ts';
import type { Scenario } from '../../../scripts/lib/screenshots/scenario.ts';
import { scenariosOf } from '../../../scripts/lib/screenshots/scenarios/all-scenarios.ts';
import { openWatchedPage, screenshotOnFailure } from '../../support/browser/chromium-pages.ts';
import { shippedLocales, textsOf } from '../../support/files/translation-files.ts';
import { seededRandom } from '../../support/timing/seeded-sample.ts';
import { WAIT_TIMEOUT_MS } from '../../support/timing/timeouts.ts';
import { violationsOn } from '../support/axe.ts';
import { browserSite } from '../support/browser-site.ts';
import { PHONE_SIZE, until } from '../support/visit.ts';
import { openUntilIdle, untilAnimationsEnd } from '../support/waits.ts';

/**
 * Whether a screenshot subject is a page as it opens: without stubbed answers, actions or other changes. The others are only in the
 * screenshots.
 */
const isPlainPage = ({ answers, changedAnswers, act, changeDocument, hangingCalls, refusedCalls, push, locale, template }: Scenario) =>
  !answers && !changedAnswers && !act && !changeDocument && !hangingCalls && !refusedCalls && !push && !locale && !template;
const pagesOf = (ids: DemoSession): Scenario[] => scenariosOf(ids).filter(isPlainPage);
export const PAGE_NAMES = pagesOf({ storageState: undefined, memberId: '', chatId: '' }).map(({ name }) => name);

/** Set by `npm run faces`. */
const CHECKS_ALL_PAGES = process.env.FACES === 'all';

/** True with a probability of one in `oneOf`, drawn by SEED and this name; always true with FACES=all. */
export const isInSample = (name: string, oneOf: number): boolean => CHECKS_ALL_PAGES || seededRandom(name).between(1, oneOf) === 1;

/** A sample of one in `oneOf` cases, at least one, drawn by SEED; all of them with FACES=all. */
export const pageSample = <T>(name: string, cases: readonly T[], oneOf: number): T[] =>
  CHECKS_ALL_PAGES ? [...cases] : seededRandom(name).sample(cases, Math.ceil(cases.length / oneOf));

export interface TemplatePages {
  /** Opens the page of this name in this language, on a phone and in light colours, and waits until it has loaded. */
  open(name: string, locale: string): Promise<Page>;
}

/**
 * A site with demo members in one template. Visitor and member share one tab in each language, so that code is loaded and compiled once.
 */
export function templatePages(template: 'social' | 'classic'): TemplatePages {
  const site = browserSite({ keepsPages: true });
  const tabs = new Map<string, Promise<Page>>();
  let member: DemoSession;
  beforeAll(async () => {
    await makeDemo({ url: site.product.dbUrl, members: 60, photos: { put: site.product.worker.putPhoto }, onProgress: () => undefined });
    await site.db.insert(settings).values({ key: 'template', value: template });
    member = await logInDemoMember(site.browser, site.url);
  });
  const openTab = async (isVisitor: boolean, locale: string) => {
    const session: BrowserContextOptions = isVisitor || !member.storageState ? {} : { storageState: member.storageState };
    const common = { baseURL: site.url, reducedMotion: 'reduce', serviceWorkers: 'block' } as const;
    const context = await site.browser.newContext({ ...common, ...session, locale });
    // A page does not see the session storage of the one before it in the tab.
    await context.addInitScript(() => location.protocol === 'about:' || sessionStorage.clear());
    const tab = await openWatchedPage(context);
    tab.setDefaultTimeout(WAIT_TIMEOUT_MS);
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
      screenshotOnFailure(page);
      await page.setViewportSize(PHONE_SIZE);
      await page.emulateMedia({ colorScheme: 'light' });
      await openUntilIdle(page, subject.path);
      return page;
    },
  };
}

/** All texts of the page, attributes for screen readers included. */
const textsOn = (page: Page) =>
  page.evaluate(() => {
    const attributes = ['aria-label', 'placeholder', 'title', 'alt'];
    const values = [...document.querySelectorAll('*')].flatMap((element) => attributes.map((name) => element.getAttribute(name) ?? ''));
    return [document.title, document.body.innerText, ...values].join('\n');
  });

/** The page about cookies names this one. */
const COOKIE_NAME = /\bknown_device\b/g;
const RAW_KEY = /\{\{|\b[a-z]+:[a-z_.]+\b|\b[a-z]+(_[a-z]+)+\b/g;

const texts = new Map<string, readonly string[]>();
function textsIn(locale: string): readonly string[] {
  const found = texts.get(locale) ?? globSync(`web/locales/${locale}/*.json`).flatMap((file) => [...textsOf(file).values()]);
  texts.set(locale, found);
  return found;
}

/** Sentences of other languages in a text that are not part of any sentence of this language. */
function foreignIn(words: string, locale: string): string[] {
  const own = textsIn(locale);
  const others = shippedLocales().filter((other) => other !== locale);
  const isForeign = (text: string) => text.length > 12 && !text.includes('{{') && words.includes(text);
  return others.flatMap(textsIn).filter((text) => isForeign(text) && !own.some((sentence) => sentence.includes(text)));
}

/** Expects that the page is in this language: it has no untranslated keys and no sentence of another language. */
export async function expectLanguage(page: Page, locale: string): Promise<void> {
  expect(await page.locator('html').getAttribute('lang')).toBe(locale);
  const words = await textsOn(page);
  expect(words.replace(COOKIE_NAME, '').match(RAW_KEY)).toBeNull();
  expect(foreignIn(words, locale)).toEqual([]);
}

/** Expects that the page does not scroll horizontally at this width. */
export async function expectToFit(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 640 });
  await until(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
}

/** Expects sufficient contrast in dark colours. */
export async function expectDarkContrast(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' });
  await untilAnimationsEnd(page);
  expect(await violationsOn(page, ['color-contrast'])).toEqual([]);
}
