// `node db/catalogue/regions/generate-regions.ts` writes db/catalogue/regions/regions.json: the regions of our countries, from
// country-region-data, with the corrections below. Run it again after a change of that package.
import { writeFileSync } from 'node:fs';
import data from 'country-region-data/data.json' with { type: 'json' };

/** Country code → the language whose alphabet orders its regions. */
const collationLanguages: Record<string, string> = {
  AU: 'en',
  NZ: 'en',
  NL: 'nl',
  BE: 'fr',
  US: 'en',
  CA: 'en',
  GB: 'en',
  IE: 'en',
  DE: 'de',
  AT: 'de',
  CH: 'de',
  IT: 'it',
  FR: 'fr',
  ES: 'es',
  PL: 'pl',
};

/**
 * The package's codes that are left out, by country and separated by blanks: units of another level, places without inhabitants, entries
 * that are no places of that country.
 */
const excludedCodes: Record<string, string> = {
  ES: 'AN AR CN', // autonomous communities between the provinces
  FR: 'CP TF', // uninhabited
  GB: 'BDG BNE BEX BEN BRY CMD CRY EAL ENF GRE HCK HMF HRY HRW HAV HIL HNS ISL KEC KTT LBH LEW MRT NWM RDB RIC SWK STN TWH WFT WND WSM', // boroughs of London, which is in the list as a whole
  US: 'AA AE AP FM MH PW', // military mail; independent states
};

/** The package's id → the current ISO 3166-2 id. */
const recoded: Record<string, string> = {
  'FR-COR': 'FR-20R',
  'FR-GP': 'FR-971',
  'FR-MQ': 'FR-972',
  'FR-GF': 'FR-973',
  'FR-RE': 'FR-974',
  'FR-YT': 'FR-976',
};

/** Our id → the name in the local language. */
const renamed: Record<string, string> = {
  'BE-BRU': 'Bruxelles / Brussel',
  'BE-VLG': 'Vlaanderen',
  'BE-WAL': 'Wallonie',
  'CA-QC': 'Québec',
  'CH-AI': 'Appenzell Innerrhoden',
  'ES-A': 'Alicante/Alacant',
  'FR-974': 'La Réunion',
  'FR-BL': 'Saint-Barthélemy',
  'FR-MF': 'Saint-Martin',
  'FR-PF': 'Polynésie française',
  'GB-ABE': 'Aberdeen',
  'GB-BFS': 'Belfast',
  'GB-BST': 'Bristol',
  'GB-DND': 'Dundee',
  'GB-DRS': 'Derry City and Strabane',
  'GB-DUR': 'County Durham',
  'GB-EDH': 'Edinburgh',
  'GB-ELS': 'Na h-Eileanan Siar',
  'GB-GLG': 'Glasgow',
  'GB-MUL': 'Mid Ulster',
  'GB-RCT': 'Rhondda Cynon Taf',
  'GB-SHN': 'St Helens',
  'GB-VGL': 'Vale of Glamorgan',
  'IT-32': 'Trentino-Alto Adige/Südtirol',
  'NZ-CIT': 'Chatham Islands',
  'NZ-MWT': 'Manawatū-Whanganui',
  'US-VI': 'U.S. Virgin Islands',
};

const regions = Object.fromEntries(
  Object.entries(collationLanguages).map(([country, language]) => {
    const found = data.find((entry) => entry.countryShortCode === country);
    if (!found) throw new Error(`country-region-data has no ${country}`);
    const excluded = new Set(excludedCodes[country]?.split(' '));
    const list = found.regions.flatMap(({ name, shortCode }) => {
      if (!shortCode) throw new Error(`${name} in ${country} has no short code`);
      if (excluded.has(shortCode)) return [];
      const packageId = `${country}-${shortCode}`;
      const id = recoded[packageId] ?? packageId;
      return [{ id, name: renamed[id] ?? name.replaceAll("'", '’') }];
    });
    const { compare } = new Intl.Collator(language);
    return [country, list.sort((a, b) => compare(a.name, b.name))];
  }),
);

const ids = Object.values(regions).flatMap((list) => list.map((region) => region.id));
if (new Set(ids).size < ids.length) throw new Error('two regions have the same id');
// After a change of the package a name may be corrected for a region that is no longer there.
const unknownIds = Object.keys(renamed).filter((id) => !ids.includes(id));
if (unknownIds.length > 0) throw new Error(`corrections for unknown regions: ${unknownIds.join(' ')}`);

const target = new URL('./regions.json', import.meta.url);
writeFileSync(target, `${JSON.stringify(regions, null, 2)}\n`);
console.log(`${ids.length} regions of ${Object.keys(regions).length} countries`);
