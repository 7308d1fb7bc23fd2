import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { User } from '#contract/account';
import type { Image } from '#contract/profile';
import { reorderIds, withMainPhoto, withNude, withOrder, withoutPhoto, withPhoto } from '../../../web/features/photos/profile-photos.ts';
import { aProfile, idOf } from '../fixtures.ts';

const anImage = (name: string): Image => ({
  id: idOf(name),
  thumb_filename: `${name}-t.webp`,
  medium_filename: `${name}-m.webp`,
  large_filename: `${name}-l.webp`,
  width: 1280,
  height: 1600,
  thumbhash: '',
  is_nude: false,
});
const [a, b, c] = [anImage('a'), anImage('b'), anImage('c')];
const withImages = (...images: Image[]): User['profile'] => ({
  ...aProfile('me', { images, main_image: images[0] ?? null }),
  date_of_birth: null,
});
const idsOf = ({ images }: User['profile']) => images.map(({ id }) => id);

describe('my photos after a change', () => {
  test('a first one is the main one, a further one is not', () => {
    const one = withPhoto(withImages(), a);
    expect([idsOf(one), one.main_image]).toEqual([[a.id], a]);
    expect(withPhoto(one, b).main_image).toEqual(a);
  });

  test('one that is there already is not added again', () => {
    expect(idsOf(withPhoto(withImages(a, b), b))).toEqual([a.id, b.id]);
  });

  test('the next in order becomes the main one where that is deleted', () => {
    const left = withoutPhoto(withImages(a, b, c), a.id);
    expect([idsOf(left), left.main_image]).toEqual([[b.id, c.id], b]);
    expect(withoutPhoto(withImages(a, b), b.id).main_image).toEqual(a);
    expect(withoutPhoto(withImages(a), a.id).main_image).toBeNull();
  });

  test('only one of mine can become the main one', () => {
    expect(withMainPhoto(withImages(a, b), b.id).main_image).toEqual(b);
    expect(withMainPhoto(withImages(a, b), c.id).main_image).toEqual(a);
  });

  test('a nudity mark is set on the photo and on its copy as main one', () => {
    const marked = withNude(withImages(a, b), a.id, true);
    expect([marked.images.map(({ is_nude }) => is_nude), marked.main_image?.is_nude]).toEqual([[true, false], true]);
  });

  test('a new order is applied', () => {
    expect(idsOf(withOrder(withImages(a, b, c), [c.id, a.id, b.id]))).toEqual([c.id, a.id, b.id]);
  });
});

test('a photo that moves takes the place it was given, and the others keep their order', () => {
  const some = fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(some, fc.nat(), fc.integer({ min: -3, max: 15 }), (ids, pick, place) => {
      const id = ids[pick % ids.length] ?? '';
      const moved = reorderIds(ids, id, place);
      expect(moved.filter((one) => one !== id)).toEqual(ids.filter((one) => one !== id));
      expect(moved.indexOf(id)).toBe(Math.min(Math.max(0, place), ids.length - 1));
    }),
  );
  expect(reorderIds(['x'], 'unknown', 0)).toEqual(['x']);
});
