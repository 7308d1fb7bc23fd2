import { expect, test } from 'vitest';
import { batch } from '#db/client';
import { claimDueChecks, heldPhotos } from '#db/queries/photos/photo-check';
import {
  claimDueHashings,
  forgetRemovedPhotosBefore,
  type PhotoHash,
  removedPhotoLike,
  SAME_PHOTO_BITS,
  storeHashes,
} from '#db/queries/photos/removed-photos';
import { removedPhotos } from '#db/schema/index';
import { newId } from '../../support/database/factories.ts';
import { plansOf } from '../../support/database/query-plan.ts';
import { rowsRead } from '../../support/database/statement-stats.ts';
import { testDatabase } from '../../support/database/test-database.ts';

const { db, url } = await testDatabase();

const HASH: PhotoHash = { bands: [0x1234, 0xffff, 0, 0x8001], gradient: [0xdeadbeef, 0x80000001] };

async function remember(hash: PhotoHash, removedAt = 1): Promise<string> {
  const number = newId();
  await db.insert(removedPhotos).values({ number, reason: 'other', removedBy: 'operator', removedAt });
  await batch(db, storeHashes(db, number, [hash], 1));
  return number;
}

/** The hash with bits turned, each by its place from 0 to 127: 64 of the bands, then 64 of the gradient. */
function withTurned(hash: PhotoHash, places: readonly number[]): PhotoHash {
  const numbers = [...hash.bands, ...hash.gradient];
  for (const place of places) {
    const [i, bit] = place < 64 ? [Math.floor(place / 16), place % 16] : [4 + Math.floor((place - 64) / 32), (place - 64) % 32];
    numbers[i] = Number(BigInt(numbers[i] ?? 0) ^ (1n << BigInt(bit)));
  }
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = numbers;
  return { bands: [a, b, c, d], gradient: [e, f] };
}

const upTo = (count: number, from = 0, step = 1) => Array.from({ length: count }, (_, i) => from + i * step);

test.each<[string, number[], boolean]>([
  ['nothing', [], true],
  ['the highest bits', [15, 31, 47, 63, 95, 127], true],
  ['as many bits of the gradient as are allowed', upTo(SAME_PHOTO_BITS, 64, 4), true],
  ['one more', upTo(SAME_PHOTO_BITS + 1, 64, 4), false],
  ['seven bits of all four bands', upTo(7, 0, 9), true],
  ['two bits of each band', upTo(8, 0, 8), false],
  ['one bit of one band and many of the others', [5, ...upTo(4, 16), ...upTo(4, 32), ...upTo(4, 48)], true],
  ['all bits of one band and no other', upTo(13), true],
  ['bits of bands and gradient together, one too many', [...upTo(7), ...upTo(SAME_PHOTO_BITS - 6, 70)], false],
])('a hash that differs in %s: %o is like it: %s', async (_, places, isLike) => {
  await db.delete(removedPhotos);
  const number = await remember(HASH);
  const found = await removedPhotoLike(db, [withTurned(HASH, places)]);
  expect(found).toEqual(isLike ? [{ number }] : []);
  expect(await removedPhotoLike(db, [withTurned(HASH, upTo(64, 0, 2)), withTurned(HASH, places)])).toEqual(found);
});

test('the last removed of several is found, and none after it is forgotten', async () => {
  await db.delete(removedPhotos);
  const [first, last] = [await remember(HASH, 5), await remember(withTurned(HASH, [3, 70]), 9)];
  expect(await removedPhotoLike(db, [HASH])).toEqual([{ number: last }]);
  await forgetRemovedPhotosBefore(db, 9);
  expect(await db.select({ number: removedPhotos.number }).from(removedPhotos)).toEqual([{ number: last }]);
  await forgetRemovedPhotosBefore(db, 10);
  expect([await removedPhotoLike(db, [HASH]), first === last]).toEqual([[], false]);
});

test('a removed photo that is not hashed yet is not forgotten by age, so that its file is not left', async () => {
  await db.delete(removedPhotos);
  await db.insert(removedPhotos).values({ number: newId(), reason: 'other', removedBy: 'rule', removedAt: 1, file: 'a.webp', dueAt: 1 });
  await forgetRemovedPhotosBefore(db, 1_000);
  expect((await claimDueHashings(db, 2, 5)).map(({ file, tries }) => [file, tries])).toEqual([['a.webp', 1]]);
  expect(await claimDueHashings(db, 2, 5)).toEqual([]);
});

test('held photos, due checks and due hashings are found by their indexes', async () => {
  const steps = await plansOf(db, [heldPhotos(db, 5), claimDueChecks(db, 1, 5), claimDueHashings(db, 1, 5)]);
  expect(steps.filter((step) => step.startsWith('SCAN'))).toEqual([]);
  for (const index of ['images_held', 'images_check_due', 'removed_photos_due']) expect(steps.join()).toContain(index);
});

test('a comparison with 100,000 hashes reads some hundred rows by the indexes of the bands, and scans no table', async () => {
  await db.delete(removedPhotos);
  await db.$client.execute(`
    with recursive n(i) as (select 1 union all select i + 1 from n where i < 5000)
    insert into removed_photos (number, reason, removed_by, removed_at) select 'N' || i, 'other', 'operator', i from n`);
  for (let place = 0; place < 20; place += 1)
    await db.$client.execute(`
      insert into removed_photo_hashes (number, place, band1, band2, band3, band4, gradient1, gradient2)
      select number, ${place}, abs(random() % 65536), abs(random() % 65536), abs(random() % 65536), abs(random() % 65536),
      abs(random() % 4294967296), abs(random() % 4294967296) from removed_photos`);
  const number = await remember(HASH, 99_999);
  const compared = removedPhotoLike(db, [withTurned(HASH, [1, 20, 40, 60, 80]), withTurned(HASH, upTo(64, 0, 2))]);
  const steps = await plansOf(db, [compared]);
  expect(steps.filter((step) => /^SCAN (removed_photo|images)/.test(step))).toEqual([]);
  for (const band of [1, 2, 3, 4]) expect(steps.join()).toContain(`removed_photo_hashes_band${band}`);
  expect(await compared).toEqual([{ number }]);
  const read = await rowsRead(url, compared.toSQL());
  // Four bands with 17 values each, for the picture and its mirror image, and one and a half hashes for each value.
  expect(read).toBeLessThan(2_000);
});
