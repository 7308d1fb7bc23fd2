import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { pageAt, TEXT_PAGES } from '#contract/pages/page-routes';
import { textValues } from '#contract/pages/text-page';
import { SHIPPED_LOCALES } from '#contract/primitives';
import { inProject } from '../../../scripts/lib/paths.ts';
import { textPage, textPageOf } from '../../../web/build/text-pages.ts';

const KNOWN = Object.keys(textValues({ name: '', min_age: 18, support_phone: '' }, null));
const ALL = SHIPPED_LOCALES.flatMap((locale) => TEXT_PAGES.map((page) => ({ locale, page })));

const htmlOf = (locale: string, page: (typeof TEXT_PAGES)[number]) => {
  const { lead, body } = textPage(locale, page);
  return `${lead}${body}`;
};
const matchesIn = (html: string, pattern: RegExp) => [...html.matchAll(pattern)].map(([, first = '']) => first);
const idsOf = (html: string) => matchesIn(html, / id="([^"]+)"/g);

describe.each(ALL)('$page in $locale', ({ locale, page }) => {
  const html = htmlOf(locale, page);

  test('is written in that language', () => {
    expect(existsSync(inProject(`web/texts/${locale}/${page.replace('pages-', '')}.md`))).toBe(true);
    expect(textPage(locale, page).lang).toBe(locale);
  });

  test('names only values that exist', () => {
    const names = matchesIn(html, /\{\{(?:no )?([^}]*)\}\}/g);
    expect(names.filter((name) => !KNOWN.includes(name))).toEqual([]);
    expect(html.replaceAll(/\{\{(no )?\w+\}\}/g, '')).not.toMatch(/[{}]/);
  });

  test('links only to pages and headings that exist', () => {
    const links = matchesIn(html, / href="([^"]+)"/g).filter((href) => /^[/#]/.test(href));
    const broken = links.filter((href) => {
      const { pathname, hash } = new URL(href, `http://site/pages/${page.replace('pages-', '')}`);
      const target = pageAt(pathname);
      const text = TEXT_PAGES.find((name) => name === target);
      return !target || (hash !== '' && !(text && idsOf(htmlOf(locale, text)).includes(hash.slice(1))));
    });
    expect(broken).toEqual([]);
  });

  test('has the sections of the English text under the same ids, each once, and the same date', () => {
    const ids = idsOf(html);
    expect(ids).toEqual(idsOf(htmlOf('en', page)));
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => ['content', 'root', 'boot', 'text-contents'].includes(id))).toEqual([]);
    const dateOf = (lng: string) =>
      /^changed: (.+)$/m.exec(readFileSync(inProject(`web/texts/${lng}/${page.replace('pages-', '')}.md`), 'utf8'))?.[1];
    expect(dateOf(locale)).toBe(dateOf('en'));
  });

  test('names the same values as the English text', () => {
    const namesOf = (lng: string) => matchesIn(htmlOf(lng, page), /\{\{((?:no )?\w+)\}\}/g).sort();
    expect([...new Set(namesOf(locale))]).toEqual([...new Set(namesOf('en'))]);
  });

  test('promises the same numbers as the English text', () => {
    const numbersOf = (lng: string) => matchesIn(htmlOf(lng, page).replaceAll(/<[^>]*>|\{\{\w+\}\}/g, ' '), /\b(\d+)\b/g).sort();
    expect(numbersOf(locale)).toEqual(numbersOf('en'));
  });
});

test.each(['terms', 'privacy'])('%s, which is also shown over a form, does not link to its own headings', (name) => {
  for (const locale of SHIPPED_LOCALES) expect(readFileSync(inProject(`web/texts/${locale}/${name}.md`), 'utf8')).not.toContain('](#');
});

describe('a text that breaks a rule stops the build', () => {
  const front = '---\nchanged: 2026-11-22\n---\n# Title\n\n';
  test.each([
    ['raw HTML', `${front}<b>x</b>\n`],
    ['HTML inside a sentence', `${front}A <img src=x> b\n`],
    ['a picture', `${front}![x](/x.png)\n`],
    ['a script link', `${front}[x](javascript:alert)\n`],
    ['a heading without an id', `${front}## Section\n`],
    ['no title', '---\nchanged: 2026-11-22\n---\nText\n'],
    ['no date', '# Title\n'],
  ])('%s', (_, source) => {
    expect(() => textPageOf(source, 'en')).toThrow('web/texts:');
  });

  test('such as a folded question without an answer', () => {
    expect(() => textPageOf(`${front}## One {#one}\n\n### Why? {#why}\n\n### How? {#how}\n\nSo.\n`, 'en', true)).toThrow('web/texts:');
  });

  test('while a valid one is rendered', () => {
    const { title, lead, contents } = textPageOf(`${front}Changed {{changed}}.\n\n## One {#one}\n\nText\n`, 'nl');
    expect([title, lead.trim(), contents]).toEqual(['Title', '<p>Changed 22 november 2026.</p>', [{ id: 'one', text: 'One' }]]);
  });
});

test('each answer to a question is folded behind it, under the anchor of the question', () => {
  const front = '---\nchanged: 2026-11-22\n---\n# Title\n\nLead\n\n';
  const { body } = textPageOf(`${front}## One {#one}\n\n### Why? {#why}\n\nSo.\n\n- a\n`, 'en', true);
  const summary = '<summary><h3 id="why-question">Why?</h3></summary>';
  const details = `<details>${summary}\n<p>So.</p>\n<ul>\n<li>a</li>\n</ul>\n</details>`;
  const link = '<a class="fold-link" href="#why" aria-labelledby="why-question">#</a>';
  expect(body).toBe(`<h2 id="one">One</h2>\n<div class="fold" id="why">${details}${link}</div>\n`);
  const faq = htmlOf('en', 'pages-faq');
  expect(matchesIn(faq, /(<details>)/g).length).toBe(matchesIn(faq, /(<h3 )/g).length);
  expect(htmlOf('en', 'pages-terms')).not.toContain('<details>');
});

describe('the page about cookies', () => {
  const STORES =
    /\b(getItem|setItem|readItem|writeItem|createStoredFlag|storeText)\(|document\.cookie|setCookie\(|databaseOf\(|(?:offline|\.)\/(?:key-value|write-ahead)\.ts/;
  /** They store under keys that their callers pass. */
  const KEEPERS = ['web/platform/web-storage.ts', 'web/platform/stored-flag.ts', 'web/offline/write-ahead.ts', 'web/offline/database.ts'];
  const NAMES = /^(?:export )?const [A-Z_]+ = '([^']+)'|=> `([\w-]+[:/])\$\{/gm;
  /** Fields of forms, whose texts stand under `form/…`. */
  const FORM_FIELDS = ['profile-prompt', 'profile-prompt-answer'];
  /** Constants in those files that are no key of anything stored. */
  const OTHER = new Set(['default']);
  const files = globSync(['web/**/*.{ts,tsx}', '{contract,worker}/**/*.ts'], { cwd: inProject('.') }).filter(
    (file) => !/^(?:web\/build|worker\/development)\//.test(file) && !KEEPERS.includes(file),
  );
  const storing = files
    .map((file) => ({ file, source: readFileSync(inProject(file), 'utf8') }))
    .filter(({ source }) => STORES.test(source));
  const keys = storing.flatMap(({ file, source }) =>
    [...source.matchAll(NAMES)].map(([, name, prefix]) => ({ file, key: name ?? prefix ?? '' })).filter(({ key }) => !OTHER.has(key)),
  );

  test('is compared with every file that stores something', () => {
    const withoutKey = storing.filter(
      ({ file, source }) => !keys.some((key) => key.file === file) && !/tracking-consent|answer-store|stored-answers/.test(source),
    );
    expect(withoutKey.map(({ file }) => `${file} stores under a name that is no constant of it`)).toEqual([]);
    expect(keys.length).toBeGreaterThan(8);
  });

  /** The caches of the service worker, by the constants that name them. */
  const caches = files.flatMap((file) =>
    /^web\/(?:pwa\/service-worker\/|offline\/signed-out-mark)/.test(file)
      ? matchesIn(readFileSync(inProject(file), 'utf8'), /^const (?:\w+_)?(?:CACHE|PREFIX) = '([^']+)'/gm)
      : [],
  );

  test.each(SHIPPED_LOCALES)('names every cookie, every key and every cache in %s', (locale) => {
    expect(caches.length).toBeGreaterThan(3);
    const named = matchesIn(htmlOf(locale, 'pages-cookies'), /<code>([^<]+)<\/code>/g).map((name) => name.replace(/…$/, ''));
    const missing = keys.filter(({ key }) => !FORM_FIELDS.includes(key) && !named.includes(key) && !named.includes(`${key}/`));
    expect(missing.map(({ file, key }) => `${key} of ${file}`)).toEqual([]);
    expect(caches.filter((cache) => !named.includes(cache))).toEqual([]);
  });
});
