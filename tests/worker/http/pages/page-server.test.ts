import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { INITIAL_SEARCH, searchMembers } from '#contract/members';
import { BOOT_ELEMENT } from '#contract/pages/boot';
import { PAGES, TEXT_PAGES } from '#contract/pages/page-routes';
import { clearSetting, saveSetting } from '#db/queries/operator/settings';
import { textPage } from '../../../../web/build/text-pages.ts';
import { readToken } from '../../../../worker/lib/tokens.ts';
import { aMember, newId } from '../../../support/database/factories.ts';
import type { ApiAnswer } from '../../../support/product/api-client.ts';
import { bootOf, langOf, titleOf } from '../../../support/product/page-html.ts';
import { examplePath } from '../../../support/product/page-paths.ts';
import { TEST_SECRETS } from '../../../support/product/test-secrets.ts';
import { testSite } from '../../../support/product/test-site.ts';

const site = testSite();
const NAME = '</script><script>alert(1)</script><!--';

describe('a page', () => {
  test.each(Object.entries(PAGES).map(([name, { path }]) => [name, path]))(
    '%s answers 200 to anyone, never to be cached',
    async (_, path) => {
      const answer = await site.visitor.get(examplePath(path, (await aMember(site.db)).id));
      expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([200, 'no-store']);
      expect(answer.headers.get('Content-Type')).toBe('text/html; charset=UTF-8');
      expect(bootOf(answer).user).toBe('signed_out');
      expect(titleOf(answer)).toMatch(/^.+ · Vonk$/);
      expect(String(answer.body)).toMatch(/<meta name="description" content="[^"{]+">/);
      expect(String(answer.body)).not.toContain('noindex');
      expect(String(answer.body)).toMatch(/href="\/login[?"]/);
      expect(String(answer.body)).toMatch(/href="\/pages\/terms"/);
    },
  );

  test.each([
    '/nothing',
    '/members/7',
    '/likes/enemies',
    '/landers/video/nothing',
    '/landers/nothing/first-coffee',
    '/landers/video',
    `/members/${newId()}/landing2/first-coffee`,
    '/page-preloads.json',
    '/.env',
    '/wp-login.php',
    '/%2e%2e/x',
    '/%E0%A4%A',
    '/%3Cscript%3Ealert(1)%3C%2Fscript%3E',
    `/${'x'.repeat(2_000)}`,
  ])('%s is 404 with the whole page, not to be indexed', async (address) => {
    const answer = await site.visitor.get(address);
    expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([404, 'no-store']);
    expect(titleOf(answer)).toBe('Error 404 · Vonk');
    expect(String(answer.body)).toContain('<meta name="robots" content="noindex">');
    expect(bootOf(answer).user).toBe('signed_out');
  });

  test('takes only GET', async () => {
    const answer = await site.visitor.post('/login', {});
    expect([answer.status, answer.at('error.code')]).toEqual([404, 'not_found']);
  });

  test.each([
    [{ 'Accept-Language': 'nl-BE,nl;q=0.9' }, 'nl', 'Inloggen · Vonk'],
    [{ 'Accept-Language': 'en-US' }, 'en', 'Log in · Vonk'],
    [{ 'Accept-Language': 'en;q=0.8, de-AT, de; Q=0.9' }, 'de', 'Einloggen · Vonk'],
    [{ 'Accept-Language': 'sv, ;q=x, *;q=0.1, nl;q=0, pl;q=-1, de;q=none' }, 'en', 'Log in · Vonk'],
    [{ Cookie: 'i18n_redirected=sv', 'Accept-Language': 'pl' }, 'pl', 'Logowanie · Vonk'],
    [{ Cookie: 'i18n_redirected=..%2Fnl', 'Accept-Language': '<script>, ../../nl;q=1' }, 'en', 'Log in · Vonk'],
    [{ Cookie: 'i18n_redirected=nl', 'Accept-Language': 'en' }, 'nl', 'Inloggen · Vonk'],
  ])('uses the language of %j', async (headers, locale, title) => {
    const answer = await site.visitor.get('/login', headers);
    expect([langOf(answer), titleOf(answer), bootOf(answer).locale]).toEqual([locale, title, locale]);
  });

  test('carries the site’s name and template from the settings', async () => {
    await saveSetting(site.db, 'name', 'A & B <i>');
    await saveSetting(site.db, 'template', 'classic');
    const answer = await site.visitor.get('/login', { 'Accept-Language': 'en' });
    expect(titleOf(answer)).toBe('Log in · A &amp; B &lt;i&gt;');
    expect(String(answer.body)).toMatch(/<html[^>]* data-template="classic"/);
    expect(bootOf(answer).settings).toMatchObject({ name: 'A & B <i>', template: 'classic' });
    for (const key of ['name', 'template']) await clearSetting(site.db, key);
  });

  test('carries a csrf token that a form may use', async () => {
    const { settings } = bootOf(await site.visitor.get('/signup'));
    expect(await readToken(TEST_SECRETS.SIGNING_KEY, 'csrf', settings.csrf, Date.now())).toEqual({});
  });
});

describe('a text page', () => {
  const COMPANY = { name: 'Ember <b>', address: 'Kade 1', kvk: '', city: 'Utrecht', country: 'NL', tradenames: [], vat_numbers: {} };
  const wordsOf = (page: ApiAnswer) => /<div id="root">([\s\S]*)<\/div>\s*(<script|<\/body>)/.exec(String(page.body))?.[1] ?? '';

  test.each(TEXT_PAGES)('%s carries its text for readers without scripts, in their language', async (name) => {
    for (const [language, heading] of [
      ['en', textPage('en', name).title],
      ['nl', textPage('nl', name).title],
    ] as const) {
      const words = wordsOf(await site.visitor.get(PAGES[name].path, { 'Accept-Language': language }));
      expect(words).toContain(`lang="${language}">${heading}</h1>`);
      expect(words).not.toMatch(/\{\{|<script|<noscript/);
    }
  });

  test('names the company of the settings, escaped', async () => {
    await saveSetting(site.db, 'company', COMPANY);
    const words = wordsOf(await site.visitor.get('/pages/service', { 'Accept-Language': 'en' }));
    expect(words).toContain('<p>Vonk is run by Ember &lt;b&gt;.</p>');
    expect(words).toContain('<li>Address: Kade 1, Utrecht, NL</li>');
    expect(words).not.toContain('has not entered');
    await clearSetting(site.db, 'company');
  });

  test('is readable without scripts for a member, too, whose page has another layout', async () => {
    const me = site.as(await aMember(site.db));
    expect(wordsOf(await me.get('/pages/terms', { 'Accept-Language': 'en' }))).toMatch(/^<noscript>[\s\S]*Terms[\s\S]*<\/noscript>$/);
  });
});

describe('the boot data', () => {
  test('of a member is what user.php answers', async () => {
    const me = site.as(await aMember(site.db, { credits: 4 }));
    expect(bootOf(await me.get('/home')).user).toEqual((await me.get('/api/user.php')).at('user'));
  });

  test('of a banned member says so and nothing of them', async () => {
    const member = await aMember(site.db, { status: 'banned', banReason: 'scam', name: 'Somebody' });
    const answer = await site.as(member).get('/home');
    expect([answer.status, bootOf(answer).user, bootOf(answer).ban_reason]).toEqual([200, 'banned', 'scam']);
    expect(String(answer.body)).not.toContain('Somebody');
  });

  test.each([
    ['whose account is deleted', async () => (await aMember(site.db, { status: 'deleted' })).cookie],
    ['whose session is unknown', async () => `session=${newId()}.${'x'.repeat(43)}`],
  ])('of a member %s is a visitor’s, and the cookie is cleared', async (_, cookie) => {
    const answer = await site.as({ cookie: await cookie() }).get('/home');
    expect(bootOf(answer).user).toBe('signed_out');
    expect(answer.headers.getSetCookie()).toEqual([expect.stringMatching(/^session=; .*Max-Age=0/)]);
  });

  test('cannot be ended early by what a member writes', async () => {
    const member = await aMember(site.db, { name: NAME, personal: NAME, city: '<!--<script>' });
    const answer = await site.as(member).get('/profile');
    const [before = '', after = ''] = String(answer.body).split(`id="${BOOT_ELEMENT}">`);
    const block = after.slice(0, after.indexOf('</script>'));
    expect(block).not.toContain('<');
    expect(JSON.parse(block)).toMatchObject({ user: { profile: { name: NAME, personal: NAME, city: '<!--<script>' } } });
    expect(before).not.toContain('alert(1)');
    expect(after.slice(block.length)).not.toContain('alert(1)');
  });

  test('of one member holds nothing of another', async () => {
    const dateOfBirth = '1981-01-23';
    const [viewer, shown] = [await aMember(site.db), await aMember(site.db, { dateOfBirth })];
    const text = String((await site.as(viewer).get(`/members/${shown.id}`)).body);
    expect([shown.email, dateOfBirth].filter((secret) => text.includes(secret))).toEqual([]);
  });
});

describe('the files that a page preloads', () => {
  const linksOf = (page: ApiAnswer, pattern: RegExp) => [...String(page.body).matchAll(pattern)].map(([, href]) => href ?? '');

  test.each(Object.entries(PAGES).map(([name, page]) => [name, page.path, page.texts]))(
    'of %s exist, and its locale file is among them',
    async (_, path, texts) => {
      const page = await site.visitor.get(examplePath(path, (await aMember(site.db)).id), { 'Accept-Language': 'en' });
      const scripts = linksOf(page, /<link rel="modulepreload"[^>]* href="([^"]+)"/g);
      const styles = linksOf(page, /<link rel="stylesheet"[^>]* href="([^"]+)"/g);
      const words = linksOf(page, /<link rel="preload" as="fetch" crossorigin fetchpriority="low" href="(\/_i18n[^"]+)"/g);
      const { build } = bootOf(page);
      expect(scripts.length).toBeGreaterThan(0);
      expect(words).toEqual(expect.arrayContaining([`/_i18n/en/messages.json?v=${build}`, `/_i18n/en/${texts}.json?v=${build}`]));
      for (const href of [...scripts, ...styles, ...words])
        expect([href, (await fetch(new URL(href, site.url))).status]).toEqual([href, 200]);
    },
  );
});

describe('the initial answers', () => {
  const block = /<script type="application\/json" id="answers">(.*?)<\/script>/;
  const answersIn = (page: ApiAnswer): unknown[] => JSON.parse(block.exec(String(page.body))?.[1] ?? '[]');

  test('of the search page are what the call answers', async () => {
    await aMember(site.db, { name: '</script><i>' });
    const me = site.as(await aMember(site.db));
    const { profiles, filter_options } = v.parse(v.tuple([searchMembers.output]), answersIn(await me.get('/members')))[0];
    const asked = await me.get(`/api/search.php?${new URLSearchParams(INITIAL_SEARCH)}`);
    expect([profiles, filter_options]).toEqual([asked.at('profiles'), asked.at('filter_options')]);
  });

  test('are left out where the address or the visitor asks for something else', async () => {
    const me = site.as(await aMember(site.db));
    for (const page of [
      await me.get('/members?page=2'),
      await me.get('/likes'),
      await site.visitor.get('/members'),
      await site.visitor.get('/home'),
    ])
      expect(answersIn(page)).toEqual([]);
  });
});
