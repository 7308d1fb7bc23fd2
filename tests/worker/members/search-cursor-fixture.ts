import fc from 'fast-check';
import { expect } from 'vitest';
import { blocks, hides } from '#db/schema/index';
import { aMember } from '../../support/database/factories.ts';
import { aMemberRow, idsOf, type SearchableRow, type searchFixture } from './search-fixture.ts';

type SearchFixture = ReturnType<typeof searchFixture>;

const RELATIONSHIPS = ['none', 'none', 'none', 'none', 'none', 'none', 'blocks me', 'blocked', 'hidden'] as const;
const trait = fc.record({
  country: fc.constantFrom('NL', 'NL', 'BE', 'PL'),
  gender: fc.constantFrom('female', 'male', 'nonbinary'),
  birthYear: fc.integer({ min: 1960, max: 2004 }),
  hasPhoto: fc.boolean(),
  isFictional: fc.boolean(),
  isPaused: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
  bucket: fc.integer({ min: 0, max: 6 }),
  tie: fc.constantFrom(...RELATIONSHIPS),
});
/** Enough members for several pages. */
export const manyTraits = fc.array(trait, { minLength: 100, maxLength: 150 });
export const filter = fc.record({
  place: fc.constantFrom('country=NL', 'countries=NL,BE', 'searchAllCountries=1'),
  gender: fc.constantFrom('', '', 'female', 'male'),
  oldest: fc.integer({ min: 1958, max: 1995 }),
  youngest: fc.integer({ min: 1996, max: 2005 }),
  photo: fc.boolean(),
  pp: fc.constantFrom(7, 12, 25),
});
type ValueOf<A> = A extends fc.Arbitrary<infer Value> ? Value : never;
export type Trait = ValueOf<typeof trait>;
export type Filter = Omit<ValueOf<typeof filter>, 'pp'> & { readonly pp: number; readonly sort?: string };

const COUNTRIES = { 'country=NL': ['NL'], 'countries=NL,BE': ['NL', 'BE'], 'searchAllCountries=1': ['NL', 'BE', 'PL'] } as const;
/** Everybody is born on 1 January, so that an age is the year's alone. */
const thisYear = new Date().getUTCFullYear();
export const queryOf = ({ place, gender, oldest, youngest, photo, pp, sort = 'active' }: Filter) =>
  `${place}&gender=${gender}&min_age=${thisYear - youngest}&max_age=${thisYear - oldest}&photo=${Number(photo)}&pp=${pp}&sort=${sort}`;

export interface SearchPopulation {
  readonly people: SearchableRow[];
  readonly matching: SearchableRow[];
  readonly searcher: Awaited<ReturnType<typeof aMember>>;
}

/** Replaces all members by new ones with these traits; returns them, those that the filter should find, and the searching member. */
export async function createPopulation(fixture: SearchFixture, traits: readonly Trait[], f: Filter): Promise<SearchPopulation> {
  await fixture.deleteAllMembers();
  const walker = await aMember(fixture.db, { country: 'AU', countryregion: null });
  const people = traits.map(({ birthYear, tie: _, ...rest }) =>
    aMemberRow({ ...rest, countryregion: null, dateOfBirth: `${birthYear}-01-01` }),
  );
  await fixture.insertMembers(people);
  const tied = (tie: string) => people.filter((_, i) => traits[i]?.tie === tie).map(({ id }) => id);
  const [blocking, blocked, hidden] = [tied('blocks me'), tied('blocked'), tied('hidden')];
  if (blocking.length > 0)
    await fixture.db.insert(blocks).values(blocking.map((id) => ({ blockerId: id, blockedId: walker.id, createdAt: 1 })));
  if (blocked.length > 0)
    await fixture.db.insert(blocks).values(blocked.map((id) => ({ blockerId: walker.id, blockedId: id, createdAt: 1 })));
  if (hidden.length > 0) await fixture.db.insert(hides).values(hidden.map((id) => ({ memberId: walker.id, hiddenId: id, createdAt: 1 })));
  const countries: readonly string[] = COUNTRIES[f.place];
  const fitting = people.filter((person, i) => {
    const year = traits[i]?.birthYear ?? 0;
    const isOfAge = year >= f.oldest && year <= f.youngest;
    return (
      traits[i]?.tie === 'none' &&
      !person.isPaused &&
      countries.includes(person.country ?? '') &&
      (!f.gender || person.gender === f.gender) &&
      isOfAge &&
      (!f.photo || person.hasPhoto)
    );
  });
  return { people, matching: fitting, searcher: walker };
}

/**
 * Pages through a search with the cursor of the page before; `between` runs after each page with the ids seen so far.
 * Returns the ids shown, the distinct result counts and the last cursor.
 */
export async function pageThrough(
  fixture: SearchFixture,
  { searcher }: SearchPopulation,
  f: Filter,
  between: (seen: readonly string[]) => Promise<unknown> = async () => {},
) {
  const seen: string[] = [];
  const counts = new Set<unknown>();
  let token = '';
  for (let page = 1; page <= 60; page += 1) {
    const answer = await fixture.search(searcher.cookie, `${queryOf(f)}&page=${page}${token ? `&walk=${token}` : ''}`);
    expect(answer.status).toBe(200);
    counts.add(answer.at('paging.num_results'));
    const found = idsOf(answer);
    if (found.length === 0) break;
    seen.push(...found);
    token = String(answer.at('paging.walk'));
    await between(seen);
  }
  return { seen, counts: [...counts], token };
}

export const checkEverySearch = (fixture: SearchFixture, runs: number, hold: (town: SearchPopulation, f: Filter) => Promise<void>) =>
  fc.assert(
    fc.asyncProperty(manyTraits, filter, async (traits, f) => hold(await createPopulation(fixture, traits, f), f)),
    { numRuns: runs, seed: 20260901, endOnFailure: true },
  );
