import { beforeAll, describe, expect, test } from 'vitest';
import { DAY } from '#contract/durations';
import { COUNTRIES, GENDERS } from '#contract/primitives';
import { countActiveMembers } from '#db/queries/members/match-count';
import { searchCount, searchPage } from '#db/queries/members/search';
import type { SearchConditions, SearchCursorKey, SearchOrder } from '#db/queries/members/search-plan';
import { members } from '#db/schema/index';
import { bornOnOrAfter, bornOnOrBefore } from '../../../worker/domain/age.ts';
import { aMember } from '../../support/database/factories.ts';
import { populate } from '../../support/database/populate.ts';
import { rowsRead } from '../../support/database/statement-stats.ts';
import { testDatabase } from '../../support/database/test-database.ts';
import { aMemberRow } from '../../worker/members/search-fixture.ts';

const NOW = Date.now();
const PAGE = 12;
const BUCKET_MS = 900_000;
const { db, url } = await testDatabase();
let viewerId: string;

beforeAll(async () => {
  await populate(db, 5_000, NOW, () => {});
  viewerId = (await aMember(db)).id;
});

const aged = (from: number, to: number) => ({ bornFrom: bornOnOrAfter(to, NOW), bornTo: bornOnOrBefore(from, NOW) });
const conditionsOf = (change: Partial<SearchConditions> = {}): SearchConditions => ({
  viewerId,
  countries: ['NL'],
  genders: ['female'],
  countryregion: null,
  ...aged(26, 35),
  lookingFor: [],
  interests: [],
  bodyHeights: [],
  hasPhoto: false,
  activeSince: null,
  joinedSince: null,
  withoutFictional: false,
  excludedId: null,
  excluding: null,
  ...change,
});
const everyone = { countries: COUNTRIES, genders: GENDERS, ...aged(18, 100) };
const ACTIVE: SearchOrder = { by: 'active' };
const NEAR: SearchOrder = { by: 'near', region: 'NL-NH' };
const pageOf = (conditions: SearchConditions, from: SearchCursorKey | null = null, order: SearchOrder = ACTIVE) =>
  searchPage(db, conditions, order, { from, offset: 0, limit: PAGE }, null).getQuery();

/** The query plan that finds and orders the members of a page; the steps from `SCAN page` on, which read their cards, are cut off. */
async function planOf(conditions: SearchConditions, from: SearchCursorKey | null = null, order: SearchOrder = ACTIVE): Promise<string> {
  const { sql, params } = pageOf(conditions, from, order);
  const { rows } = await db.$client.execute({ sql: `explain query plan ${sql}`, args: params.map(String) });
  const steps = rows.map(({ detail }) => String(detail));
  return (steps.includes('SCAN page') ? steps.slice(0, steps.indexOf('SCAN page')) : steps).join('\n');
}
const READS_TOO_MUCH = /SCAN members|TEMP B-TREE/;

describe('the plan of a page', () => {
  const walked: [what: string, change: Partial<SearchConditions>, order: SearchOrder, along: RegExp, isMerged: boolean][] = [
    ['one country and gender', {}, ACTIVE, /members_ranked \(country=\? AND gender=\?/, false],
    ['every gender', { genders: GENDERS }, ACTIVE, /members_ranked \(country=\? AND gender=\?/, true],
    ['two neighbours', { countries: ['NL', 'BE'] }, ACTIVE, /members_ranked \(country=\? AND gender=\?/, true],
    ['all countries', everyone, ACTIVE, /members_ranked_everywhere/, false],
    ['a rare age in all countries', { ...everyone, ...aged(75, 78) }, ACTIVE, /members_ranked_older/, false],
    ['a region', { countryregion: 'NL-UT' }, ACTIVE, /members_ranked_in_region \(countryregion=\? AND gender=\?/, false],
    [
      'those with a photo',
      { hasPhoto: true },
      ACTIVE,
      /members_ranked \(country=\? AND gender=\? AND \(search_rank,id\)>\(\?,\?\) AND search_rank<\?\)/,
      true,
    ],
    [
      'those online',
      { activeSince: NOW },
      ACTIVE,
      /members_ranked \(country=\? AND gender=\? AND \(search_rank,id\)>\(\?,\?\) AND search_rank<\?\)/,
      true,
    ],
    ['the newest', {}, { by: 'new' }, /members_newest \(country=\? AND gender=\?/, false],
    ['the nearest', {}, NEAR, /members_ranked_in_region/, false],
  ];
  test.each(walked)('of %s reads an index in order without sorting, for the first page and after a cursor', async (...row) => {
    const [, change, order, along, isMerged] = row;
    for (const from of [null, { rank: 4_294_967_296, id: 'a' }]) {
      const plan = await planOf(conditionsOf(change), from, order);
      expect(plan).toMatch(along);
      expect(plan).not.toMatch(READS_TOO_MUCH);
      expect(plan.includes('MERGE')).toBe(isMerged);
    }
  });

  test('looks up the cards of a merged page in its order, without sorting them again', async () => {
    const { sql, params } = pageOf(conditionsOf({ countries: ['NL', 'BE'] }));
    const { rows } = await db.$client.execute({ sql: `explain query plan ${sql}`, args: params.map(String) });
    expect(rows.map(({ detail }) => String(detail)).join('\n')).not.toMatch(READS_TOO_MUCH);
  });

  const TRAITS: [what: string, change: Partial<SearchConditions>, lookup: RegExp][] = [
    ['what they look for', { lookingFor: ['lasting'] }, /SEARCH member_fields USING INDEX \S+ \(member_id=\? AND field_id=\?\)/],
    ['their height', { bodyHeights: ['from_160', 'from_170'] }, /SEARCH member_fields USING INDEX \S+ \(member_id=\? AND field_id=\?\)/],
    [
      'their interests',
      { interests: ['yoga', 'jazz'] },
      /SEARCH member_interests USING COVERING INDEX \S+ \(member_id=\? AND interest_id=\?\)/,
    ],
  ];
  test.each(TRAITS)('of members by %s looks it up by member along the index of the order', async (_, change, lookup) => {
    for (const ages of [aged(26, 35), aged(63, 68), aged(80, 84)]) {
      const plan = await planOf(conditionsOf({ ...change, ...ages }));
      expect(plan).toMatch(lookup);
      expect(plan).not.toMatch(/SCAN members|SCAN member_(fields|interests)/);
    }
    expect(await planOf(conditionsOf(change))).toMatch(/^SEARCH members USING INDEX members_ranked /);
  });

  test('of a rare age reads only members of that age', async () => {
    const plan = await planOf(conditionsOf(aged(80, 84)));
    expect(plan).toContain('members_ranked_by_year (country=? AND gender=? AND birth_year>? AND birth_year<?)');
    expect(plan).not.toContain('SCAN members');
  });

  test('of an age of medium frequency first reads a part of the index in order', async () => {
    const plan = await planOf(conditionsOf(aged(63, 68)));
    expect(plan).toMatch(/MATERIALIZE stretch[\s\S]*members_ranked \(country=\? AND gender=\?[\s\S]*members_ranked_by_year/);
    expect(plan).not.toContain('SCAN members');
  });
});

describe('rows read on five thousand members', () => {
  const typical: [string, Partial<SearchConditions>][] = [
    ['one country and gender, ages 26 to 35', {}],
    ['one country and gender, any age', aged(18, 100)],
    ['all countries', everyone],
    ['a region, any age', { countryregion: 'NL-NH', ...aged(18, 100) }],
  ];
  test.each(typical)('by %s are at most sixty', async (_, change) => {
    expect(await rowsRead(url, pageOf(conditionsOf(change)))).toBeLessThanOrEqual(60);
  });

  const rare: [string, Partial<SearchConditions>][] = [
    ['one country, every gender', { genders: GENDERS }],
    ['two neighbours', { countries: ['NL', 'BE'] }],
    ['those online with a photo', { hasPhoto: true, activeSince: NOW - 1_200_000 }],
    ['a rare age', aged(96, 97)],
    ['a rare age in all countries', { ...everyone, ...aged(75, 78) }],
    ['an age of medium frequency in all countries', { ...everyone, ...aged(64, 69) }],
    ['new members', { joinedSince: NOW - 14 * DAY }],
    ['nobody', { countryregion: 'NL-NOWHERE' }],
    ['an interest that nobody has', { interests: ['yoga'] }],
    [
      'an answer and a height that nobody has, of an age of medium frequency',
      { ...aged(63, 68), lookingFor: ['light'], bodyHeights: ['from_200'] },
    ],
  ];
  test.each(rare)('by %s are at most 1,300', async (_, change) => {
    expect(await rowsRead(url, pageOf(conditionsOf(change)))).toBeLessThanOrEqual(1_300);
  });

  test('by a late page are not more than by the first one', async () => {
    const conditions = conditionsOf({ genders: GENDERS, ...aged(18, 100) });
    const [last] = await searchPage(db, conditions, ACTIVE, { from: null, offset: 59, limit: 1 }, null);
    const from = last ?? null;
    const [first, deep] = [await rowsRead(url, pageOf(conditions)), await rowsRead(url, pageOf(conditions, from))];
    expect((await searchPage(db, conditions, ACTIVE, { from, offset: 0, limit: PAGE }, null)).length).toBe(PAGE);
    expect(deep).toBeLessThanOrEqual(first * 1.2);
  });

  test('by the count are at most 1,001 members', async () => {
    const count = (cap: number) => rowsRead(url, searchCount(db, conditionsOf({ viewerId: '', ...everyone }), cap).getQuery());
    expect(await count(1_000)).toBeLessThanOrEqual(1_001);
    expect(await count(100)).toBeLessThanOrEqual(101);
  });

  const counted: [what: string, change: Partial<SearchConditions>, steps: number][] = [
    ['one country and gender', {}, 2],
    ['those with a photo', { hasPhoto: true }, 1],
    ['one year of age', aged(30, 30), 2],
    ['a region', { countryregion: 'NL-NH' }, 2],
    ['two neighbours', { countries: ['NL', 'BE'] }, 4],
    // Each country, each of its genders and the end of that range, of members with a photo and of those without.
    ['a rare age in all countries', { ...everyone, ...aged(60, 78) }, 2 * COUNTRIES.length * (1 + 2 * GENDERS.length)],
  ];
  test.each(counted)('by the count of %s are those who fit, and the end of each index range', async (_, change, steps) => {
    const conditions = conditionsOf({ viewerId: '', ...change });
    const [{ count } = { count: 0 }] = await searchCount(db, conditions, 1_000);
    expect(count).toBeGreaterThan(0);
    expect(await rowsRead(url, searchCount(db, conditions, 1_000).getQuery())).toBeLessThanOrEqual(count + steps);
  });

  test('by the count of those online are not those of other ages', async () => {
    const plan = async (conditions: SearchConditions) => {
      const { sql, params } = searchCount(db, conditions, 1_000).getQuery();
      const { rows } = await db.$client.execute({ sql: `explain query plan ${sql}`, args: params.map(String) });
      return rows.map(({ detail }) => String(detail)).join('\n');
    };
    expect(await plan(conditionsOf({ activeSince: NOW }))).toMatch(
      /members_ranked_by_year \(country=\? AND gender=\? AND birth_year=\? AND search_rank>\? AND search_rank<\?\)/,
    );
    expect(await plan(conditionsOf({ activeSince: NOW, ...everyone, ...aged(75, 78) }))).toMatch(/members_ranked_older/);
  });
});

describe('the count of real members who were active recently', () => {
  const lately = (Math.floor(NOW / BUCKET_MS) - 30 * 96) * BUCKET_MS;
  const matches = (change: Partial<Parameters<typeof countActiveMembers>[1]> = {}, cap = 1_000) =>
    countActiveMembers(
      db,
      { country: 'NL', genders: GENDERS, countryregion: null, ...aged(18, 100), activeSince: lately, ...change },
      cap,
    ).getQuery();

  test.each([
    [null, 'members_ranked_by_year (country=? AND gender=? AND birth_year=? AND search_rank>? AND search_rank<?)'],
    ['NL-UT', 'members_ranked_in_region (countryregion=? AND gender=? AND search_rank>? AND search_rank<?)'],
  ])('in the region %s reads ranges of an index on all its columns', async (countryregion, range) => {
    const { sql, params } = matches({ countryregion });
    const { rows } = await db.$client.execute({ sql: `explain query plan ${sql}`, args: params.map(String) });
    const plan = rows.map(({ detail }) => String(detail)).join('\n');
    expect(plan.split(range)).toHaveLength(3);
    expect(plan).not.toMatch(READS_TOO_MUCH);
  });

  test('reads no fictional or inactive members, none of another age, and stops at the cap', async () => {
    const people = (traits: Parameters<typeof aMemberRow>[0]) =>
      Array.from({ length: 90 }, (_, i) => aMemberRow({ country: 'PL', countryregion: null, hasPhoto: i % 2 === 0, ...traits }));
    const born = { dateOfBirth: '1931-05-05' };
    for (const traits of [born, { ...born, bucket: 31 * 96 }, { ...born, isFictional: true }, { dateOfBirth: '1932-05-05' }]) {
      await db.insert(members).values(people(traits));
    }
    const year = { country: 'PL', bornFrom: '1931-01-01', bornTo: '1931-12-31' };
    // Two rows for each gender and photo flag: the value in its list, and the end of its range.
    const steps = 2 * 2 * GENDERS.length;
    const read = (cap: number) => rowsRead(url, matches(year, cap));
    expect(await countActiveMembers(db, { ...year, genders: GENDERS, countryregion: null, activeSince: lately }, 1_000)).toEqual([
      { count: 90 },
    ]);
    expect(await read(1_000)).toBeLessThanOrEqual(90 + steps);
    expect(await read(10)).toBeLessThanOrEqual(11 + steps);
  });
});
