import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { makeDemo } from '#db/demo/make-demo';
import { settings } from '#db/schema/index';
import type { Subject } from '../../../scripts/shots/subject.ts';
import { subjectsOf } from '../../../scripts/shots/subjects.ts';
import { logInFirst, type Visit } from '../../../scripts/shots/visit.ts';
import { shippedLocales, textsOf } from '../../architecture/texts.ts';
import { openPageIn } from '../../support/browser.ts';
import { violationsOn } from './axe.ts';
import { openAtRest, untilStill } from './rest.ts';
import { type BrowsedSite, browsedSite } from './site.ts';
import { PATIENCE_MS, PHONE_SIZE, until } from './visit.ts';

/** Every page of the site as it opens; those with nothing on them, or something done on them, are left to the pictures. */
const opensAlone = ({ answers, changed, act, boot, hanging, refused, push, locale, template }: Subject) =>
  !answers && !changed && !act && !boot && !hanging && !refused && !push && !locale && !template;
const pagesOf = (ids: Visit): Subject[] => subjectsOf(ids).filter(opensAlone);
export const PAGE_NAMES = pagesOf({ storageState: undefined, memberId: '', chatId: '' }).map(({ name }) => name);

const SEED = process.env.SEED ?? 'vonk';
/** One of so many, the same ones for the same SEED; all of them with FACES=all (`npm run faces`). */
export const isDrawn = (name: string, oneOf: number): boolean =>
  process.env.FACES === 'all' || createHash('sha256').update(`${SEED} ${name}`).digest().readUInt32BE() % oneOf === 0;

export interface Faces {
  readonly site: BrowsedSite;
  /** The page of this name at rest on a phone, by day, in this language. */
  open(name: string, locale: string): Promise<Page>;
}

/** A site with demo members in one template. A visitor and a member have a browser profile each and language: what a page has loaded the next ones need not load again. */
export function facesIn(template: 'social' | 'classic'): Faces {
  const site = browsedSite({ keepsVisits: true });
  const contexts = new Map<string, Promise<BrowserContext>>();
  let member: Visit;
  beforeAll(async () => {
    await makeDemo({ url: site.product.dbUrl, members: 60, photos: { put: site.product.worker.putPhoto }, onProgress: () => undefined });
    await site.db.insert(settings).values({ key: 'template', value: template });
    member = await logInFirst(site.browser, site.url);
  });
  const contextOf = (isVisitor: boolean, locale: string) => {
    const key = `${isVisitor} ${locale}`;
    const own: BrowserContextOptions = isVisitor || !member.storageState ? {} : { storageState: member.storageState };
    const common = {
      baseURL: site.url,
      viewport: PHONE_SIZE,
      colorScheme: 'light',
      reducedMotion: 'reduce',
      serviceWorkers: 'block',
    } as const;
    const context = contexts.get(key) ?? site.browser.newContext({ ...common, ...own, locale });
    contexts.set(key, context);
    return context;
  };
  return {
    site,
    open: async (name, locale) => {
      const subject = pagesOf(member).find((one) => one.name === name);
      if (!subject) throw new Error(`no page ${name}`);
      const page = await openPageIn(await contextOf(subject.isVisitor, locale));
      page.setDefaultTimeout(PATIENCE_MS);
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
