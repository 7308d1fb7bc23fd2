import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { COUNTRIES, GENDERS } from '#contract/primitives';
import { searchCount, searchCounts, searchPage } from '#db/queries/members/search';
import type { SearchFilters, SearchOrder, WalkKey } from '#db/queries/members/search-plan';
import { blocks, hides, likes, members } from '#db/schema/index';
import { bornOnOrAfter, bornOnOrBefore } from '../../../worker/domain/age.ts';
import { aMember } from '../../support/database/factories.ts';
import { populate } from '../../support/database/populate.ts';
import { testDatabase } from '../../support/database/test-database.ts';

const NOW = Date.now();
const DAY = 24 * 3600_000;
type Row = typeof members.$inferSelect;

const { db } = await testDatabase();
let rows: Row[];
let viewerId: string;
let unseen: Set<string>;
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
  unseen = new Set([...blocking, ...blocked, ...hidden]);
  likers = new Set(liking);
});

const place = fc.constantFrom(['NL'], ['NL', 'BE'], ['DE', 'AT'], ['IE'], COUNTRIES);
/** Common ages, rarer ones and hardly any, so that every way to a page is taken. */
const ages = fc.constantFrom([18, 100], [26, 35], [22, 24], [56, 60], [64, 68], [66, 72], [60, 100], [75, 78], [88, 99]);
const asked = fc.record({
  countries: place,
  gender: fc.constantFrom('female', 'male', 'nonbinary', null),
  ages,
  region: fc.boolean(),
  hasPhoto: fc.boolean(),
  online: fc.integer({ min: 0, max: 3 }).map((n) => n === 0),
  joined: fc.integer({ min: 0, max: 4 }).map((n) => n === 0),
  withoutFictional: fc.boolean(),
  isVisitor: fc.integer({ min: 0, max: 4 }).map((n) => n === 0),
  sort: fc.constantFrom('active', 'active', 'new', 'near'),
  limit: fc.constantFrom(7, 12, 48),
});
type Asked = typeof asked extends fc.Arbitrary<infer A> ? A : never;

function searchOf(a: Asked): { filters: SearchFilters; order: SearchOrder } {
  const countryregion = a.region && a.countries.length === 1 && a.countries[0] === 'NL' ? 'NL-UT' : null;
  const isNear = a.sort === 'near' && countryregion === null && a.countries.includes('NL');
  const filters = {
    viewerId: a.isVisitor ? '' : viewerId,
    countries: a.countries,
    genders: a.gender ? [a.gender] : GENDERS,
    countryregion,
    ...{ bornFrom: bornOnOrAfter(a.ages[1] ?? 100, NOW), bornTo: bornOnOrBefore(a.ages[0] ?? 18, NOW) },
    hasPhoto: a.hasPhoto,
    activeSince: a.online ? NOW - 20 * 60_000 : null,
    joinedSince: a.joined ? NOW - 14 * DAY : null,
    withoutFictional: a.withoutFictional && !a.isVisitor,
    notId: null,
    beside: null,
  };
  return { filters, order: isNear ? { by: 'near', region: 'NL-NH' } : { by: a.sort === 'new' ? 'new' : 'active' } };
}

/** Who fits, in the order asked for, found by reading everybody. */
function expected(f: SearchFilters, order: SearchOrder): string[] {
  const fitting = rows.filter(
    (row) =>
      row.isSearchable &&
      f.countries.includes(row.country ?? '') &&
      f.genders.includes(row.gender ?? '') &&
      (f.countryregion === null || row.countryregion === f.countryregion) &&
      (row.dateOfBirth ?? '') >= f.bornFrom &&
      (row.dateOfBirth ?? '') <= f.bornTo &&
      (!f.hasPhoto || row.hasPhoto) &&
      (f.activeSince === null || (row.lastActiveAt >= f.activeSince && !row.hidePresence)) &&
      (f.joinedSince === null || row.createdAt >= f.joinedSince) &&
      (!f.withoutFictional || !row.isFictional || likers.has(row.id)) &&
      !(f.viewerId && unseen.has(row.id)),
  );
  const far = (row: Row) => (order.by === 'near' && row.countryregion !== order.region ? 1 : 0);
  const byId = (a: Row, b: Row) => (a.id < b.id ? -1 : 1);
  const inOrder = (a: Row, b: Row) =>
    order.by === 'new' ? b.createdAt - a.createdAt || byId(b, a) : far(a) - far(b) || (a.walkRank ?? 0) - (b.walkRank ?? 0) || byId(a, b);
  return fitting.toSorted(inOrder).map(({ id }) => id);
}

test('every way to a page finds those who fit, in order, whatever is asked, page behind page', async () => {
  await fc.assert(
    fc.asyncProperty(asked, fc.boolean(), async (a, isCounted) => {
      const { filters, order } = searchOf(a);
      const all = expected(filters, order);
      const known = isCounted ? all.length : null;
      let from: WalkKey | null = null;
      for (let page = 0; page < 4; page += 1) {
        const found = await searchPage(db, filters, order, { from, offset: 0, limit: a.limit }, known);
        expect(found.map(({ id }) => id)).toEqual(all.slice(page * a.limit, (page + 1) * a.limit));
        from = found.at(-1) ?? from;
      }
      const skipped = await searchPage(db, filters, order, { from: null, offset: 2 * a.limit, limit: a.limit }, known);
      expect(skipped.map(({ id }) => id)).toEqual(all.slice(2 * a.limit, 3 * a.limit));
      expect(await searchCount(db, filters, 100)).toEqual([{ count: Math.min(all.length, 101) }]);
      const loose = { ...filters, hasPhoto: false };
      const [counts] = await searchCounts(db, [loose, filters], 200, { filters, enough: 12 });
      const most = [expected(loose, order).length, all.length].map((count) => Math.min(count, 200));
      expect(counts).toEqual(all.length < 12 ? { counts: JSON.stringify(most) } : undefined);
    }),
    { numRuns: 60, seed: 20260901, endOnFailure: true },
  );
});

test('nobody is reached by skipping more than ten thousand', async () => {
  const { filters, order } = searchOf({
    ...fc.sample(asked, { numRuns: 1, seed: 1 })[0],
    countries: COUNTRIES,
    gender: null,
    ages: [18, 100],
    region: false,
    hasPhoto: false,
    online: false,
    joined: false,
    withoutFictional: false,
    isVisitor: true,
    sort: 'active',
    limit: 12,
  });
  expect(await searchPage(db, filters, order, { from: null, offset: 10_001, limit: 12 }, null)).toEqual([]);
});
