import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ENDPOINTS } from '#contract/all-endpoints';
import { SHIPPED_LOCALES } from '#contract/primitives';
import { clearSetting, saveSetting } from '#db/queries/operator/settings';
import { aMember } from '../../support/database/factories.ts';
import { apiClient } from '../../support/product/api-client.ts';
import { testSite } from '../../support/product/test-site.ts';
import { startWorker, type TestWorker } from '../../support/product/test-worker.ts';
import { type CountingProxy, startCountingProxy } from '../../support/servers/counting-proxy.ts';

const site = testSite();
const IN_LANGUAGE = ['/api/profile_fields.php', '/api/interests.php', '/api/prompts.php'];
const CATALOGUE = [...IN_LANGUAGE, '/api/regions.php?country=NL', '/api/companyinfo.php', '/api/transparency.php'];
const COMPANY = {
  ...{ name: 'Vonk B.V.', address: 'Kade 1', kvk: '1', city: 'Gouda', country: 'NL', tradenames: ['Vonk'], vat_numbers: {} },
  ...{ email: 'help@vonk.example', authority_email: '', dispute_body: '', dispute_body_url: '' },
};

test('these are the catalogue calls of the contract', () => {
  const paths = Object.values(ENDPOINTS).flatMap(({ isCatalogue, path }) => (isCatalogue ? [path] : []));
  expect(paths.toSorted()).toEqual(CATALOGUE.map((path) => path.split('?')[0]).toSorted());
});

describe.each(CATALOGUE)('%s', (path) => {
  test('carries an ETag, may be cached by the browser alone, and names the headers it varies by', async () => {
    const { status, headers } = await site.visitor.get(path);
    expect(status).toBe(200);
    expect(headers.get('ETag')).toMatch(/^"[\w-]+"$/);
    expect([headers.get('Cache-Control'), headers.get('Vary')]).toEqual(['private, no-cache', 'Cookie, Accept-Language']);
  });

  test('is 304 without a body if unchanged, to members and visitors alike', async () => {
    const first = await site.visitor.get(path, { 'Accept-Language': 'nl' });
    const etag = first.headers.get('ETag') ?? '';
    for (const client of [site.visitor, site.as(await aMember(site.db))]) {
      const revalidated = await client.get(path, { 'If-None-Match': etag, 'Accept-Language': 'nl' });
      expect([revalidated.status, revalidated.body, revalidated.headers.get('ETag')]).toEqual([304, '', etag]);
      expect([revalidated.headers.get('Cache-Control'), revalidated.headers.get('Vary')]).toEqual([
        'private, no-cache',
        'Cookie, Accept-Language',
      ]);
    }
  });

  test('is the same, in the same order, every time', async () => {
    const answers = await Promise.all(Array.from({ length: 4 }, () => site.visitor.get(path)));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  });

  test('sets no cookie', async () => {
    expect((await site.as(await aMember(site.db)).get(path)).headers.getSetCookie()).toEqual([]);
  });
});

describe.each(IN_LANGUAGE)('%s', (path) => {
  /** The body without its translated labels. */
  const withoutLabels = (body: unknown) => JSON.stringify(body).replaceAll(/"label":"[^"]*"/g, '');

  test('has one ETag per language, whether the cookie or the browser chooses it', async () => {
    const tags = await Promise.all(
      SHIPPED_LOCALES.map(async (locale) => (await site.visitor.get(path, { 'Accept-Language': locale })).headers.get('ETag')),
    );
    expect(new Set(tags).size).toBe(SHIPPED_LOCALES.length);
    const byCookie = await site.visitor.get(path, { Cookie: 'i18n_redirected=nl', 'Accept-Language': 'en' });
    expect(byCookie.headers.get('ETag')).toBe(tags[SHIPPED_LOCALES.indexOf('nl')]);
  });

  test('answers 200 in another language to a browser that holds the first', async () => {
    const dutch = await site.visitor.get(path, { 'Accept-Language': 'nl' });
    const headers = { 'If-None-Match': dutch.headers.get('ETag') ?? '', 'Accept-Language': 'nl', Cookie: 'i18n_redirected=en' };
    const english = await site.visitor.get(path, headers);
    expect(english.status).toBe(200);
    expect(english.body).not.toEqual(dutch.body);
  });

  test('has the same ids in every language', async () => {
    const bodies = await Promise.all(
      SHIPPED_LOCALES.map(async (locale) => withoutLabels((await site.visitor.get(path, { 'Accept-Language': locale })).body)),
    );
    expect(new Set(bodies).size).toBe(1);
  });
});

test('an unknown country is refused, and the refusal is not cached', async () => {
  const answer = await site.visitor.get('/api/regions.php?country=XX');
  expect([answer.status, answer.headers.get('Cache-Control'), answer.headers.get('ETag')]).toEqual([422, 'no-store', null]);
});

test('the company is up to date as soon as the settings are read again', async () => {
  const before = await site.visitor.get('/api/companyinfo.php');
  await saveSetting(site.db, 'company', COMPANY);
  const after = await site.visitor.get('/api/companyinfo.php', { 'If-None-Match': before.headers.get('ETag') ?? '' });
  expect([after.status, after.body]).toEqual([200, COMPANY]);
  await clearSetting(site.db, 'company');
});

describe('with cached settings', () => {
  let proxy: CountingProxy;
  let worker: TestWorker;
  beforeAll(async () => {
    proxy = await startCountingProxy(site.dbUrl);
    worker = await startWorker({ dbUrl: proxy.url, vars: { SETTINGS_TTL_SECONDS: '3600' } });
    await apiClient(worker.url).get('/api/companyinfo.php');
  });
  afterAll(async () => {
    await worker?.stop();
    await proxy?.stop();
  });

  test.each(CATALOGUE)('%s is read from the database once a language', async (path) => {
    const ask = (locale: string) => apiClient(worker.url).get(path, { 'Accept-Language': locale });
    for (const locale of SHIPPED_LOCALES) await ask(locale);
    proxy.takeRoundTrips();
    for (const locale of SHIPPED_LOCALES) expect((await ask(locale)).status).toBe(200);
    expect(proxy.takeRoundTrips()).toEqual([]);
  });

  test('a visitor’s page and settings take the regions of a country from there, too', async () => {
    const headers = { 'CF-IPCountry': 'BE' };
    const first = await apiClient(worker.url).get('/api/settings.php', headers);
    proxy.takeRoundTrips();
    const revalidated = await apiClient(worker.url).get('/api/settings.php', headers);
    expect(revalidated.at('region_data')).toEqual(first.at('region_data'));
    expect(String((await apiClient(worker.url).get('/', headers)).body)).toContain('"BE-VLG"');
    expect(proxy.takeRoundTrips()).toEqual([]);
  });
});
