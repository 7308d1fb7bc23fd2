import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import {
  cardOfMember,
  fieldsOfMember,
  interestsOfMember,
  isNotBlocked,
  ownImages,
  profileOfMember,
  promptsOfMember,
  shownImages,
} from '#db/queries/profile/profile';
import { memberFields, memberInterests, memberPrompts } from '#db/schema/index';
import { aBlock, aLike, aMember, anImage } from '../../support/database/factories.ts';
import { testDatabase } from '../../support/database/test-database.ts';

const { db } = await testDatabase();

const isOpen = async (viewer: string, other: string) =>
  (await db.all<{ is: number }>(sql`select ${isNotBlocked(viewer, sql`${other}`)} as "is"`))[0]?.is === 1;

test('a block is between two members, from both sides, and touches nobody else', async () => {
  const [noor, bas, tom] = [await aMember(db), await aMember(db), await aMember(db)];
  const open = () => Promise.all([isOpen(noor.id, bas.id), isOpen(bas.id, noor.id), isOpen(noor.id, tom.id), isOpen(tom.id, bas.id)]);
  expect(await open()).toEqual([true, true, true, true]);
  await aBlock(db, noor.id, bas.id);
  expect(await open()).toEqual([false, false, true, true]);
  expect([await isOpen(tom.id, noor.id), await isOpen(bas.id, tom.id)]).toEqual([true, true]);
});

test('a profile is one member’s, with likes and blocks between the two alone', async () => {
  const [noor, bas, tom] = [await aMember(db), await aMember(db, { name: 'Bas' }), await aMember(db)];
  for (const [one, other] of [
    [noor, tom],
    [tom, noor],
    [tom, bas],
    [bas, tom],
  ] as const) {
    await aBlock(db, one.id, other.id);
    await aLike(db, one.id, other.id);
  }
  const facts = async (viewer: string, id: string) => {
    const rows = await profileOfMember(db, viewer, id);
    return rows.map(({ name, iLike, likesMe, iBlock, blocksMe }) => [name, iLike, likesMe, iBlock, blocksMe]);
  };
  expect(await facts(noor.id, bas.id)).toEqual([['Bas', 0, 0, 0, 0]]);
  await aLike(db, noor.id, bas.id);
  expect([await facts(noor.id, bas.id), (await facts(bas.id, noor.id))[0]?.slice(1)]).toEqual([[['Bas', 1, 0, 0, 0]], [0, 1, 0, 0]]);
  await aBlock(db, bas.id, noor.id);
  expect([await facts(noor.id, bas.id), (await facts(bas.id, noor.id))[0]?.slice(1)]).toEqual([[['Bas', 1, 0, 0, 1]], [0, 1, 1, 0]]);
  expect((await cardOfMember(db, noor.id, bas.id)).map(({ id, iLike }) => [id, iLike])).toEqual([[bas.id, 1]]);
});

test('the like of an unconfirmed member does not show in their profile', async () => {
  const [noor, eva] = [await aMember(db), await aMember(db, { status: 'not_confirmed' })];
  await aLike(db, eva.id, noor.id);
  expect((await profileOfMember(db, noor.id, eva.id))[0]?.likesMe).toBe(0);
});

test('photos, fields, prompts and interests are those of one member', async () => {
  const [noor, bas] = [await aMember(db), await aMember(db)];
  const [photo] = [await anImage(db, noor.id), await anImage(db, bas.id)];
  for (const { id } of [noor, bas]) {
    await db.insert(memberFields).values({ memberId: id, fieldId: 'smoking', value: 'no' });
    await db.insert(memberPrompts).values([
      { memberId: id, promptId: 'second', position: 1, answer: 'Second' },
      { memberId: id, promptId: 'first', position: 0, answer: `First of ${id}` },
    ]);
    await db.insert(memberInterests).values({ memberId: id, interestId: 'hiking' });
  }
  for (const photos of [shownImages, ownImages]) expect((await photos(db, noor.id)).map(({ id }) => id)).toEqual([photo]);
  expect(await promptsOfMember(db, noor.id)).toEqual([
    { id: 'first', text: `First of ${noor.id}` },
    { id: 'second', text: 'Second' },
  ]);
  for (const { id } of [noor, bas]) expect((await cardOfMember(db, '', id))[0]?.openingText).toBe(`First of ${id}`);
  expect(await fieldsOfMember(db, noor.id)).toEqual([{ fieldId: 'smoking', value: 'no' }]);
  expect(await interestsOfMember(db, noor.id)).toEqual([{ interestId: 'hiking' }]);
});
