import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COUNTRIES, GENDERS } from '#contract/primitives';
import { type Database, openDatabase } from '#db/client';
import { makeDemo } from '#db/demo/make-demo';
import { type MatchFilters, matchCount } from "#db/queries/members";
import { searchCount, searchPage } from "#db/queries/search";
import type { SearchFilters, WalkKey } from "#db/queries/search-shape";
import { members } from '#db/schema/index';
import { bornOnOrAfter, bornOnOrBefore } from '../../worker/domain/age.ts';
import { rowsRead } from '../bench/support/pipeline.ts';
import { aMember } from '../support/factories.ts';
import { startDatabase, type TestDatabase } from '../support/sqld.ts';
import { aPerson } from '../worker/search-world.ts';

const NOW = Date.now();
const PAGE = 12;
const BUCKET_MS = 900_000;
let database: TestDatabase;
let db: Database;
let viewerId: string;

beforeAll(async () => {
  database = await startDatabase();
  db = openDatabase(database.url);
  await makeDemo({ url: database.url, members: 2_000, photos: null, onProgress: () => {}, now: NOW });
  viewerId = (await aMember(db)).id;
});

afterAll(() => database?.stop());

const aged = (from: number, to: number) => ({ bornFrom: bornOnOrAfter(to, NOW), bornTo: bornOnOrBefore(from, NOW) });
const filtersOf = (change: Partial<SearchFilters> = {}): SearchFilters => ({
  ...{ viewerId, countries: ['NL'], genders: ['female'], countryregion: null, ...aged(18, 100) },
  ...{ hasPhoto: false, activeSince: null, joinedSince: null, withoutFictional: false, notId: null },
  ...change,
});
const pageOf = (filters: SearchFilters, from: WalkKey | null = null, offset = 0) => searchWalk(db, filters, from, offset, PAGE).toSQL();

/** How the page's members are found and ordered; what follows `SCAN page` looks up the cards of those few. */
async function planOf(filters: SearchFilters, from: WalkKey | null = null): Promise<string> {
  const { sql, params } = pageOf(filters, from);
  const { rows } = await db.$client.execute({ sql: `explain query plan ${sql}`, args: params.map(String) });
  const steps = rows.map(({ detail }) => String(detail));
  expect(steps).toContain('SCAN page');
  return steps.slice(0, steps.indexOf('SCAN page')).join('\n');
}
const READS_TOO_MUCH = /SCAN members|TEMP B-TREE/;

describe('the plan of a page', () => {
  test('of one country and gender at any age is one walk along members_walk, sorted by nothing', async () => {
    for (const from of [null, { rank: 8_589_934_592, id: 'a' }]) {
      const plan = await planOf(filtersOf(), from);
      expect(plan).toMatch(/members USING (COVERING )?INDEX members_walk \(country=\? AND gender=\?/);
      expect(plan).not.toMatch(READS_TOO_MUCH);
      expect(plan).not.toContain('MERGE');
    }
  });

  test('of a narrow age band is short walks along members_walk_by_year, merged and not sorted', async () => {
    const plan = await planOf(filtersOf(aged(30, 31)));
    expect(plan).toContain('members_walk_by_year (country=? AND gender=? AND birth_year=?');
    expect(plan).toContain('MERGE');
    expect(plan).not.toMatch(READS_TOO_MUCH);
  });

  test('of a single year is one walk along members_walk_by_year, sorted by nothing', async () => {
    const plan = await planOf(filtersOf({ bornFrom: '1994-01-01', bornTo: '1994-12-31' }));
    expect(plan).toContain('members_walk_by_year');
    expect(plan).not.toMatch(READS_TOO_MUCH);
    expect(plan).not.toContain('MERGE');
  });

  test('of all countries and genders is a merge of walks and never reads the table through', async () => {
    const plan = await planOf(filtersOf({ countries: COUNTRIES, genders: GENDERS }));
    expect(plan).toContain('members_walk (country=? AND gender=?');
    expect(plan).not.toMatch(READS_TOO_MUCH);
  });
});

describe('rows read on two thousand members', () => {
  const typical: [string, Partial<SearchFilters>][] = [
    ['one country and gender, ages 26 to 35', aged(26, 35)],
    ['one country and gender, any age', {}],
    ['one country, every gender', { genders: GENDERS }],
    ['two neighbours', { countries: ['NL', 'BE'] }],
  ];
  test.each(typical)('by %s are sixty at most', async (_, change) => {
    expect(await rowsRead(database.url, pageOf(filtersOf(change)))).toBeLessThanOrEqual(60);
  });

  const rare: [string, Partial<SearchFilters>][] = [
    ['a rare age', aged(96, 97)],
    ['a rare age in all countries', { ...aged(70, 71), countries: COUNTRIES, genders: GENDERS }],
    ['all countries', { countries: COUNTRIES, genders: GENDERS }],
    ['nobody', { countryregion: 'NL-NOWHERE' }],
  ];
  test.each(rare)('by %s are 1,300 at most', async (_, change) => {
    expect(await rowsRead(database.url, pageOf(filtersOf(change)))).toBeLessThanOrEqual(1_300);
  });

  test('by a page deep in a walk are no more than by its first', async () => {
    const filters = filtersOf({ countries: ['NL'], genders: GENDERS });
    const [last] = await searchWalk(db, filters, null, 59, 1);
    const from = { rank: last?.walkRank ?? 0, id: last?.id ?? '' };
    const [first, deep] = [await rowsRead(database.url, pageOf(filters)), await rowsRead(database.url, pageOf(filters, from))];
    expect((await searchWalk(db, filters, from, 0, PAGE)).length).toBe(PAGE);
    expect(deep).toBeLessThanOrEqual(first * 1.2);
  });

  test('by the count are 1,001 members at most, beside one step for each country and gender it looks under', async () => {
    const count = (cap: number) =>
      rowsRead(database.url, searchCount(db, filtersOf({ viewerId: '', countries: COUNTRIES, genders: GENDERS }), cap, null).getQuery());
    const steps = COUNTRIES.length * (1 + GENDERS.length);
    expect(await count(1_000)).toBeLessThanOrEqual(1_001 + steps);
    expect(await count(100)).toBeLessThanOrEqual(101 + steps);
    const known = searchCount(db, filtersOf(), 1_000, 7).getQuery();
    expect(await rowsRead(database.url, known)).toBeLessThanOrEqual(1);
  });
});

describe('the count of real members who were here lately', () => {
  const lately = Math.floor(NOW / BUCKET_MS) - 30 * 96;
  const matches = (change: Partial<MatchFilters> = {}, cap = 1_000) =>
    matchCount(db, { country: 'NL', genders: GENDERS, countryregion: null, ...aged(18, 100), bucket: lately, ...change }, cap).getQuery();

  test('is ranges of members_walk_by_year down to the order', async () => {
    const { sql, params } = matches({ countryregion: 'NL-UT' });
    const { rows } = await db.$client.execute({ sql: `explain query plan ${sql}`, args: params.map(String) });
    const plan = rows.map(({ detail }) => String(detail)).join('\n');
    expect(plan.split('members_walk_by_year (country=? AND gender=? AND birth_year=? AND walk_rank>? AND walk_rank<?)')).toHaveLength(3);
    expect(plan).not.toMatch(READS_TOO_MUCH);
  });

  test('reads nobody fictional, nobody gone, nobody of another age, and no further than the cap', async () => {
    const people = (traits: Parameters<typeof aPerson>[0]) =>
      Array.from({ length: 90 }, (_, i) => aPerson({ country: 'PL', countryregion: null, hasPhoto: i % 2 === 0, ...traits }));
    const born = { dateOfBirth: '1931-05-05' };
    for (const traits of [born, { ...born, bucket: 31 * 96 }, { ...born, isFictional: true }, { dateOfBirth: '1932-05-05' }]) {
      await db.insert(members).values(people(traits));
    }
    const year = { country: 'PL', bornFrom: '1931-01-01', bornTo: '1931-12-31' };
    // Two for each gender and photo flag: the value in its list, and where its range ends.
    const steps = 2 * 2 * GENDERS.length;
    const read = (cap: number) => rowsRead(database.url, matches(year, cap));
    expect(await matchCount(db, { ...year, genders: GENDERS, countryregion: null, bucket: lately }, 1_000)).toEqual([{ count: 90 }]);
    expect(await read(1_000)).toBeLessThanOrEqual(90 + steps);
    expect(await read(10)).toBeLessThanOrEqual(11 + steps);
  });
});
