import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { batch } from '#db/client';
import {
  addImage,
  changeImages,
  claimDueRemovals,
  countImages,
  deleteRemovals,
  removeImage,
  scheduleRemovalsBeforeUpload,
  shownPhotoFile,
} from '#db/queries/photos/photos';
import { fileRemovals, images, members, sessions } from '#db/schema/index';
import { aMember, anImage, newId } from '../../support/database/factories.ts';
import { testDatabase } from '../../support/database/test-database.ts';

const { db } = await testDatabase();

const eventFor = (memberId: string) => ({ id: newId(), memberId, event: { type: 'user.changed' as const }, createdAt: 1, dueAt: 5 });
const anImageRow = (memberId: string) => ({
  id: newId(),
  memberId,
  thumb: newId(),
  medium: newId(),
  large: newId(),
  width: 4,
  height: 5,
  thumbhash: 'x',
  isNudeByCheck: false,
  heldSince: null,
  checkDueAt: null,
  checkTries: 0,
});
const HASHES = [{ bands: [1, 2, 3, 4], gradient: [5, 6] }] as const;
const NOBODY = { memberId: '', tokenHash: '' };
const filesOf = ({ thumb, medium, large }: ReturnType<typeof anImageRow>) => [thumb, medium, large];
const add = (memberId: string, most = 3) => batch(db, addImage(db, anImageRow(memberId), HASHES, most, eventFor(memberId)));
const photosOf = async (memberId: string) =>
  (await db.select().from(images).where(eq(images.memberId, memberId)).orderBy(images.position)).map(({ id }) => id);
const mainOf = async (id: string) => (await db.select().from(members).where(eq(members.id, id)))[0]?.mainImageId;

test.each(['deleted', 'banned'] as const)('a photo of a member who is %s by now is not added', async (status) => {
  const [{ id }] = [await aMember(db, { status }), await aMember(db)];
  expect([(await add(id)).added, await photosOf(id), await mainOf(id)]).toEqual([[], [], null]);
});

test('photos are added up to the limit, that of each member by itself, and only the first becomes the main one', async () => {
  const [noor, bas, tom] = [await aMember(db), await aMember(db), await aMember(db)];
  await anImage(db, bas.id, 4);
  const [first] = (await add(noor.id, 2)).added;
  expect([first?.position, await mainOf(tom.id)]).toEqual([0, null]);
  expect([(await add(noor.id, 2)).added.length, (await add(noor.id, 2)).added.length]).toEqual([1, 0]);
  expect([await countImages(db, noor.id), await countImages(db, bas.id)]).toEqual([[{ count: 2 }], [{ count: 1 }]]);
  expect([await mainOf(noor.id), await mainOf(bas.id)]).toEqual([first?.id, (await photosOf(bas.id))[0]]);
});

test('the files of a photo that is added are not removed, those of one that is not and of others are', async () => {
  await db.delete(fileRemovals);
  const noor = await aMember(db);
  const [added, refused, other] = [anImageRow(noor.id), anImageRow(noor.id), anImageRow(noor.id)];
  const names = [added, refused, other].flatMap(filesOf);
  await db.insert(fileRemovals).values(names.map((name) => ({ name, dueAt: 9 })));
  for (const image of [added, refused]) await batch(db, addImage(db, image, HASHES, 1, eventFor(noor.id)));
  const left = (await db.select().from(fileRemovals)).map(({ name }) => name);
  expect(left.toSorted()).toEqual([...filesOf(refused), ...filesOf(other)].toSorted());
  await db.delete(fileRemovals);
});

test('removal and change reach one’s own photos alone', async () => {
  const [noor, bas] = [await aMember(db), await aMember(db)];
  const own = [await anImage(db, noor.id), await anImage(db, noor.id, 1)];
  const [theirs] = [await anImage(db, bas.id, 0), await anImage(db, bas.id, 1)];
  const before = await db.select().from(images).where(eq(images.memberId, bas.id)).orderBy(images.position);
  await batch(db, changeImages(db, noor.id, { main: theirs, order: [...own.toReversed(), theirs], nude: { id: theirs, is: true } }));
  const { deleted } = await batch(db, removeImage(db, theirs, noor.id, eventFor(noor.id)));
  expect(deleted).toEqual([]);
  expect(await db.select().from(images).where(eq(images.memberId, bas.id)).orderBy(images.position)).toEqual(before);
  expect([await mainOf(noor.id), await mainOf(bas.id), await photosOf(noor.id)]).toEqual([own[0], theirs, own.toReversed()]);
  expect(await db.select().from(fileRemovals)).toEqual([]);
});

test('another main photo is that of its member alone', async () => {
  const [noor, bas] = [await aMember(db), await aMember(db)];
  const [, second] = [await anImage(db, noor.id), await anImage(db, noor.id, 1)];
  const theirs = await anImage(db, bas.id);
  await batch(db, changeImages(db, noor.id, { main: second, order: null, nude: null }));
  expect([await mainOf(noor.id), await mainOf(bas.id)]).toEqual([second, theirs]);
});

test('a photo that is put first does not move those that are not named', async () => {
  const { id } = await aMember(db);
  const [first, second, third] = [await anImage(db, id), await anImage(db, id, 1), await anImage(db, id, 2)];
  await batch(db, changeImages(db, id, { main: null, order: [second, first], nude: null }));
  expect(await photosOf(id)).toEqual([second, first, third]);
});

test('the main photo that is removed gives its place to the next one of its member', async () => {
  const [noor, bas] = [await aMember(db), await aMember(db)];
  await anImage(db, bas.id);
  const [first, second] = [await anImage(db, noor.id), await anImage(db, noor.id, 1)];
  await batch(db, removeImage(db, first, noor.id, eventFor(noor.id)));
  expect([await mainOf(noor.id), await photosOf(noor.id)]).toEqual([second, [second]]);
  await batch(db, removeImage(db, second, noor.id, eventFor(noor.id)));
  const [row] = await db.select().from(members).where(eq(members.id, noor.id));
  expect([row?.mainImageId, row?.hasPhoto]).toEqual([null, false]);
});

test('the main photo stays when another one is removed, and nothing changes for others', async () => {
  const [noor, bas] = [await aMember(db), await aMember(db)];
  const theirs = await anImage(db, bas.id);
  const [first, , third] = [await anImage(db, noor.id), await anImage(db, noor.id, 1), await anImage(db, noor.id, 2)];
  await batch(db, changeImages(db, noor.id, { main: third, order: null, nude: null }));
  const ownerOf = async (id: string) => (await db.select().from(members).where(eq(members.id, id)))[0];
  await batch(db, removeImage(db, first, noor.id, eventFor(noor.id)));
  expect([await mainOf(noor.id), (await ownerOf(noor.id))?.hasPhoto]).toEqual([third, true]);
  const only = await aMember(db);
  await batch(db, removeImage(db, await anImage(db, only.id), only.id, eventFor(only.id)));
  expect(await ownerOf(bas.id)).toMatchObject({ mainImageId: theirs, hasPhoto: true });
});

test.each([
  ['active', true],
  ['not_confirmed', true],
  ['deleted', false],
  ['banned', false],
] as const)('the files of a member who is %s are served: %s', async (status, isShown) => {
  const [noor, bas] = [await aMember(db, { status }), await aMember(db)];
  const [id] = [await anImage(db, noor.id), await anImage(db, bas.id)];
  const [row] = await db.select().from(images).where(eq(images.id, id));
  for (const name of [row?.thumb, row?.medium, row?.large])
    expect(await shownPhotoFile(db, name ?? '', NOBODY, 1)).toEqual(isShown ? [{ isHeld: 0 }] : []);
  expect(await shownPhotoFile(db, newId(), NOBODY, 1)).toEqual([]);
});

test('files are scheduled for removal before their upload by a valid session', async () => {
  await db.delete(fileRemovals);
  const noor = await aMember(db);
  const [session] = await db.select().from(sessions).where(eq(sessions.memberId, noor.id));
  const [now, credential] = [session?.seenAt ?? 0, { memberId: noor.id, tokenHash: session?.tokenHash ?? '' }];
  const schedule = async (at: number, tokenHash = credential.tokenHash) => {
    await scheduleRemovalsBeforeUpload(db, { ...credential, tokenHash }, ['one', 'two'], { dueAt: 7, now: at });
    return (await db.delete(fileRemovals).returning()).map(({ name, dueAt }) => [name, dueAt]);
  };
  expect([await schedule(session?.expiresAt ?? 0), await schedule(now, 'forged')]).toEqual([[], []]);
  expect(await schedule(now)).toEqual([
    ['one', 7],
    ['two', 7],
  ]);
});

test('of the files to remove only those that are due are claimed, the longest due first, and only those named are taken off', async () => {
  await db.delete(fileRemovals);
  await db.insert(fileRemovals).values([10, 20, 30, 90].map((dueAt) => ({ name: `file-${dueAt}`, dueAt })));
  expect((await claimDueRemovals(db, 40, 2)).map(({ name }) => name).toSorted()).toEqual(['file-10', 'file-20']);
  expect((await claimDueRemovals(db, 40, 9)).map(({ name }) => name)).toEqual(['file-30']);
  await deleteRemovals(db, ['file-10', 'file-90']);
  expect((await db.select().from(fileRemovals)).map(({ name }) => name).toSorted()).toEqual(['file-20', 'file-30']);
});
