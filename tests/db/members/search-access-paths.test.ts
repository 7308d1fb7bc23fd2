import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { DAY } from '#contract/durations';
import { COUNTRIES, GENDERS } from '#contract/primitives';
import { searchCount, searchCounts, searchPage } from '#db/queries/members/search';
import type { SearchConditions, SearchCursorKey, SearchOrder } from '#db/queries/members/search-plan';
import { blocks, hides, likes, memberFields, memberInterests, members } from '#db/schema/index';
import { bornOnOrAfter, bornOnOrBefore } from '../../../worker/domain/age.ts';
import { aMember } from '../../support/database/factories.ts';
import { populate } from '../../support/database/populate.ts';
import { testDatabase } from '../../support/database/test-database.ts';

const NOW = Date.now();
type Row = typeof members.$inferSelect;

const LOOKING_FOR = ['lasting', 'unhurried', 'light', 'friendship', 'evenings_out', 'conversation', 'open_ended'];
const HEIGHTS = ['under_150', 'from_150', 'from_160', 'from_170', 'from_200'];
const INTERESTS = ['yoga', 'jazz', 'chess', 'poetry'];
const { db } = await testDatabase();
let rows: Row[];
let viewerId: string;
let answers: Map<string, { lookingFor: string; bodyHeight: string; interests: readonly string[] }>;
let excluded: Set<string>;
let likers: Set<string>;

beforeAll(async () => {
  await populate(db, 6_000, NOW, () => {});
  viewerId = (await aMember(db, { isPaused: true })).id;
  rows = (await db.select().from(members)).filter(({ id }) => id !== viewerId);
  const some = (n: number) => rows.filter((_, i) => i % 40 === n).map(({ id }) => id);
  const [blocking, blocked, hidden] = [some(1), some(2), some(3)];
  const liking = [...some(4), ...blocked, ...hidden];
  await db.insert(blocks).values(blocking.map((id) => ({ blockerId: id, blockedId: viewerId, createdAt: 1 })));
  await db.insert(blocks).values(blocked.map((id) => ({ blockerId: viewerId, blockedId: id, createdAt: 1 })));
  await db.insert(hides).values(hidden.map((id) => ({ memberId: viewerId, hiddenId: id, createdAt: 1 })));
  await db.insert(likes).values(liking.map((id) => ({ likerId: id, likedId: viewerId, createdAt: 1 })));
  answers = new Map(
    rows.map(({ id }, i) => [
      id,
      {
        lookingFor: i % 3 === 0 ? '' : (LOOKING_FOR[i % 7] ?? ''),
        bodyHeight: i % 4 === 0 ? '' : (HEIGHTS[i % 5] ?? ''),
        interests: INTERESTS.filter((_, n) => (i * 7 + n * 3) % 11 < 2),
      },
    ]),
  );
  const fieldRows = [...answers].flatMap(([memberId, { lookingFor, bodyHeight }]) => [
    { memberId, fieldId: 'looking_for', value: lookingFor },
    { memberId, fieldId: 'body_height', value: bodyHeight },
  ]);
  const interestRows = [...answers].flatMap(([memberId, { interests }]) => interests.map((interestId) => ({ memberId, interestId })));
  for (let at = 0; at < fieldRows.length; at += 2_000) {
    await db.insert(memberFields).values(fieldRows.slice(at, at + 2_000).filter(({ value }) => value !== ''));
    if (at < interestRows.length) await db.insert(memberInterests).values(interestRows.slice(at, at + 2_000));
  }
  excluded = new Set([...blocking, ...blocked, ...hidden]);
  likers = new Set(liking);
});

const place = fc.constantFrom(['NL'], ['NL', 'BE'], ['DE', 'AT'], ['IE'], COUNTRIES);
/** Common, rare and very rare ages, so that every access path is used. */
const ages = fc.constantFrom(
  [18, 100],
  [26, 35],
  [22, 24],
  [56, 60],
  [64, 68],
  [66, 72],
  [60, 100],
  [75, 78],
  [88, 99],
  [50, 50],
  [58, 58],
  [79, 100],
);
const searchInput = fc.record({
  countries: place,
  gender: fc.constantFrom('female', 'male', 'nonbinary', null),
  ages,
  region: fc.boolean(),
  // `surfing` is nobody's interest. Most searches name none of the three.
  lookingFor: fc.constantFrom([], [], [], ['lasting'], ['light', 'friendship', 'conversation']),
  interests: fc.constantFrom([], [], [], ['jazz'], ['yoga', 'chess', 'surfing'], ['surfing']),
  bodyHeights: fc.constantFrom([], [], [], ['from_160', 'from_170'], ['under_150']),
  hasPhoto: fc.boolean(),
  online: fc.integer({ min: 0, max: 3 }).map((n) => n === 0),
  joined: fc.integer({ min: 0, max: 4 }).map((n) => n === 0),
  withoutFictional: fc.boolean(),
  isVisitor: fc.integer({ min: 0, max: 4 }).map((n) => n === 0),
  sort: fc.constantFrom('active', 'active', 'new', 'near'),
  limit: fc.constantFrom(7, 12, 48),
});
interface SearchInput {
  readonly countries: readonly string[];
  readonly gender: string | null;
  readonly ages: readonly number[];
  readonly region: boolean;
  readonly lookingFor: readonly string[];
  readonly interests: readonly string[];
  readonly bodyHeights: readonly string[];
  readonly hasPhoto: boolean;
  readonly online: boolean;
  readonly joined: boolean;
  readonly withoutFictional: boolean;
  readonly isVisitor: boolean;
  readonly sort: string;
  readonly limit: number;
}

function searchOf(input: SearchInput): { conditions: SearchConditions; order: SearchOrder } {
  const countryregion = input.region && input.countries.length === 1 && input.countries[0] === 'NL' ? 'NL-UT' : null;
  const isNear = input.sort === 'near' && countryregion === null && input.countries.includes('NL');
  const conditions = {
    viewerId: input.isVisitor ? '' : viewerId,
    countries: input.countries,
    genders: input.gender ? [input.gender] : GENDERS,
    countryregion,
    bornFrom: bornOnOrAfter(input.ages[1] ?? 100, NOW),
    bornTo: bornOnOrBefore(input.ages[0] ?? 18, NOW),
    lookingFor: input.lookingFor,
    interests: input.interests,
    bodyHeights: input.bodyHeights,
    hasPhoto: input.hasPhoto,
    activeSince: input.online ? NOW - 20 * 60_000 : null,
    joinedSince: input.joined ? NOW - 14 * DAY : null,
    withoutFictional: input.withoutFictional && !input.isVisitor,
    excludedId: null,
    excluding: null,
  };
  return { conditions, order: isNear ? { by: 'near', region: 'NL-NH' } : { by: input.sort === 'new' ? 'new' : 'active' } };
}

/** Whether a list that is not empty names one of these. */
const isAnyOf = (list: readonly string[], own: readonly (string | undefined)[]) =>
  list.length === 0 || own.some((value) => list.includes(value ?? ''));

/** The ids of the matching members in the order of the search, computed from all rows. */
function expected(conditions: SearchConditions, order: SearchOrder): string[] {
  const fitting = rows.filter(
    (row) =>
      row.isSearchable &&
      conditions.countries.includes(row.country ?? '') &&
      conditions.genders.includes(row.gender ?? '') &&
      (conditions.countryregion === null || row.countryregion === conditions.countryregion) &&
      (row.dateOfBirth ?? '') >= conditions.bornFrom &&
      (row.dateOfBirth ?? '') <= conditions.bornTo &&
      isAnyOf(conditions.lookingFor, [answers.get(row.id)?.lookingFor]) &&
      isAnyOf(conditions.interests, answers.get(row.id)?.interests ?? []) &&
      isAnyOf(conditions.bodyHeights, [answers.get(row.id)?.bodyHeight]) &&
      (!conditions.hasPhoto || row.hasPhoto) &&
      (conditions.activeSince === null || (row.lastActiveAt >= conditions.activeSince && !row.hidePresence)) &&
      (conditions.joinedSince === null || row.createdAt >= conditions.joinedSince) &&
      (!conditions.withoutFictional || !row.isFictional || likers.has(row.id)) &&
      !(conditions.viewerId && excluded.has(row.id)),
  );
  const far = (row: Row) => (order.by === 'near' && row.countryregion !== order.region ? 1 : 0);
  const byId = (a: Row, b: Row) => (a.id < b.id ? -1 : 1);
  const inOrder = (a: Row, b: Row) =>
    order.by === 'new'
      ? b.createdAt - a.createdAt || byId(b, a)
      : far(a) - far(b) || (a.searchRank ?? 0) - (b.searchRank ?? 0) || byId(a, b);
  return fitting.toSorted(inOrder).map(({ id }) => id);
}

test('every access path finds the matching members in order, page by page, for any filters', async () => {
  await fc.assert(
    fc.asyncProperty(searchInput, fc.boolean(), async (input, isCounted) => {
      const { conditions, order } = searchOf(input);
      const all = expected(conditions, order);
      const known = isCounted ? all.length : null;
      let from: SearchCursorKey | null = null;
      for (let page = 0; page < 4; page += 1) {
        const found = await searchPage(db, conditions, order, { from, offset: 0, limit: input.limit }, known);
        expect(found.map(({ id }) => id)).toEqual(all.slice(page * input.limit, (page + 1) * input.limit));
        from = found.at(-1) ?? from;
      }
      const skipped = await searchPage(db, conditions, order, { from: null, offset: 2 * input.limit, limit: input.limit }, known);
      expect(skipped.map(({ id }) => id)).toEqual(all.slice(2 * input.limit, 3 * input.limit));
      expect(await searchCount(db, conditions, 100)).toMatchObject([{ count: Math.min(all.length, 101) }]);
      const relaxed = { ...conditions, hasPhoto: false };
      const [counts] = await searchCounts(db, [relaxed, conditions], 200, { conditions, enough: 12 });
      const most = [expected(relaxed, order).length, all.length].map((count) => Math.min(count, 200));
      expect(counts).toEqual(all.length < 12 ? { counts: JSON.stringify(most) } : undefined);
    }),
    { numRuns: 60, seed: 20260901, endOnFailure: true },
  );
});

const EVERY_WAY = { lookingFor: [], interests: [], bodyHeights: [], region: false, joined: false, isVisitor: false, limit: 12 };
const PLACES: [place: string, countries: readonly string[], region: boolean][] = [
  ['one country', ['NL'], false],
  ['a region', ['NL'], true],
  ['two neighbours', ['NL', 'BE'], false],
  ['all countries', COUNTRIES, false],
];

test.each(PLACES)('the count of %s is exact for common, rare and single ages, whatever else is filtered', async (_, countries, region) => {
  for (const ages of [
    [18, 100],
    [26, 35],
    [50, 50],
    [75, 78],
  ])
    for (const gender of ['female', null])
      for (let filters = 0; filters < 8; filters += 1) {
        const [hasPhoto, online, withoutFictional] = [1, 2, 4].map((bit) => (filters & bit) > 0) as [boolean, boolean, boolean];
        const input: SearchInput = {
          ...EVERY_WAY,
          countries,
          ages,
          gender,
          region,
          hasPhoto,
          online,
          withoutFictional,
          sort: 'active',
        };
        const { conditions, order } = searchOf(input);
        const all = new Set(expected(conditions, order));
        const fictional = rows.filter((row) => all.has(row.id) && row.isFictional).length;
        expect(await searchCount(db, conditions, 6_000), JSON.stringify(input)).toEqual([{ count: all.size, fictional }]);
        expect(await searchCount(db, conditions, 1)).toMatchObject([{ count: Math.min(2, all.size) }]);
      }
});

test.each(['active', 'new', 'near'])('older members of all countries are found page by page in the order %s', async (sort) => {
  for (const ages of [
    [58, 58],
    [60, 100],
    [75, 78],
    [79, 100],
    [88, 99],
  ])
    for (const filters of [{}, { hasPhoto: true }, { withoutFictional: true }, { online: true }, { interests: ['yoga', 'chess'] }]) {
      const none = { hasPhoto: false, online: false, withoutFictional: false };
      const input: SearchInput = { ...EVERY_WAY, ...none, countries: COUNTRIES, ages, gender: null, sort, ...filters };
      const { conditions, order } = searchOf(input);
      const all = expected(conditions, order);
      let from: SearchCursorKey | null = null;
      for (let at = 0; at <= Math.min(all.length, 60); at += 12) {
        const found = await searchPage(db, conditions, order, { from, offset: 0, limit: 12 }, null);
        expect(
          found.map(({ id }) => id),
          JSON.stringify(input),
        ).toEqual(all.slice(at, at + 12));
        from = found.at(-1) ?? from;
      }
    }
});

test('an offset of more than ten thousand finds nobody', async () => {
  const { conditions, order } = searchOf({
    ...fc.sample(searchInput, { numRuns: 1, seed: 1 })[0],
    countries: COUNTRIES,
    gender: null,
    ages: [18, 100],
    region: false,
    hasPhoto: false,
    online: false,
    joined: false,
    withoutFictional: false,
    lookingFor: [],
    interests: [],
    bodyHeights: [],
    isVisitor: true,
    sort: 'active',
    limit: 12,
  });
  expect(await searchPage(db, conditions, order, { from: null, offset: 10_001, limit: 12 }, null)).toEqual([]);
});
