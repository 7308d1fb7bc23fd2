import { sql } from 'drizzle-orm';
import { type Database, openDatabase, together } from '../client.ts';
import { cities } from '../schema/index.ts';
import { readTowns, type Town, townsVersion } from './geonames-cities.ts';

const AT_ONCE = 8_000;
/** The row that says which towns are here; in no cell, so that nobody is ever near it. */
const VERSION_ID = 0;
const NO_CELL = -1;

/** Towns as one value: a statement with a parameter a cell would be parsed for longer than it runs. */
function upsert(db: Database, towns: readonly Town[]) {
  const rows = JSON.stringify(
    towns.map(({ id, country, regionId, name, lat, lon, cell }) => [id, country, regionId, name, lat, lon, cell]),
  );
  const at = (i: number) => sql`value ->> ${sql.raw(String(i))}`;
  const set = sql`country = excluded.country, region_id = excluded.region_id, name = excluded.name, lat = excluded.lat, lon = excluded.lon, cell = excluded.cell`;
  return db.run(
    sql`insert into cities (id, country, region_id, name, lat, lon, cell) select ${at(0)}, ${at(1)}, ${at(2)}, ${at(3)}, ${at(4)}, ${at(5)}, ${at(6)} from json_each(${rows}) where true on conflict (id) do update set ${set}`,
  );
}

/** Writes the towns of our countries unless the same are there already; says how many it wrote. What is cut short begins anew the next time. */
export async function fillCities(url: string, authToken?: string, onProgress: (text: string) => void = () => {}): Promise<number> {
  const db = openDatabase(url, authToken, 600_000);
  const version = await townsVersion();
  const isVersion = sql`${cities.id} = ${VERSION_ID}`;
  const [found] = await db.select({ name: cities.name }).from(cities).where(isVersion);
  if (found?.name === version) return 0;

  const towns = await readTowns();
  for (let from = 0; from < towns.length; from += AT_ONCE) {
    await upsert(db, towns.slice(from, from + AT_ONCE));
    onProgress(`${Math.min(from + AT_ONCE, towns.length)} of ${towns.length}`);
  }
  const ids = JSON.stringify(towns.map(({ id }) => id));
  const marker = { id: VERSION_ID, country: '', name: version, lat: 0, lon: 0, cell: NO_CELL };
  await together(db, [
    db.delete(cities).where(sql`${cities.id} not in (select value from json_each(${ids}))`),
    db.insert(cities).values(marker),
  ]);
  return towns.length;
}
