import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { countActiveMembers, saveSearch, saveSearchPreference, similaritySourceOf } from '#db/queries/members/match-count';
import { BUCKET_MS } from '#db/queries/members/search-plan';
import { members } from '#db/schema/index';
import { aBlock, aMember } from '../../support/database/factories.ts';
import { testDatabase } from '../../support/database/test-database.ts';

const { db } = await testDatabase();
beforeEach(() => db.delete(members));

const BUCKET = 1_000_000;

test('members count who were active lately, of a country or region, of genders and ages', async () => {
  const active = (traits: Parameters<typeof aMember>[1] = {}) => aMember(db, { activityBucket: BUCKET, ...traits });
  await active();
  await active({ hasPhoto: true, countryregion: 'NL-NH', gender: 'male' });
  const conditions = {
    ...{ country: 'NL', genders: ['female', 'male'], countryregion: null, bornFrom: '1994-05-17', bornTo: '1995-05-17' },
    activeSince: BUCKET * BUCKET_MS,
  };
  const count = async (change: Partial<Parameters<typeof countActiveMembers>[1]> = {}, cap = 9) =>
    (await countActiveMembers(db, { ...conditions, ...change }, cap))[0]?.count;
  expect([await count(), await count({ genders: ['female'] }), await count({}, 0)]).toEqual([2, 1, 1]);
  expect([await count({ countryregion: 'NL-UT' }), await count({ countryregion: 'NL-NH', genders: ['female'] })]).toEqual([1, 0]);
  for (const traits of [
    { country: 'BE', countryregion: 'BE-VAN' },
    { gender: 'nonbinary' },
    { dateOfBirth: '1993-05-17' },
    { dateOfBirth: '1994-05-16' },
    { dateOfBirth: '1995-05-18' },
    { activityBucket: BUCKET - 1 },
    { isFictional: true },
    { isPaused: true },
  ])
    await active(traits);
  expect([await count(), await count({ countryregion: 'NL-UT' })]).toEqual([2, 1]);
});

test('a search is saved for one member, unless its region is not in its country', async () => {
  const [noor, bas] = [await aMember(db), await aMember(db)];
  const saved = async (id: string) => (await db.select().from(members).where(eq(members.id, id)))[0]?.savedSearch;
  const save = (country: string, countryregion: string) => saveSearch(db, noor.id, { country, countryregion }, [], 1);
  await save('BE', 'NL-UT');
  await save('NL', 'NL-XX');
  expect(await saved(noor.id)).toBeNull();
  await save('NL', 'NL-UT');
  expect([await saved(noor.id), await saved(bas.id)]).toEqual([{ country: 'NL', countryregion: 'NL-UT' }, null]);
  await save('BE', '');
  expect(await saved(noor.id)).toEqual({ country: 'BE', countryregion: '' });
});

test('a search is saved without its gender while the member’s consent is missing, has ended, or is to an earlier text', async () => {
  const without = { sensitiveConsentVersion: null, sensitiveConsentAt: null };
  const people = [await aMember(db), await aMember(db, without), await aMember(db, { sensitiveConsentEndedAt: Date.now() })];
  const filters = { country: '', countryregion: '', gender: 'female' };
  const genderAfter = async (id: string, version: number) => {
    await saveSearch(db, id, filters, [], version);
    return (await db.select().from(members).where(eq(members.id, id)))[0]?.savedSearch?.gender;
  };
  expect(await Promise.all(people.map(({ id }) => genderAfter(id, 1)))).toEqual(['female', '', '']);
  expect(await genderAfter(people[0]?.id ?? '', 2)).toBe('');
});

test('gender and ages of one member’s saved search are replaced, and its other filters stay', async () => {
  const [noor, bas] = [await aMember(db), await aMember(db, { savedSearch: { gender: 'male', min_age: 20, max_age: 30, country: 'BE' } })];
  const saved = async (id: string) => (await db.select().from(members).where(eq(members.id, id)))[0]?.savedSearch;
  const preference = { gender: '', min_age: 40, max_age: 50 };
  await saveSearchPreference(db, bas.id, preference);
  expect([await saved(noor.id), await saved(bas.id)]).toEqual([null, { ...preference, country: 'BE' }]);
  await saveSearchPreference(db, noor.id, preference);
  await saveSearchPreference(db, noor.id, preference);
  expect(await saved(noor.id)).toEqual(preference);
});

test('members are similar to one whom the viewer may see', async () => {
  const [viewer, noor, tom] = [await aMember(db), await aMember(db, { country: 'BE', gender: 'male' }), await aMember(db)];
  await aBlock(db, noor.id, tom.id);
  await aBlock(db, viewer.id, tom.id);
  const source = async () => (await similaritySourceOf(db, viewer.id, noor.id)).map(({ country, gender }) => [country, gender]);
  for (const [status, isSeen] of [
    ['not_confirmed', true],
    ['deleted', false],
    ['banned', false],
    ['active', true],
  ] as const) {
    await db.update(members).set({ status }).where(eq(members.id, noor.id));
    expect(await source()).toEqual(isSeen ? [['BE', 'male']] : []);
  }
  await aBlock(db, noor.id, viewer.id);
  expect(await source()).toEqual([]);
});
