import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { COUNTRIES } from '#contract/primitives';
import { fillCities } from '#db/catalogue/fill-cities';
import { type CityRow, readCities } from '#db/catalogue/geonames-cities';
import { cellOf, cellsAround, nearestCity } from '#db/queries/profile/nearest-city';
import { regionsOfCountry } from '#db/queries/profile/profile';
import { cities } from '#db/schema/index';
import regions from '../../../db/catalogue/regions/regions.json' with { type: 'json' };
import { rowsRead } from '../../support/database/statement-stats.ts';
import { testDatabase } from '../../support/database/test-database.ts';

const KM = 50;
const { db, url } = await testDatabase();
let towns: CityRow[];

beforeAll(async () => {
  towns = await readCities();
});

const nearest = async (lat: number, lon: number) => (await nearestCity(db, { lat, lon }, KM))[0] ?? null;

describe('the towns of our countries', () => {
  test('exist for every country, and 99% of them lie in a known region', async () => {
    for (const country of COUNTRIES) {
      const ids = new Set((await regionsOfCountry(db, country)).map(({ id }) => id));
      const here = towns.filter((town) => town.country === country);
      const placed = here.filter(({ regionId }) => regionId !== null && ids.has(regionId));
      expect([country, here.length > 300, placed.length / here.length >= 0.99]).toEqual([country, true, true]);
    }
  });

  test('exist in every region except those that GeoNames divides among others', () => {
    const reached = new Set(towns.map(({ regionId }) => regionId));
    const missing = Object.values(regions)
      .flatMap((list) => list.map(({ id }) => id))
      .filter((id) => !reached.has(id));
    expect(missing).toEqual(['GB-BRK']);
  });

  const known: [name: string, country: string, region: string][] = [
    ['Sydney', 'AU', 'AU-NSW'],
    ['Melbourne', 'AU', 'AU-VIC'],
    ['Perth', 'AU', 'AU-WA'],
    ['Auckland', 'NZ', 'NZ-AUK'],
    ['Wellington', 'NZ', 'NZ-WGN'],
    ['Palmerston North', 'NZ', 'NZ-MWT'],
    ['Amsterdam', 'NL', 'NL-NH'],
    ['Rotterdam', 'NL', 'NL-ZH'],
    ['Den Haag', 'NL', 'NL-ZH'],
    ['Eindhoven', 'NL', 'NL-NB'],
    ['Leeuwarden', 'NL', 'NL-FR'],
    ['Antwerpen', 'BE', 'BE-VLG'],
    ['Bruxelles / Brussel', 'BE', 'BE-BRU'],
    ['Namur', 'BE', 'BE-WAL'],
    ['Chicago', 'US', 'US-IL'],
    ['Seattle', 'US', 'US-WA'],
    ['San Juan', 'US', 'US-PR'],
    ['Toronto', 'CA', 'CA-ON'],
    ['Montréal', 'CA', 'CA-QC'],
    ['Iqaluit', 'CA', 'CA-NU'],
    ['London', 'GB', 'GB-LND'],
    ['Leeds', 'GB', 'GB-LDS'],
    ['Cardiff', 'GB', 'GB-CRF'],
    ['Edinburgh', 'GB', 'GB-EDH'],
    ['Belfast', 'GB', 'GB-BFS'],
    ['Northampton', 'GB', 'GB-NTH'],
    ['Stornoway', 'GB', 'GB-ELS'],
    ['Dublin', 'IE', 'IE-D'],
    ['Cork', 'IE', 'IE-CO'],
    ['Longford', 'IE', 'IE-LD'],
    ['Berlin', 'DE', 'DE-BE'],
    ['Köln', 'DE', 'DE-NW'],
    ['Nürnberg', 'DE', 'DE-BY'],
    ['Wien', 'AT', 'AT-9'],
    ['Innsbruck', 'AT', 'AT-7'],
    ['Genève', 'CH', 'CH-GE'],
    ['Luzern', 'CH', 'CH-LU'],
    ['Bolzano', 'IT', 'IT-32'],
    ['Roma', 'IT', 'IT-62'],
    ['Palermo', 'IT', 'IT-82'],
    ['Bordeaux', 'FR', 'FR-NAQ'],
    ['Ajaccio', 'FR', 'FR-20R'],
    ['Pointe-à-Pitre', 'FR', 'FR-971'],
    ['Bilbao', 'ES', 'ES-BI'],
    ['A Coruña', 'ES', 'ES-C'],
    ['Palma', 'ES', 'ES-PM'],
    ['Łódź', 'PL', 'PL-10'],
    ['Warszawa', 'PL', 'PL-14'],
    ['Kraków', 'PL', 'PL-12'],
    ['Opole', 'PL', 'PL-16'],
  ];
  test.each(known)('have %s in %s in %s', (name, country, region) => {
    const found = towns.filter((town) => town.name === name && town.country === country).map(({ regionId }) => regionId);
    expect(found).toContain(region);
  });

  test('do not include a town on the territory of another country', () => {
    expect(towns.filter(({ name }) => name === 'Dhekelia')).toEqual([]);
  });
});

describe('filling the towns', () => {
  test('inserts them once, does nothing if all are there, and inserts all again if one has changed', async () => {
    expect(await fillCities(url)).toBe(towns.length);
    expect(await fillCities(url)).toBe(0);
    await db.update(cities).set({ name: 'older' }).where(eq(cities.id, 0));
    await db.insert(cities).values({ id: 9_999_999, country: 'NL', name: 'Gone', lat: 0, lon: 0, cell: 0 });
    const progress: string[] = [];
    expect(await fillCities(url, undefined, (text) => progress.push(text))).toBe(towns.length);
    expect(progress.at(-1)).toBe(`${towns.length} of ${towns.length}`);
    expect(await db.$count(cities)).toBe(towns.length + 1);
  });

  test.each([
    [52.09, 5.12, 'NL', 'NL-UT'],
    [40.75, -73.99, 'US', 'US-NY'],
    [-43.95, -176.55, 'NZ', 'NZ-CIT'],
    [-13.28, -176.17, 'FR', 'FR-WF'],
    [71.29, -156.78, 'US', 'US-AK'],
    [16.25, -61.53, 'FR', 'FR-971'],
  ])('gives the nearest town to %d, %d', async (lat, lon, country, regionId) => {
    expect(await nearest(lat, lon)).toMatchObject({ country, regionId });
  });

  test.each([
    [0, -140],
    [90, 0],
    [-90, 180],
    [34.98, 33.73],
    [-40, 179.99],
  ])('finds nothing near %d, %d', async (lat, lon) => {
    expect(await nearest(lat, lon)).toBeNull();
  });

  test('allows an indexed search for the nearest town, with at most 4,000 rows read in the densest area', async () => {
    const query = nearestCity(db, { lat: 40.71, lon: -74.01 }, KM).getQuery();
    const { rows } = await db.$client.execute({ sql: `explain query plan ${query.sql}`, args: query.params.map(Number) });
    const plan = rows.map(({ detail }) => String(detail)).join('\n');
    expect(plan).toContain('cities_in_cell');
    expect(plan).not.toContain('SCAN cities');
    expect(await rowsRead(url, query)).toBeLessThanOrEqual(4_000);
  });
});

/** The distance in kilometres by the haversine formula; the query uses another one. */
function kmBetween(a: { lat: number; lon: number }, b: { lat: number; lon: number }): number {
  const rad = (degrees: number) => (degrees * Math.PI) / 180;
  const h = Math.sin(rad(b.lat - a.lat) / 2) ** 2 + Math.cos(rad(a.lat)) * Math.cos(rad(b.lat)) * Math.sin(rad(b.lon - a.lon) / 2) ** 2;
  return 2 * 6371.0088 * Math.asin(Math.min(1, Math.sqrt(h)));
}

const coordinate = (most: number) => fc.integer({ min: -most * 100, max: most * 100 }).map((n) => n / 100);
/** Places with special cases for cells of one degree: near the poles, on either side of 180°, far north; and any others. */
const places = fc.oneof(
  fc.record({ lat: coordinate(90), lon: coordinate(180) }),
  fc.record({ lat: fc.integer({ min: 8950, max: 9000 }).map((n) => n / 100), lon: coordinate(180) }),
  fc.record({ lat: fc.integer({ min: -9000, max: -8950 }).map((n) => n / 100), lon: coordinate(180) }),
  fc.record({ lat: fc.integer({ min: 6900, max: 7100 }).map((n) => n / 100), lon: fc.constantFrom(-180, -179.7, -179, 179, 179.6, 180) }),
);
const nudge = fc.integer({ min: -60, max: 60 }).map((n) => n / 100);

describe('the cells around a place', () => {
  test('contain every place within the distance', () => {
    fc.assert(
      fc.property(places, nudge, nudge, (from, north, east) => {
        const lat = Math.max(-90, Math.min(90, from.lat + north));
        const wide = east / Math.max(0.01, Math.cos((lat * Math.PI) / 180));
        const lon = ((((from.lon + wide + 180) % 360) + 360) % 360) - 180;
        if (kmBetween(from, { lat, lon }) > KM) return;
        const cell = cellOf(lat, lon);
        expect(cellsAround(from.lat, from.lon, KM).some(([first, last]) => first <= cell && cell <= last)).toBe(true);
      }),
      { numRuns: 3_000 },
    );
  });

  test('are few except at the poles', () => {
    const count = (lat: number) => cellsAround(lat, 5.5, KM).reduce((sum, [first, last]) => sum + last - first + 1, 0);
    expect([count(0.5), count(52.5), count(71.5)].every((cells) => cells <= 8)).toBe(true);
    expect(count(90)).toBe(360);
  });
});

test('the nearest town is the same as by comparing all distances', async () => {
  await db.delete(cities);
  await fc.assert(
    fc.asyncProperty(
      fc.array(places, { minLength: 1, maxLength: 30 }),
      fc.array(places, { maxLength: 4 }),
      nudge,
      async (placesOfTowns, others, offset) => {
        await db.delete(cities);
        const rows = placesOfTowns.map(({ lat, lon }, i) => ({
          id: i + 1,
          country: 'NL',
          name: String(i),
          lat,
          lon,
          cell: cellOf(lat, lon),
        }));
        await db.insert(cities).values(rows);
        const nearby = placesOfTowns.slice(0, 6).map(({ lat, lon }) => ({ lat: Math.max(-90, Math.min(90, lat + offset)), lon }));
        for (const from of [...nearby, ...others]) {
          const distances = placesOfTowns.map((town) => kmBetween(from, town));
          const shortest = Math.min(...distances);
          if (Math.abs(shortest - KM) < 0.001) continue;
          const found = await nearest(from.lat, from.lon);
          const distance = found ? (distances[Number(found.name)] ?? Number.NaN) : null;
          if (shortest > KM) expect(distance).toBeNull();
          else expect(distance).toBeCloseTo(shortest, 3);
        }
      },
    ),
    { numRuns: 25 },
  );
});
