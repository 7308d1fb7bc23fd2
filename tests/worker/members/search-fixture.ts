import { DAY } from '#contract/durations';
import { blocks, hides, images, likes, members } from '#db/schema/index';
import { aMember, newEmail, newId } from '../../support/database/factories.ts';
import type { ApiAnswer } from '../../support/product/api-client.ts';
import { testSite as openSite } from '../../support/product/test-site.ts';

type MemberInsert = typeof members.$inferInsert;
type Ordered = Pick<MemberInsert, 'isFictional' | 'hasPhoto' | 'activityBucket' | 'createdAt' | 'isPaused'>;
/** A member's row with all columns that a search filters or sorts by. */
export type SearchableRow = MemberInsert & Required<{ [K in keyof Ordered]: NonNullable<Ordered[K]> }>;

const BUCKET_MS = 15 * 60_000;

/** A row of a findable member: a woman of about thirty in Utrecht by default. `bucket` counts activity buckets of 15 minutes back from now. */
export function aMemberRow({
  bucket = 0,
  ...traits
}: Omit<Partial<SearchableRow>, 'activityBucket'> & { bucket?: number } = {}): SearchableRow {
  const now = Date.now();
  return {
    id: newId(),
    email: newEmail(),
    passwordHash: 'none',
    status: 'active',
    name: 'Noor',
    country: 'NL',
    countryregion: 'NL-UT',
    city: 'Utrecht',
    gender: 'female',
    dateOfBirth: '1994-05-17',
    language: 'nl',
    locale: 'nl',
    hasPhoto: false,
    isFictional: false,
    isPaused: false,
    createdAt: now - 30 * DAY,
    lastActiveAt: now - bucket * BUCKET_MS,
    activityBucket: Math.floor(now / BUCKET_MS) - bucket,
    ...traits,
  };
}

/** The ids in the published order: real before fictional, with photo before without, latest activity first, id. */
export const inPublishedOrder = (people: readonly SearchableRow[]): string[] =>
  people
    .toSorted(
      (a, b) =>
        Number(a.isFictional) - Number(b.isFictional) ||
        Number(b.hasPhoto) - Number(a.hasPhoto) ||
        b.activityBucket - a.activityBucket ||
        (a.id < b.id ? -1 : 1),
    )
    .map(({ id }) => id);

/** The ids on a page of results. */
export const idsOf = (answer: ApiAnswer): string[] => {
  const found = answer.at('profiles');
  return Array.isArray(found) ? found.map((card: { id: string }) => card.id) : [];
};

/** The date `years` years ago, plus `days` days, as YYYY-MM-DD. */
export function bornAgo(years: number, days = 0): string {
  const day = new Date(Date.now() + days * DAY);
  const [year, date] = [day.getUTCFullYear() - years, day.toISOString().slice(5, 10)];
  const dateExists = date !== '02-29' || new Date(Date.UTC(year, 1, 29)).getUTCDate() === 29;
  // 29 February of a year without one moves to the side on which a coming birthday is still to come.
  return `${year}-${dateExists ? date : days > 0 ? '03-01' : '02-28'}`;
}

/** A query that names every filter and leaves nobody out. */
export const ALL_FILTERS_OPEN = 'searchAllCountries=1&gender=&min_age=&max_age=';

/** The site of one test file on an empty database, with the calls of the search. */
export function searchFixture() {
  const site = openSite({}, { hasOwnWorker: true });
  return {
    get db() {
      return site.db;
    },
    search: (cookie: string, query: string, headers: Record<string, string> = {}) =>
      site.as({ cookie }).get(`/api/search.php?${query}`, headers),
    updateUser: (cookie: string, change: object) => site.as({ cookie }).put('/api/user.php', change),
    page: async (cookie: string, path: string) => String((await site.as({ cookie }).get(path)).body),
    /** A member who searches and cannot be found. */
    aSearcher: (traits: Partial<MemberInsert> = {}) => aMember(site.db, { name: 'Bas', gender: 'male', isPaused: true, ...traits }),
    insertMembers: async (people: readonly SearchableRow[]) => {
      for (let from = 0; from < people.length; from += 100) await site.db.insert(members).values(people.slice(from, from + 100));
    },
    /** Deletes all members with what is about them; the catalogue and settings stay. */
    deleteAllMembers: () =>
      site.db.batch([
        site.db.delete(likes),
        site.db.delete(blocks),
        site.db.delete(hides),
        site.db.delete(images),
        site.db.delete(members),
      ]),
  };
}
