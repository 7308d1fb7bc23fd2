import { sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';

const EARTH_KM = 6371.0088;
const COLUMNS = 360;
const ROWS = 180;

const rad = (degrees: number) => (degrees * Math.PI) / 180;
const deg = (radians: number) => (radians * 180) / Math.PI;
const rowOf = (lat: number) => Math.min(ROWS - 1, Math.max(0, Math.floor(lat) + 90));
/** Longitudes wrap around: 180° east is 180° west. */
const columnOf = (lon: number) => (((Math.floor(lon) + 180) % COLUMNS) + COLUMNS) % COLUMNS;

/** The number of the cell of one degree by one degree in which a place lies; the table cities is indexed by it. */
export const cellOf = (lat: number, lon: number): number => rowOf(lat) * COLUMNS + columnOf(lon);

/** How many degrees of longitude a circle reaches east and west; 180 if it holds a pole. `angle` is its radius in radians. */
function longitudeReach(lat: number, angle: number): number {
  return Math.abs(lat) + deg(angle) >= 90 ? COLUMNS / 2 : deg(Math.asin(Math.sin(angle) / Math.cos(rad(lat))));
}

/** The cells that a circle of `km` touches, as ranges of neighbours in a row, both ends included. */
export function cellsAround(lat: number, lon: number, km: number): [first: number, last: number][] {
  const angle = km / EARTH_KM;
  const east = longitudeReach(lat, angle);
  const rows = Array.from({ length: rowOf(lat + deg(angle)) - rowOf(lat - deg(angle)) + 1 }, (_, i) => rowOf(lat - deg(angle)) + i);
  const [west, last] = [columnOf(lon - east), columnOf(lon + east)];
  const columns: [number, number][] =
    Math.floor(lon + east) - Math.floor(lon - east) >= COLUMNS - 1
      ? [[0, COLUMNS - 1]]
      : west <= last
        ? [[west, last]]
        : [
            [west, COLUMNS - 1],
            [0, last],
          ];
  return rows.flatMap((row) => columns.map(([from, to]): [number, number] => [row * COLUMNS + from, row * COLUMNS + to]));
}

/** The town nearest by great circle among those within `km`; no row when there is none. Degrees, north and east positive. */
export function nearestCity(db: Database, { lat, lon }: { readonly lat: number; readonly lon: number }, km: number) {
  const near = sql.join(
    cellsAround(lat, lon, km).map(([first, last]) => sql`cell between ${first} and ${last}`),
    sql` or `,
  );
  // The cosine of the angle between the two places: the nearer, the larger.
  const nearness = sql`${Math.sin(rad(lat))} * sin(radians(lat)) + ${Math.cos(rad(lat))} * cos(radians(lat)) * cos(radians(lon - ${lon}))`;
  return db.all<{ country: string; regionId: string | null; name: string }>(
    sql`
      select country, region_id as regionId, name from (select *, ${nearness} as nearness from cities where ${near})
      where nearness >= ${Math.cos(km / EARTH_KM)} order by nearness desc, id limit 1`,
  );
}
