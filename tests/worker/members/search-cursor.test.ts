import { inArray } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { likes, members } from '#db/schema/index';
import { aMember } from '../../support/database/factories.ts';
import { checkEverySearch, createPopulation, type Filter, pageThrough, queryOf, type Trait } from './search-cursor-fixture.ts';
import { idsOf, inPublishedOrder, searchFixture } from './search-fixture.ts';

const fixture = searchFixture();

test('paging with a cursor shows every matching member exactly once, in the published order, while likes change', async () => {
  await checkEverySearch(fixture, 10, async (town, f) => {
    const likeLastThree = (seen: readonly string[]) =>
      fixture.db
        .insert(likes)
        .values(seen.slice(-3).map((id) => ({ likerId: town.searcher.id, likedId: id, createdAt: 1 })))
        .onConflictDoNothing();
    const { seen, counts } = await pageThrough(fixture, town, f, likeLastThree);
    expect(seen).toEqual(inPublishedOrder(town.matching));
    expect(counts).toEqual([town.matching.length]);
  });
});

test('pages without a cursor are the same pages', async () => {
  await checkEverySearch(fixture, 4, async (town, f) => {
    const expected = inPublishedOrder(town.matching);
    const pages = Math.ceil(expected.length / f.pp);
    const found: string[] = [];
    for (let page = 1; page <= pages; page += 1)
      found.push(...idsOf(await fixture.search(town.searcher.cookie, `${queryOf(f)}&page=${page}`)));
    expect(found).toEqual(expected);
  });
});

test('while members become active a cursor shows nobody twice and misses nobody who has not moved up', async () => {
  await checkEverySearch(fixture, 8, async (town, f) => {
    const moved = new Set<string>();
    let turn = 0;
    const activateSome = async () => {
      turn += 1;
      const activated = town.people.filter((_, i) => i % 9 === turn % 9).map(({ id }) => id);
      for (const id of activated) moved.add(id);
      await fixture.db
        .update(members)
        .set({ activityBucket: Math.floor(Date.now() / 900_000) + turn })
        .where(inArray(members.id, activated));
    };
    const { seen } = await pageThrough(fixture, town, f, activateSome);
    expect(new Set(seen).size).toBe(seen.length);
    const stayed = town.matching.filter(({ id }) => !moved.has(id)).map(({ id }) => id);
    expect(stayed.filter((id) => !seen.includes(id))).toEqual([]);
  });
});

const sameTraits = (count: number): Trait[] =>
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

test('a cursor leads to any page, back, forward and far ahead', async () => {
  const town = await createPopulation(fixture, sameTraits(140), plain);
  const expected = inPublishedOrder(town.matching);
  const { token } = await pageThrough(fixture, town, plain);
  for (const page of [1, 7, 2, 12, 11]) {
    const answer = await fixture.search(town.searcher.cookie, `${queryOf(plain)}&page=${page}&walk=${token}`);
    expect([page, idsOf(answer)]).toEqual([page, expected.slice((page - 1) * 12, page * 12)]);
  }
  const first = await fixture.search(town.searcher.cookie, queryOf(plain));
  const ahead = await fixture.search(town.searcher.cookie, `${queryOf(plain)}&page=9&walk=${first.at('paging.walk')}`);
  expect(idsOf(ahead)).toEqual(expected.slice(96, 108));
});

test('paging goes on beyond the pages that the cursor stores', async () => {
  const short = { ...plain, pp: 2 };
  const town = await createPopulation(fixture, sameTraits(110), short);
  const { seen, token } = await pageThrough(fixture, town, short);
  expect(seen).toEqual(inPublishedOrder(town.matching));
  expect(token.length).toBeLessThan(4000);
});

test('a cursor works with the filters of presence and newness, too', async () => {
  const town = await createPopulation(fixture, sameTraits(60), plain);
  for (const extra of ['online=1', 'new_here=1']) {
    await fixture.db.update(members).set({ createdAt: Date.now(), lastActiveAt: Date.now() });
    const ask = (page: number, token: unknown) =>
      fixture.search(town.searcher.cookie, `${queryOf(plain)}&${extra}&page=${page}${token ? `&walk=${token}` : ''}`);
    const first = await ask(1, '');
    const [last] = inPublishedOrder(town.matching).slice(-1);
    await fixture.db
      .update(members)
      .set({ activityBucket: Math.floor(Date.now() / 900_000) + 9 })
      .where(inArray(members.id, [last ?? '']));
    const second = await ask(2, first.at('paging.walk'));
    const twice = idsOf(second).filter((id) => idsOf(first).includes(id));
    expect([extra, idsOf(second).length, twice]).toEqual([extra, 12, []]);
    await fixture.db
      .update(members)
      .set({ activityBucket: 1 })
      .where(inArray(members.id, [last ?? '']));
  }
});

test('a forged cursor, one of other filters and one of another member are ignored', async () => {
  const town = await createPopulation(fixture, sameTraits(40), plain);
  const expected = inPublishedOrder(town.matching);
  const eva = await aMember(fixture.db, { country: 'AU', countryregion: null });
  const first = await fixture.search(town.searcher.cookie, queryOf(plain));
  const cursor = String(first.at('paging.walk'));
  const middle = Math.floor(cursor.length / 2);
  const forged = `${cursor.slice(0, middle)}${cursor[middle] === 'A' ? 'B' : 'A'}${cursor.slice(middle + 1)}`;
  const withOtherFilters = await fixture.search(town.searcher.cookie, `${queryOf({ ...plain, gender: 'female' })}&pp=5`);
  for (const token of [forged, `${cursor}x`, 'x', cursor.slice(0, middle), String(withOtherFilters.at('paging.walk'))]) {
    const answer = await fixture.search(town.searcher.cookie, `${queryOf(plain)}&page=2&walk=${encodeURIComponent(token)}`);
    expect([answer.status, answer.at('paging.num_results'), idsOf(answer)]).toEqual([200, 40, expected.slice(12, 24)]);
  }
  const answerToEva = await fixture.search(eva.cookie, `${queryOf(plain)}&page=2&walk=${cursor}`);
  expect(idsOf(answerToEva)).toEqual(expected.slice(12, 24));
  const tooLong = await fixture.search(eva.cookie, `walk=${'x'.repeat(4001)}`);
  expect(tooLong.at('error.fields.walk')).toBe('too_long');
});

test('a cursor does not reveal when members were active or joined', async () => {
  const town = await createPopulation(fixture, sameTraits(20), plain);
  const [firstMember] = town.matching;
  await fixture.db.update(members).set({ hidePresence: true });
  for (const sort of ['active', 'new']) {
    const answer = await fixture.search('', `${queryOf({ ...plain, sort })}&pp=1`);
    const readable = Buffer.from(String(answer.at('paging.walk')), 'base64url').toString('latin1');
    expect(readable).not.toMatch(new RegExp(`starts|count|${firstMember?.id}`));
  }
});
