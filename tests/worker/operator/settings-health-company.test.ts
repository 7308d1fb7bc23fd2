import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Boot } from '#contract/pages/boot';
import { COUNTRIES, SHIPPED_LOCALES } from '#contract/primitives';
import { getHealth, PublicSettings } from '#contract/settings';
import { clearSetting, saveSetting } from '#db/queries/operator/settings';
import { readToken } from '../../../worker/lib/tokens.ts';
import { apiClient } from '../../support/product/api-client.ts';
import { startRooms, type TestRooms } from '../../support/product/test-rooms.ts';
import { TEST_SECRETS } from '../../support/product/test-secrets.ts';
import { testSite } from '../../support/product/test-site.ts';
import { startWorker, type TestWorker } from '../../support/product/test-worker.ts';

const site = testSite();
const settings = (headers: Record<string, string> = {}) => site.visitor.get('/api/settings.php', headers);

describe('the settings', () => {
  test('are those of the contract, and nothing more', async () => {
    const { body } = await settings();
    expect(v.parse(v.strictObject(PublicSettings.entries), body)).toEqual(body);
  });

  test('are the defaults until the operator sets something', async () => {
    expect((await settings()).body).toMatchObject({
      name: 'Vonk',
      signups: 'all',
      template: 'social',
      member_resell: [],
      logged_out_search: true,
      logged_out_search_trafficsource: true,
      delete_discount: 0,
      minimum_message_costs: {},
      min_age: 18,
      locales: [...SHIPPED_LOCALES],
    });
  });

  test('name the fifteen countries in the visitor’s language, in its order', async () => {
    const [dutch, english] = [
      await settings({ 'Accept-Language': 'nl-NL,nl;q=0.9,en;q=0.8' }),
      await settings({ 'Accept-Language': 'en-GB' }),
    ];
    const named = (answer: typeof dutch) => answer.at('countries') as { code: string; name: string }[];
    expect(
      named(dutch)
        .map(({ code }) => code)
        .toSorted(),
    ).toEqual(COUNTRIES.toSorted());
    expect(named(dutch)).toContainEqual({ code: 'DE', name: 'Duitsland' });
    expect(named(english)).toContainEqual({ code: 'DE', name: 'Germany' });
    expect(named(english)[0]).toEqual({ code: 'AU', name: 'Australia' });
    expect(named(dutch).map(({ name }) => name)).toEqual(
      named(dutch)
        .map(({ name }) => name)
        .toSorted((a, b) => a.localeCompare(b, 'nl')),
    );
  });

  test.each([
    ['the saved cookie before the browser', { Cookie: 'i18n_redirected=nl', 'Accept-Language': 'en' }, 'Duitsland'],
    ['the browser’s first language that is shipped', { 'Accept-Language': 'sv, xx;q=0.9, nl;q=0.8, en;q=0.7' }, 'Duitsland'],
    ['the weight, not the order', { 'Accept-Language': 'en;q=0.3, nl;q=0.8' }, 'Duitsland'],
    ['the site’s own when nothing fits', { 'Accept-Language': 'sv' }, 'Germany'],
    ['the browser when the cookie is nonsense', { Cookie: 'i18n_redirected=%00', 'Accept-Language': 'nl' }, 'Duitsland'],
  ])('use the language of %s', async (_, headers, name) => {
    expect((await settings(headers)).at('countries')).toContainEqual({ code: 'DE', name });
  });

  test('use the language of the domain without any preference', async () => {
    await saveSetting(site.db, 'domain_language', 'nl');
    expect((await settings({ 'Accept-Language': '*' })).at('countries')).toContainEqual({ code: 'DE', name: 'Duitsland' });
    await clearSetting(site.db, 'domain_language');
  });

  test('know the country of the network and its regions', async () => {
    const belgian = await settings({ 'CF-IPCountry': 'BE' });
    expect([belgian.at('geoip_country'), belgian.at('geoip_selected_country')]).toEqual(['BE', 'BE']);
    expect((belgian.at('region_data') as { id: string }[]).map(({ id }) => id).toSorted()).toEqual(['BE-BRU', 'BE-VLG', 'BE-WAL']);
  });

  test.each(['JP', 'XX', 'T1', 'nl', ''])('know no country outside the fifteen: %j', async (country) => {
    const answer = await settings({ 'CF-IPCountry': country });
    expect([answer.at('geoip_country'), answer.at('region_data')]).toEqual([null, []]);
  });

  test('begin with the country that the operator chose, and its regions, wherever a visitor comes from', async () => {
    await saveSetting(site.db, 'geoip_selected_country', 'BE');
    const answers = await Promise.all(['NL', 'JP'].map((country) => settings({ 'CF-IPCountry': country })));
    const page = await fetch(`${site.url}/`, { headers: { 'CF-IPCountry': 'NL' } });
    await clearSetting(site.db, 'geoip_selected_country');
    const regionsOf = (list: unknown) => (list as { id: string }[]).map(({ id }) => id).toSorted();
    for (const answer of answers) {
      expect(answer.at('geoip_selected_country')).toBe('BE');
      expect(regionsOf(answer.at('region_data'))).toEqual(['BE-BRU', 'BE-VLG', 'BE-WAL']);
    }
    expect(answers.map((answer) => answer.at('geoip_country'))).toEqual(['NL', null]);
    const boot = v.parse(
      Boot,
      JSON.parse(/<script type="application\/json" id="boot">(.*?)<\/script>/s.exec(await page.text())?.[1] ?? ''),
    );
    expect([boot.settings.geoip_selected_country, regionsOf(boot.settings.region_data)]).toEqual(['BE', ['BE-BRU', 'BE-VLG', 'BE-WAL']]);
  });

  test('carry a fresh csrf token and are never kept', async () => {
    const [one, other] = [await settings(), await settings()];
    expect(await readToken(TEST_SECRETS.SIGNING_KEY, 'csrf', String(one.at('csrf')), Date.now())).toEqual({});
    expect(one.headers.get('Cache-Control')).toBe('no-store');
    expect(other.status).toBe(200);
  });

  test('follow the operator’s changes at once, and return to the default', async () => {
    const changes = {
      name: 'Lantern',
      template: 'classic',
      signups: 'none',
      min_age: 21,
      support_phone: '+31 20 1',
      member_resell: ['cams'],
    } as const;
    for (const [key, value] of Object.entries(changes)) await saveSetting(site.db, key, value);
    expect((await settings()).body).toMatchObject(changes);
    for (const key of Object.keys(changes)) await clearSetting(site.db, key);
    expect((await settings()).at('name')).toBe('Vonk');
  });

  test('leave out a stored value that does not fit', async () => {
    await saveSetting(site.db, 'template', 'baroque');
    await saveSetting(site.db, 'min_age', 12);
    expect((await settings()).body).toMatchObject({ template: 'social', min_age: 18 });
    await clearSetting(site.db, 'template');
    await clearSetting(site.db, 'min_age');
  });

  test('tell nothing of limits, keys or hosts', async () => {
    const text = JSON.stringify((await settings()).body);
    for (const secret of [...Object.values(TEST_SECRETS), site.dbUrl, 'logins_an_hour', 'welcome_credits'])
      expect(text).not.toContain(secret);
  });
});

describe('health', () => {
  let rooms: TestRooms;
  let worker: TestWorker;
  beforeAll(async () => {
    rooms = await startRooms({ secret: TEST_SECRETS.PARTY_SECRET });
    worker = await startWorker({ dbUrl: site.dbUrl, partyHost: rooms.host });
  });
  afterAll(async () => {
    await worker?.stop();
    await rooms?.stop();
  });
  const health = () => apiClient(worker.url).get('/api/health.php');

  test('is 200 when database, rooms and schema are in order', async () => {
    const answer = await health();
    expect(v.parse(getHealth.output, answer.body)).toEqual(answer.body);
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        ...{ ok: true, db: true, party: true, migration: null, sweep: { last_at: null, is_late: false }, photo_check: true },
        schema: { is_current: true, applied: expect.any(Number), known: expect.any(Number) },
      },
    ]);
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
  });

  test('is 503 when the schema is behind', async () => {
    const all = 'select rowid as place, hash, created_at from __drizzle_migrations order by rowid desc limit 1';
    const [last] = (await site.db.$client.execute(all)).rows;
    await site.db.$client.execute({ sql: 'delete from __drizzle_migrations where rowid = ?', args: [Number(last?.place)] });
    const answer = await health();
    expect([answer.status, answer.at('ok'), answer.at('db'), answer.at('schema.is_current')]).toEqual([503, false, true, false]);
    const put = 'insert into __drizzle_migrations (hash, created_at) values (?, ?)';
    await site.db.$client.execute({ sql: put, args: [String(last?.hash), Number(last?.created_at)] });
    expect((await health()).status).toBe(200);
  });

  test('says that a classifier is asked for whose variables are not set, and stays 200', async () => {
    await saveSetting(site.db, 'photo_check', 'classifier');
    try {
      const answer = await health();
      expect([answer.status, answer.at('ok'), answer.at('photo_check')]).toEqual([200, true, false]);
      await saveSetting(site.db, 'photo_check', 'queue');
      expect((await health()).at('photo_check')).toBe(true);
    } finally {
      await clearSetting(site.db, 'photo_check');
    }
  });

  test('is 503 when the room server is unreachable', async () => {
    const answer = await site.visitor.get('/api/health.php');
    expect([answer.status, answer.at('ok'), answer.at('party')]).toEqual([503, false, false]);
  });
});

describe('the company', () => {
  const company = {
    name: 'Vonk BV',
    address: 'Oudegracht 1',
    kvk: '12345678',
    city: 'Utrecht',
    country: 'NL',
    tradenames: ['Vonk'],
    vat_numbers: { NL: 'NL000000000B01' },
  };
  const ask = () => site.visitor.get('/api/companyinfo.php');

  test('is the site’s name alone until the operator sets more', async () => {
    expect((await ask()).body).toMatchObject({ name: 'Vonk', address: '', tradenames: [], vat_numbers: {} });
    await saveSetting(site.db, 'company', company);
    expect((await ask()).body).toEqual({ ...company, email: '', authority_email: '', dispute_body: '', dispute_body_url: '' });
    await clearSetting(site.db, 'company');
  });
});
