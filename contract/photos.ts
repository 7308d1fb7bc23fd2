import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { Empty, Id } from './primitives.ts';
import { OwnImage } from './profile.ts';

export const PHOTO_TYPES = ['image/png', 'image/jpeg'] as const;
export const PHOTO_MAX_BYTES = 10 * 1024 * 1024;
export const PHOTO_MAX_PIXELS = 50_000_000;
/** The largest width and height of a photo in pixels, besides the limit on its total number of pixels. */
export const PHOTO_MAX_SIDE = 20_000;
/** The smallest width and height of a photo in pixels. In a smaller one no face can be recognized. */
export const PHOTO_MIN_SIDE = 200;

const ImageRef = v.object({ id: Id });

export const uploadPhoto = endpoint({
  method: 'POST',
  path: '/api/profileimage.php',
  who: 'members',
  limits: ['uploads_an_hour'],
  bodyKind: 'file',
  input: v.object({ file: v.file('wrong_type') }),
  output: v.object({ image: OwnImage }),
  status: 201,
  errors: ['too_large', 'unsupported_type', 'photo_removed', 'too_many'],
  summary:
    'Uploads a photo, PNG or JPEG, at most 10 MB and 50 megapixels (else 413), at least 200 pixels a side; it is encoded anew in three sizes without metadata. The first that is not held becomes the main photo. A copy of a photo that the operator has removed is refused with 409 photo_removed and the number of that removal',
});

export const deletePhoto = endpoint({
  method: 'DELETE',
  path: '/api/profileimage.php',
  who: 'members',
  limits: 'own_rows',
  input: v.object({ image: ImageRef }),
  output: Empty,
  status: 204,
  errors: ['not_found'],
  summary: 'Takes a photo away with its files; the next one in order becomes the main one',
});

export const changePhotos = endpoint({
  method: 'PUT',
  path: '/api/profileimage.php',
  who: 'members',
  limits: 'own_rows',
  input: v.object({
    main_image: v.optional(ImageRef),
    order: v.optional(v.pipe(v.array(Id, 'wrong_type'), v.maxLength(100, 'too_long'))),
    image: v.optional(ImageRef),
    is_nude: v.optional(v.boolean('wrong_type')),
  }),
  output: v.object({ images: v.array(OwnImage) }),
  errors: ['not_found'],
  summary:
    'The main photo, the order, or whether one is nude. A held photo cannot be the main one, and the mark of the photo check stays: 422',
});
