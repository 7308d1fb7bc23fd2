import { inArray } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { blocks, hides, likes, members } from '#db/schema/index';
import { aMember } from '../support/factories.ts';
import { aPerson, aSearchWorld, idsOf, inPublishedOrder, type Person } from './search-world.ts';

const world = aSearchWorld();

const TIES = ['none', 'none', 'none', 'none', 'none', 'none', 'blocks me', 'blocked', 'hidden'] as const;
const trait = fc.record({
  country: fc.constantFrom('NL', 'NL', 'BE', 'PL'),
  gender: fc.constantFrom('female', 'male', 'nonbinary'),
  birthYear: fc.integer({ min: 1960, max: 2004 }),
  hasPhoto: fc.boolean(),
  isFictional: fc.boolean(),
  isPaused: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
  bucket: fc.integer({ min: 0, max: 6 }),
  tie: fc.constantFrom(...TIES),
});
const filter = fc.record({
  place: fc.constantFrom('country=NL', 'countries=NL,BE', 'searchAllCountries=1'),
  gender: fc.constantFrom('', '', 'female', 'male'),
  oldest: fc.integer({ min: 1958, max: 1995 }),
  youngest: fc.integer({ min: 1996, max: 2005 }),
  photo: fc.boolean(),
  pp: fc.constantFrom(7, 12, 25),
});
type ValueOf<A> = A extends fc.Arbitrary<infer Value> ? Value : never;
type Trait = ValueOf<typeof trait>;
type Filter = Omit<ValueOf<typeof filter>, 'pp'> & { readonly pp: number };

const COUNTRIES = { 'country=NL': ['NL'], 'countries=NL,BE': ['NL', 'BE'], 'searchAllCountries=1': ['NL', 'BE', 'PL'] } as const;
/** Everybody is born on 1 January, so that an age is the year's alone. */
const thisYear = new Date().getUTCFullYear();
const queryOf = ({ place, gender, oldest, youngest, photo, pp }: Filter) =>
  `${place}&gender=${gender}&min_age=${thisYear - youngest}&max_age=${thisYear - oldest}&photo=${Number(photo)}&pp=${pp}`;

interface Town {
  readonly people: Person[];
  readonly fitting: Person[];
  readonly walker: Awaited<ReturnType<typeof aMember>>;
}

/** A population, and who of it fits a filter as its words mean it. */
async function settle(traits: readonly Trait[], f: Filter): Promise<Town> {
  await world.removeEverybody();
  const walker = await aMember(world.db, { country: 'AU', countryregion: null });
  const people = traits.map(({ birthYear, tie: _, ...rest }) =>
    aPerson({ ...rest, countryregion: null, dateOfBirth: `${birthYear}-01-01` }),
  );
  await world.addPeople(people);
  const tied = (tie: string) => people.filter((_, i) => traits[i]?.tie === tie).map(({ id }) => id);
  const [blocking, blocked, hidden] = [tied('blocks me'), tied('blocked'), tied('hidden')];
  if (blocking.length > 0)
    await world.db.insert(blocks).values(blocking.map((id) => ({ blockerId: id, blockedId: walker.id, createdAt: 1 })));
  if (blocked.length > 0)
    await world.db.insert(blocks).values(blocked.map((id) => ({ blockerId: walker.id, blockedId: id, createdAt: 1 })));
  if (hidden.length > 0) await world.db.insert(hides).values(hidden.map((id) => ({ memberId: walker.id, hiddenId: id, createdAt: 1 })));
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
  return { people, fitting, walker };
}

/** Walks page by page with the token of the page before; `between` happens after each page with the ids seen so far. */
async function walk({ walker }: Town, f: Filter, between: (seen: readonly string[]) => Promise<unknown> = async () => {}) {
  const seen: string[] = [];
  const counts = new Set<unknown>();
  let token = '';
  for (let page = 1; page <= 60; page += 1) {
    const answer = await world.search(walker.cookie, `${queryOf(f)}&page=${page}${token ? `&walk=${token}` : ''}`);
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

const property = (runs: number, hold: (town: Town, f: Filter) => Promise<void>) =>
  fc.assert(
    fc.asyncProperty(fc.array(trait, { minLength: 100, maxLength: 150 }), filter, async (traits, f) => hold(await settle(traits, f), f)),
    { numRuns: runs, seed: 20260901, endOnFailure: true },
  );

test('a walk through all pages sees every member who fits exactly once, in the published order, while likes change', async () => {
  await property(10, async (town, f) => {
    const likeSome = (seen: readonly string[]) =>
      world.db
        .insert(likes)
        .values(seen.slice(-3).map((id) => ({ likerId: town.walker.id, likedId: id, createdAt: 1 })))
        .onConflictDoNothing();
    const { seen, counts } = await walk(town, f, likeSome);
    expect(seen).toEqual(inPublishedOrder(town.fitting));
    expect(counts).toEqual([town.fitting.length]);
  });
});

test('pages without a walk are the same pages', async () => {
  await property(4, async (town, f) => {
    const expected = inPublishedOrder(town.fitting);
    const pages = Math.ceil(expected.length / f.pp);
    const found: string[] = [];
    for (let page = 1; page <= pages; page += 1) found.push(...idsOf(await world.search(town.walker.cookie, `${queryOf(f)}&page=${page}`)));
    expect(found).toEqual(expected);
  });
});

test('while members become active a walk sees nobody twice and misses nobody who has not moved up', async () => {
  await property(8, async (town, f) => {
    const moved = new Set<string>();
    let turn = 0;
    const wakeSome = async () => {
      turn += 1;
      const waking = town.people.filter((_, i) => i % 9 === turn % 9).map(({ id }) => id);
      for (const id of waking) moved.add(id);
      await world.db
        .update(members)
        .set({ activeBucket: Math.floor(Date.now() / 900_000) + turn })
        .where(inArray(members.id, waking));
    };
    const { seen } = await walk(town, f, wakeSome);
    expect(new Set(seen).size).toBe(seen.length);
    const stayed = town.fitting.filter(({ id }) => !moved.has(id)).map(({ id }) => id);
    expect(stayed.filter((id) => !seen.includes(id))).toEqual([]);
  });
});

const crowd = (count: number): Trait[] =>
  Array.from({ length: count }, (_, i) => ({
    country: 'NL',
    gender: 'female',
    birthYear: 1990,
    hasPhoto: i % 2 === 0,
    isFictional: false,
    isPaused: false,
    bucket: i % 4,
    tie: 'none',
  }));
const plain: Filter = { place: 'country=NL', gender: '', oldest: 1980, youngest: 2000, photo: false, pp: 12 };

test('a walk leads to any page again, back, forward and far ahead', async () => {
  const town = await settle(crowd(140), plain);
  const expected = inPublishedOrder(town.fitting);
  const { token } = await walk(town, plain);
  for (const page of [1, 7, 2, 12, 11]) {
    const answer = await world.search(town.walker.cookie, `${queryOf(plain)}&page=${page}&walk=${token}`);
    expect([page, idsOf(answer)]).toEqual([page, expected.slice((page - 1) * 12, page * 12)]);
  }
  const first = await world.search(town.walker.cookie, queryOf(plain));
  const ahead = await world.search(town.walker.cookie, `${queryOf(plain)}&page=9&walk=${first.at('paging.walk')}`);
  expect(idsOf(ahead)).toEqual(expected.slice(96, 108));
});

test('a walk longer than its token remembers goes on all the same', async () => {
  const short = { ...plain, pp: 2 };
  const town = await settle(crowd(110), short);
  const { seen, token } = await walk(town, short);
  expect(seen).toEqual(inPublishedOrder(town.fitting));
  expect(token.length).toBeLessThan(4000);
});

test('a walk holds with filters of presence and newness, too', async () => {
  const town = await settle(crowd(60), plain);
  for (const extra of ['online=1', 'new_here=1']) {
    await world.db.update(members).set({ createdAt: Date.now(), lastActiveAt: Date.now() });
    const ask = (page: number, token: unknown) =>
      world.search(town.walker.cookie, `${queryOf(plain)}&${extra}&page=${page}${token ? `&walk=${token}` : ''}`);
    const first = await ask(1, '');
    const [last] = inPublishedOrder(town.fitting).slice(-1);
    await world.db
      .update(members)
      .set({ activeBucket: Math.floor(Date.now() / 900_000) + 9 })
      .where(inArray(members.id, [last ?? '']));
    const second = await ask(2, first.at('paging.walk'));
    const twice = idsOf(second).filter((id) => idsOf(first).includes(id));
    expect([extra, idsOf(second).length, twice]).toEqual([extra, 12, []]);
    await world.db
      .update(members)
      .set({ activeBucket: 1 })
      .where(inArray(members.id, [last ?? '']));
  }
});

test('a forged walk, one of other filters and one of another member are no walk', async () => {
  const town = await settle(crowd(40), plain);
  const expected = inPublishedOrder(town.fitting);
  const eva = await aMember(world.db, { country: 'AU', countryregion: null });
  const first = await world.search(town.walker.cookie, queryOf(plain));
  const walkToken = String(first.at('paging.walk'));
  const [claims = '', signature = ''] = walkToken.split('.');
  const forged = `${Buffer.from(Buffer.from(claims, 'base64url').toString('utf8').replace('"count":40', '"count":900')).toString('base64url')}.${signature}`;
  const others = await world.search(town.walker.cookie, `${queryOf({ ...plain, gender: 'female' })}&pp=5`);
  for (const token of [forged, `${walkToken}x`, 'x', `${claims}.`, String(others.at('paging.walk'))]) {
    const answer = await world.search(town.walker.cookie, `${queryOf(plain)}&page=2&walk=${encodeURIComponent(token)}`);
    expect([answer.status, answer.at('paging.num_results'), idsOf(answer)]).toEqual([200, 40, expected.slice(12, 24)]);
  }
  const hers = await world.search(eva.cookie, `${queryOf(plain)}&page=2&walk=${walkToken}`);
  expect(idsOf(hers)).toEqual(expected.slice(12, 24));
  const tooLong = await world.search(eva.cookie, `walk=${'x'.repeat(4001)}`);
  expect(tooLong.at('error.fields.walk')).toBe('too_long');
});
