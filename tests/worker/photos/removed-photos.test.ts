import { eq, inArray } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { HOUR } from '#contract/durations';
import { clearSetting, saveSetting } from '#db/queries/operator/settings';
import { HASHING_TRIES } from '#db/queries/photos/removed-photos';
import {
  accountNotifications,
  cases,
  dailyFigures,
  fileRemovals,
  images,
  members,
  removedPhotoHashes,
  removedPhotos,
} from '#db/schema/index';
import { REMOVED_KEPT_MS } from '../../../worker/domain/moderation/appeals.ts';
import { acceptPhoto, forgetPhotoRemoval, removePhotoByOperator } from '../../../worker/domain/operating/photo-decisions.ts';
import { aMember, anImage, newId, type TestMember } from '../../support/database/factories.ts';
import { countRows } from '../../support/database/table-rows.ts';
import { aDrawing, cropOf, type Drawing, mirrorOf, pngOfDrawing } from '../../support/files/drawn-picture.ts';
import { aFile } from '../../support/files/image-files.ts';
import { testSite } from '../../support/product/test-site.ts';
import { refusalOf } from '../cases/cases-fixture.ts';

const site = testSite();
const PATH = '/api/profileimage.php';
const SIZE = { width: 240, height: 300 };
const OPERATOR = { kind: 'command_line' } as const;

const upload = (member: TestMember, drawing: Drawing, size = SIZE) =>
  site.as(member).upload(PATH, [['file', aFile(pngOfDrawing(drawing, size), 'me.png', 'image/png')]]);
const remove = (id: string, memberId: string) =>
  removePhotoByOperator(site.db, Date.now(), OPERATOR, { photo: { id, memberId }, reason: 'nudity', facts: 'It shows a nude person.' });
const numberOf = async (id: string, memberId: string) => (await remove(id, memberId)).removal ?? '';

/** A picture that a member has uploaded and an operator has removed; the scheduled handler has hashed it. */
async function aRemovedPicture(seed: number) {
  const [owner, drawing] = [await aMember(site.db), aDrawing(seed)];
  const answer = await upload(owner, drawing);
  expect(answer.status).toBe(201);
  const files = ['thumb', 'medium', 'large'].map((size) => String(answer.at(`image.${size}_filename`)));
  const number = await numberOf(String(answer.at('image.id')), owner.id);
  await site.worker.scheduled();
  return { owner, drawing, files, number };
}

beforeEach(async () => {
  await site.db.delete(removedPhotos);
  await site.db.delete(fileRemovals);
});

describe('a photo that an operator removes', () => {
  test('is gone, its owner is told, its files are kept unseen, and what is remembered names nobody', async () => {
    const { owner, files, number } = await aRemovedPicture(1);
    expect((await site.as(owner).get('/api/user.php')).at('user.profile.images')).toEqual([]);
    expect(await site.db.select().from(members).where(eq(members.id, owner.id))).toMatchObject([{ hasPhoto: false, mainImageId: null }]);
    const notifications = await site.as(owner).get('/api/notifications.php');
    expect([notifications.at('items.0.event'), notifications.at('items.0.url')]).toEqual(['photo_removed', '/pages/decisions']);
    const decision = (await site.as(owner).get('/api/decisions.php')).at('decisions.0');
    expect(decision).toMatchObject({
      action: 'remove_photo',
      removed: 'photo',
      ground: 'rule',
      code: 'nudity',
      facts: 'It shows a nude person.',
    });
    // The files stay for an appeal, also the one that was hashed, and are served to nobody.
    await site.worker.scheduled();
    expect((await site.worker.photoNames()).filter((name) => files.includes(name)).toSorted()).toEqual(files.toSorted());
    for (const name of files)
      for (const client of [site.as(owner), site.visitor]) expect((await client.get(`/photos/${name}`)).status).toBe(404);
    const [row] = await site.db.select().from(removedPhotos);
    expect(row).toEqual({
      ...{ number, reason: 'nudity', removedBy: 'command_line', removedAt: expect.any(Number) },
      ...{ file: null, dueAt: null, tries: 1 },
    });
    expect(number).toMatch(/^[\dA-HJKMNP-TV-Z]{10}$/);
    expect(await countRows(site.db, 'removed_photo_hashes')).toBe(23);
    const due = await site.db.select().from(fileRemovals);
    expect(due.map(({ name }) => name).toSorted()).toEqual(files.toSorted());
    expect(due.filter(({ dueAt }) => Math.abs(dueAt - Date.now() - REMOVED_KEPT_MS) > HOUR)).toEqual([]);
    await site.db.update(fileRemovals).set({ dueAt: 1 });
    await site.worker.scheduled();
    expect((await site.worker.photoNames()).filter((name) => files.includes(name))).toEqual([]);
  });

  test('that is held is removed in the same way', async () => {
    const owner = await aMember(site.db);
    const id = await anImage(site.db, owner.id);
    await site.db.update(images).set({ heldSince: 1 }).where(eq(images.id, id));
    expect(await numberOf(id, owner.id)).toMatch(/^\w{10}$/);
    expect(await site.db.select().from(images).where(eq(images.id, id))).toEqual([]);
  });

  test('twice, after its owner has deleted it, or as somebody else’s, changes nothing', async () => {
    const [owner, other] = [await aMember(site.db), await aMember(site.db)];
    const id = await anImage(site.db, owner.id);
    expect(await refusalOf(remove(id, other.id))).toBe('not_possible');
    expect(await numberOf(id, owner.id)).toMatch(/^\w{10}$/);
    expect(await refusalOf(remove(id, owner.id))).toBe('not_possible');
    expect(await countRows(site.db, 'removed_photos')).toBe(1);
    const told = await site.db.select().from(accountNotifications).where(eq(accountNotifications.memberId, owner.id));
    expect(told.map(({ event }) => event)).toEqual(['photo_removed']);
    const made = await site.db
      .select()
      .from(cases)
      .where(inArray(cases.memberId, [owner.id, other.id]));
    expect(made.map(({ status, subjectId }) => [status, subjectId])).toEqual([['decided', id]]);
  });

  test('by two operators at once is removed once', async () => {
    const owner = await aMember(site.db);
    const id = await anImage(site.db, owner.id);
    const tries = await Promise.allSettled([remove(id, owner.id), remove(id, owner.id), remove(id, owner.id)]);
    expect(tries.filter(({ status }) => status === 'fulfilled').length).toBe(1);
    expect(await countRows(site.db, 'removed_photos')).toBe(1);
    expect(await site.db.select().from(cases).where(eq(cases.memberId, owner.id))).toHaveLength(1);
  });

  test('while another accepts it is either shown or removed, never both', async () => {
    const owner = await aMember(site.db);
    const id = await anImage(site.db, owner.id);
    await site.db.update(images).set({ heldSince: 1 }).where(eq(images.id, id));
    await site.db.update(members).set({ mainImageId: null, hasPhoto: false }).where(eq(members.id, owner.id));
    const accept = () => acceptPhoto(site.db, Date.now(), OPERATOR, { photo: { id, memberId: owner.id }, isBlurred: false });
    await Promise.allSettled([accept(), remove(id, owner.id), accept()]);
    expect(await site.db.select().from(members).where(eq(members.id, owner.id))).toMatchObject([{ hasPhoto: false, mainImageId: null }]);
    expect(await accept()).toBe(false);
  });

  test('and is a drawn portrait is removed and not remembered, as others show it', async () => {
    const owner = await aMember(site.db, { isFictional: true });
    const id = await anImage(site.db, owner.id);
    await site.db.update(images).set({ large: 'pool-p01-1-large.webp' }).where(eq(images.id, id));
    expect((await remove(id, owner.id)).removal).toBe(null);
    expect(await countRows(site.db, 'removed_photos')).toBe(0);
  });

  test('and whose file is gone or cannot be read is given up in the end', async () => {
    const owner = await aMember(site.db);
    const lost = await anImage(site.db, owner.id);
    await remove(lost, owner.id);
    await site.worker.scheduled();
    expect(await site.db.select().from(removedPhotos)).toMatchObject([{ file: null, dueAt: null, tries: 1 }]);
    const broken = await anImage(site.db, owner.id);
    const name = `${newId()}.webp`;
    await site.worker.putPhoto(name, new Uint8Array([1, 2, 3]));
    await site.db.update(images).set({ large: name }).where(eq(images.id, broken));
    const number = await numberOf(broken, owner.id);
    const rowOf = async () => (await site.db.select().from(removedPhotos).where(eq(removedPhotos.number, number)))[0];
    await site.worker.scheduled();
    expect(await rowOf()).toMatchObject({ file: name, tries: 1, dueAt: expect.any(Number) });
    await site.db
      .update(removedPhotos)
      .set({ tries: HASHING_TRIES - 1, dueAt: 1 })
      .where(eq(removedPhotos.number, number));
    await site.worker.scheduled();
    expect(await rowOf()).toMatchObject({ file: null, tries: HASHING_TRIES, dueAt: null });
    expect(await countRows(site.db, 'removed_photo_hashes')).toBe(0);
    await expect.poll(() => site.worker.log()).toContain('"at":"photo_hash"');
    expect(await site.worker.log()).not.toContain(name);
  });
});

describe('a copy of a removed photo', () => {
  test('is counted when it is refused, and a photo for which there is no room is not', async () => {
    const { drawing } = await aRemovedPicture(9);
    await site.db.delete(dailyFigures);
    const member = await aMember(site.db);
    expect((await upload(member, drawing)).status).toBe(409);
    const refused = async () => (await site.db.select().from(dailyFigures)).map(({ figure, slice, count }) => [figure, slice, count]);
    await expect.poll(refused).toEqual([['photos_refused', '', 1]]);
    await saveSetting(site.db, 'photos_each', 1);
    await anImage(site.db, member.id);
    await site.worker.reload();
    expect((await upload(member, aDrawing(90))).status).toBe(422);
    await clearSetting(site.db, 'photos_each');
    await site.worker.reload();
    expect(await refused()).toEqual([['photos_refused', '', 1]]);
  });

  test('is refused with the number of the removal, whoever uploads it and however it was changed, and leaves no file', async () => {
    const { drawing, owner, number } = await aRemovedPicture(2);
    const other = await aMember(site.db);
    const files = (await site.worker.photoNames()).length;
    const copies: [Drawing, typeof SIZE][] = [
      [drawing, SIZE],
      [drawing, { width: 400, height: 500 }],
      [mirrorOf(drawing), SIZE],
      [cropOf(drawing, { left: 0.05, top: 0, share: 0.95 }), SIZE],
      [mirrorOf(cropOf(drawing, { left: 0.02, top: 0.04, share: 0.95 })), SIZE],
    ];
    for (const member of [other, owner])
      for (const [copy, size] of copies) {
        const answer = await upload(member, copy, size);
        expect([answer.status, answer.at('error.code'), answer.at('error.details')]).toEqual([409, 'photo_removed', { number }]);
      }
    expect((await site.as(other).get('/api/user.php')).at('user.profile.images')).toEqual([]);
    await expect.poll(async () => (await site.worker.photoNames()).length).toBe(files);
  });

  test('is accepted before the removal, and another picture always', async () => {
    await aRemovedPicture(3);
    for (const seed of [4, 5, 6]) expect((await upload(await aMember(site.db), aDrawing(seed))).status).toBe(201);
  });

  test('is accepted again once the removal is forgotten', async () => {
    const { drawing, number } = await aRemovedPicture(7);
    const member = await aMember(site.db);
    expect((await upload(member, drawing)).status).toBe(409);
    expect([
      await forgetPhotoRemoval(site.db, Date.now(), OPERATOR, number),
      await forgetPhotoRemoval(site.db, Date.now(), OPERATOR, number),
    ]).toEqual([true, false]);
    expect(await countRows(site.db, 'removed_photo_hashes')).toBe(0);
    expect((await upload(member, drawing)).status).toBe(201);
  });

  test('of a removal that is forgotten before it is hashed leaves no hash', async () => {
    const owner = await aMember(site.db);
    const answer = await upload(owner, aDrawing(8));
    const number = await numberOf(String(answer.at('image.id')), owner.id);
    expect(await forgetPhotoRemoval(site.db, Date.now(), OPERATOR, number)).toBe(true);
    await site.worker.scheduled();
    // It stays for an appeal, as the others do.
    expect(await site.worker.photoNames()).toContain(String(answer.at('image.large_filename')));
    expect(await site.db.select().from(removedPhotoHashes)).toEqual([]);
    expect(await countRows(site.db, 'file_removals')).toBe(3);
  });

  test('of two removed photos is refused with the number of the later one', async () => {
    const { drawing, number } = await aRemovedPicture(9);
    await site.db.insert(removedPhotos).values({ number: 'EARLIER000', reason: 'other', removedBy: 'operator', removedAt: 1 });
    const hashes = await site.db.select().from(removedPhotoHashes);
    await site.db.insert(removedPhotoHashes).values(hashes.map((hash) => ({ ...hash, number: 'EARLIER000' })));
    expect((await upload(await aMember(site.db), drawing)).at('error.details.number')).toBe(number);
  });
});
