import { beforeAll, describe, expect, test } from 'vitest';
import { cellOf } from '#db/queries/profile/nearest-city';
import { cities } from '#db/schema/index';
import { aMember } from '../../support/database/factories.ts';
import { allRows } from '../../support/database/table-rows.ts';
import { testSite } from '../../support/product/test-site.ts';

const site = testSite();
const NOWHERE = { country: null, countryregion: null, city: null };

const town = (id: number, country: string, regionId: string | null, name: string, lat: number, lon: number) => ({
  id,
  country,
  regionId,
  name,
  lat,
  lon,
  cell: cellOf(lat, lon),
});

let cookie: string;
beforeAll(async () => {
  cookie = (await aMember(site.db)).cookie;
  await site.db
    .insert(cities)
    .values([
      town(1, 'NL', 'NL-UT', 'Utrecht', 52.0908, 5.1222),
      town(2, 'NL', 'NL-UT', 'Amersfoort', 52.155, 5.3875),
      town(3, 'NZ', 'NZ-CIT', 'Waitangi', -43.9535, -176.5597),
      town(4, 'FR', null, 'Vuna', -17.2, 179.99),
    ]);
});

const geocode = (query: string) => site.as({ cookie }).get(`/api/geocode.php?${query}`);

describe('geocode.php', () => {
  test('names the nearest town with its region and country', async () => {
    expect((await geocode('lat=52.09&lon=5.12')).body).toEqual({ country: 'NL', countryregion: 'NL-UT', city: 'Utrecht' });
    expect((await geocode('lat=52.1412&lon=5.3')).body).toEqual({ country: 'NL', countryregion: 'NL-UT', city: 'Amersfoort' });
    expect((await geocode('lat=-43.9535&lon=-176.56')).body).toMatchObject({ country: 'NZ', city: 'Waitangi' });
  });

  test('looks across 180°, and names a town without a region by its country', async () => {
    expect((await geocode('lat=-17.2&lon=-179.9')).body).toEqual({ country: 'FR', countryregion: null, city: 'Vuna' });
  });

  test.each(['lat=0&lon=-140', 'lat=90&lon=0', 'lat=-90&lon=-180', 'lat=52.09&lon=7', 'lat=-0.00&lon=-0.00'])(
    'answers nulls where no town is near: %s',
    async (query) => {
      expect((await geocode(query)).body).toEqual(NOWHERE);
    },
  );

  test.each([
    ['lat=52', 'lon', 'required'],
    ['lat=&lon=5', 'lat', 'wrong_type'],
    ['lat=52,1&lon=5', 'lat', 'wrong_type'],
    ['lat=1e2&lon=5', 'lat', 'wrong_type'],
    ['lat=NaN&lon=5', 'lat', 'wrong_type'],
    ['lat=90.01&lon=5', 'lat', 'not_allowed'],
    ['lat=52&lon=-180.01', 'lon', 'not_allowed'],
    ['lat=52&lat=53&lon=5', 'lat', 'wrong_type'],
  ])('refuses %s', async (query, field, code) => {
    const { status, body } = await geocode(query);
    expect([status, body]).toMatchObject([422, { error: { code: 'invalid', fields: { [field]: code } } }]);
  });

  test('is for members', async () => {
    const answer = await site.visitor.get('/api/geocode.php?lat=52.09&lon=5.12');
    expect([answer.status, answer.at('error.code')]).toEqual([403, 'signed_out']);
  });

  test('stores nothing: no row, and no coordinate in the log', async () => {
    const before = await allRows(site.db);
    await geocode('lat=52.0871&lon=5.1163');
    await geocode('lat=52.0871&lon=555.1163');
    expect(await allRows(site.db)).toEqual(before);
    await site.visitor.get('/api/last-of-all.php');
    await expect.poll(() => site.worker.log()).toContain('/api/last-of-all.php');
    expect(await site.worker.log()).not.toMatch(/52\.08|52\.09|5\.11|5\.12|\blat\b/);
  });
});
