import { beforeEach, expect, test } from 'vitest';
import { searchCount, searchPage } from '#db/queries/members/search';
import { BUCKET_MS, type SearchConditions } from '#db/queries/members/search-plan';
import { hides, memberFields, memberInterests, members } from '#db/schema/index';
import { aBlock, aLike, aMember } from '../../support/database/factories.ts';
import { testDatabase } from '../../support/database/test-database.ts';

const { db } = await testDatabase();
beforeEach(() => db.delete(members));

const NOW = Math.floor(Date.now() / BUCKET_MS) * BUCKET_MS;

/** Ages that are read in different ways, the common ones in order, the rare ones sorted; all of them are those of a member by default. */
const AGES = [
  ['common', { bornFrom: '1950-01-01', bornTo: '2005-12-31' }],
  ['less common', { bornFrom: '1993-05-17', bornTo: '1994-12-31' }],
  ['rare', { bornFrom: '1994-01-01', bornTo: '1994-12-31' }],
] as const;

/** Conditions that every woman in the Netherlands fits. */
const WOMEN: Omit<SearchConditions, 'bornFrom' | 'bornTo'> = {
  ...{ countries: ['NL'], genders: ['female'], countryregion: null, lookingFor: [], interests: [], bodyHeights: [] },
  ...{ hasPhoto: false, activeSince: null, joinedSince: null, withoutFictional: false, viewerId: '', excludedId: null, excluding: null },
};

/** The names of the members that a search finds, in the order of the alphabet. Its count and its pages of one have to be the same. */
async function find(viewerId: string, change: Partial<SearchConditions>): Promise<string[]> {
  const conditions: SearchConditions = { ...WOMEN, ...AGES[0][1], viewerId, ...change };
  const found = await searchPage(db, conditions, { by: 'active' }, { from: null, offset: 0, limit: 99 }, null);
  const fictional = found.filter(({ isFictional }) => isFictional).length;
  expect(await searchCount(db, conditions, 99)).toEqual([{ count: found.length, fictional }]);
  // A page that is filled is read in another way.
  for (const [i, { id }] of found.entries()) {
    const range = { from: found[i - 1] ?? null, offset: 0, limit: 1 };
    expect((await searchPage(db, conditions, { by: 'active' }, range, null)).map((row) => row.id)).toEqual([id]);
  }
  return found.map(({ name }) => name).toSorted();
}
const named = async (name: string, traits: Parameters<typeof aMember>[1] = {}) => (await aMember(db, { name, ...traits })).id;

test.each(AGES)('a search of %s ages leaves out the viewer, who is blocked or hidden, and one more', async (_, ages) => {
  const [viewer, other] = [await named('viewer'), await named('other', { isPaused: true })];
  const hide = (memberId: string, hiddenId: string) => db.insert(hides).values({ memberId, hiddenId, createdAt: 1 });
  await aBlock(db, viewer, await named('blocked'));
  await aBlock(db, await named('blocking'), viewer);
  await hide(viewer, await named('hidden'));
  const excludedId = await named('excluded');
  await aBlock(db, other, await named('blocked by another'));
  await aBlock(db, await named('blocking another'), other);
  await hide(other, await named('hidden by another'));
  const shown = ['blocked by another', 'blocking another', 'hidden by another'];
  expect(await find(viewer, { ...ages, excludedId })).toEqual(shown);
  expect(await find(viewer, ages)).toEqual([...shown, 'excluded'].toSorted());
  expect(await find('', ages)).toHaveLength(8);
  expect(await find(viewer, { ...ages, excludedId, activeSince: NOW - 9 * BUCKET_MS })).toEqual(shown);
});

test.each(AGES)('a search of %s ages finds by place, gender, photo, date of birth and time of joining', async (_, ages) => {
  const createdAt = 5000;
  for (const [name, traits] of [
    ['found', {}],
    ['of another country', { country: 'BE', countryregion: 'BE-VAN' }],
    ['of another region', { countryregion: 'NL-NH' }],
    ['of another gender', { gender: 'male' }],
    ['without a photo', { hasPhoto: false }],
    ['younger', { dateOfBirth: '2006-01-01' }],
    ['of the same year', { dateOfBirth: '1993-05-16' }],
    ['joined before', { createdAt: createdAt - 1 }],
    ['paused', { isPaused: true }],
  ] as const)
    await named(name, { hasPhoto: true, createdAt, ...traits });
  const others = async (change: Partial<SearchConditions>) => (await find('', { ...ages, ...change })).filter((name) => name !== 'found');
  const inAges = ages.bornFrom < '1993' ? ['of the same year'] : [];
  const all = ['joined before', 'of another region', ...inAges, 'without a photo'];
  expect(await others({})).toEqual(all);
  expect(await others({ countryregion: 'NL-UT' })).toEqual(all.filter((name) => name !== 'of another region'));
  expect(await others({ hasPhoto: true })).toEqual(all.filter((name) => name !== 'without a photo'));
  expect(await others({ joinedSince: createdAt })).toEqual(all.filter((name) => name !== 'joined before'));
});

test.each(AGES)('a search of %s ages finds by what the profile says, by any of the values of each list', async (_, ages) => {
  const says = async (name: string, fields: Record<string, string>, interests: readonly string[]) => {
    const memberId = await named(name);
    const values = Object.entries(fields).map(([fieldId, value]) => ({ memberId, fieldId, value }));
    await db.insert(memberFields).values(values);
    await db.insert(memberInterests).values(interests.map((interestId) => ({ memberId, interestId })));
  };
  await says('Ann', { looking_for: 'friends', body_height: '170' }, ['chess']);
  await says('Bea', { looking_for: 'love', body_height: '180' }, ['opera', 'sailing']);
  // The values of one field in another one.
  await says('Cis', { smoking: 'love', looking_for: '180', body_height: 'friends' }, ['cooking']);
  await named('Dot');
  const search = (change: Partial<SearchConditions>) => find('', { ...ages, ...change });
  expect(await search({})).toEqual(['Ann', 'Bea', 'Cis', 'Dot']);
  expect(await search({ lookingFor: ['love'] })).toEqual(['Bea']);
  expect(await search({ lookingFor: ['love', 'friends'] })).toEqual(['Ann', 'Bea']);
  expect(await search({ bodyHeights: ['180', '190'] })).toEqual(['Bea']);
  expect(await search({ interests: ['chess', 'sailing'] })).toEqual(['Ann', 'Bea']);
  expect(await search({ interests: ['sailing'], lookingFor: ['friends'] })).toEqual([]);
  expect(await search({ interests: ['chess'], bodyHeights: ['170'], lookingFor: ['friends'] })).toEqual(['Ann']);
});

test.each(AGES)('a page of the newest of %s ages goes on behind the one before', async (_, ages) => {
  for (const [name, createdAt] of [
    ['newest', 30],
    ['newer', 20],
    ['new', 10],
  ] as const)
    await named(name, { createdAt });
  const page = (from: Parameters<typeof searchPage>[3]['from']) =>
    searchPage(db, { ...WOMEN, ...ages }, { by: 'new' }, { from, offset: 0, limit: 1 }, null);
  const names = [];
  for (let [found] = await page(null); found; [found] = await page(found)) names.push(found.name);
  expect(names).toEqual(['newest', 'newer', 'new']);
});

test.each(AGES)('a search of %s ages leaves out those whom another one has found', async (_, ages) => {
  const dateOfBirth = '1994-11-01';
  await named('found', { dateOfBirth });
  await named('of another age');
  await named('of another region', { dateOfBirth, countryregion: 'NL-NH' });
  await named('of no region', { dateOfBirth, countryregion: null });
  const excluding = { bornFrom: dateOfBirth, bornTo: dateOfBirth, countryregion: 'NL-UT' };
  expect(await find('', { ...ages, excluding })).toEqual(['of another age', 'of another region', 'of no region']);
  expect(await find('', { ...ages, excluding: { ...excluding, countryregion: null } })).toEqual(['of another age']);
});

test.each(AGES)('a search of %s ages for who is online leaves out those who hide it', async (_, ages) => {
  const lately = (name: string, lastActiveAt: number, hidePresence = false) =>
    named(name, { lastActiveAt, activityBucket: Math.floor(lastActiveAt / BUCKET_MS), hidePresence });
  await lately('online', NOW + 2);
  await lately('hidden', NOW + 2, true);
  await lately('just before', NOW + 1);
  await lately('long before', NOW - BUCKET_MS);
  expect(await find('', { ...ages, activeSince: NOW + 2 })).toEqual(['online']);
});

test.each(AGES)('a search of %s ages without fictional members finds those of them who like the viewer, each once', async (_, ages) => {
  const [viewer, other] = [await named('viewer', { isPaused: true }), await named('other', { isPaused: true })];
  const aLiker = async (name: string, likedId: string, traits: Parameters<typeof aMember>[1] = {}) => {
    const id = await named(name, { isFictional: true, ...traits });
    await aLike(db, id, likedId);
    return id;
  };
  await aLike(db, await aLiker('fictional liker', viewer), other);
  await aLiker('real liker', viewer, { isFictional: false });
  await aLiker('liker of another', other);
  await aLiker('liker of another country', viewer, { country: 'BE', countryregion: 'BE-VAN' });
  await aLiker('paused liker', viewer, { isPaused: true });
  await aBlock(db, viewer, await aLiker('blocked liker', viewer));
  await named('fictional', { isFictional: true });
  await named('real');
  const shown = ['fictional liker', 'real', 'real liker'];
  expect(await find(viewer, { ...ages, withoutFictional: true })).toEqual(shown);
  expect(await find(viewer, { ...ages, withoutFictional: true, activeSince: NOW - 9 * BUCKET_MS })).toEqual(shown);
  expect(await find(viewer, { ...ages, withoutFictional: true, joinedSince: 1 })).toEqual(shown);
});

test('a card shows the viewer’s own like', async () => {
  const [viewer, other] = [await named('viewer', { isPaused: true }), await named('other', { isPaused: true })];
  const liked = await named('liked');
  await aLike(db, viewer, liked);
  await aLike(db, other, await named('liked by another'));
  const conditions = { ...WOMEN, ...AGES[0][1], viewerId: viewer };
  const found = await searchPage(db, conditions, { by: 'active' }, { from: null, offset: 0, limit: 9 }, null);
  expect(found.map(({ name, iLike }) => [name, iLike]).toSorted()).toEqual([
    ['liked by another', 0],
    ['liked', 1],
  ]);
});
