import { sql } from 'drizzle-orm';
import { batch, type Database, openDatabase } from '../client.ts';
import { cities } from '../schema/index.ts';
import { type CityRow, citiesVersion, readCities } from './geonames-cities.ts';

/** Towns per statement. */
const CITIES_PER_STATEMENT = 8_000;
/** The row whose name is the version of the towns stored. It is in no cell, so no search for a near town finds it. */
const VERSION_ID = 0;
const NO_CELL = -1;

/** Writes towns passed as one JSON parameter: parsing a statement with a parameter for every value would take longer than running it. */
function upsert(db: Database, towns: readonly CityRow[]) {
  const rows = JSON.stringify(
    towns.map(({ id, country, regionId, name, lat, lon, cell }) => [id, country, regionId, name, lat, lon, cell]),
  );
  return db.run(sql`
    insert into cities (id, country, region_id, name, lat, lon, cell)
    select value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6 from json_each(${rows}) where true
    on conflict (id) do update set
      country = excluded.country, region_id = excluded.region_id, name = excluded.name,
      lat = excluded.lat, lon = excluded.lon, cell = excluded.cell`);
}

/**
 * Writes the towns of the fifteen countries unless this version of them is stored already. Returns how many it wrote, 0 if none. The
 * version is written last, so an interrupted run starts again the next time.
 */
export async function fillCities(url: string, authToken?: string, onProgress: (text: string) => void = () => {}): Promise<number> {
  const db = openDatabase(url, authToken, 600_000);
  const version = await citiesVersion();
  const isVersion = sql`${cities.id} = ${VERSION_ID}`;
  const [stored] = await db.select({ name: cities.name }).from(cities).where(isVersion);
  if (stored?.name === version) return 0;

  const towns = await readCities();
  for (let from = 0; from < towns.length; from += CITIES_PER_STATEMENT) {
    await upsert(db, towns.slice(from, from + CITIES_PER_STATEMENT));
    onProgress(`${Math.min(from + CITIES_PER_STATEMENT, towns.length)} of ${towns.length}`);
  }
  const ids = JSON.stringify(towns.map(({ id }) => id));
  const versionRow = { id: VERSION_ID, country: '', name: version, lat: 0, lon: 0, cell: NO_CELL };
  await batch(db, {
    deletedCities: db.delete(cities).where(sql`${cities.id} not in (select value from json_each(${ids}))`),
    version: db.insert(cities).values(versionRow),
  });
  return towns.length;
}
