import { PHOTO_MAX_PIXELS } from '#contract/photos';
import { type CropRect, cropInPixels, hasEnoughPixels, initialCrop, type Size, uploadSize } from './crop.ts';

/** Limit of a chosen file, above any phone's photo. It may exceed the server's limit, as pictures are reduced before the upload. */
const FILE_MAX_BYTES = 40 * 1024 * 1024;
const JPEG_QUALITY = 0.88;

export type PhotoRejection = 'type' | 'large' | 'small' | 'unreadable';

/** A picture file of this device, with its size in pixels. `url` is an object URL and is valid until `releasePicture`. */
export interface LocalPicture extends Size {
  readonly file: File;
  readonly url: string;
}

const PNG = [0x89, 0x50, 0x4e, 0x47];
const JPEG = [0xff, 0xd8, 0xff];

/** Whether the first bytes of a file are those of a PNG or JPEG. Its name does not count. */
export function isPhotoFile(head: Uint8Array): boolean {
  return [PNG, JPEG].some((signature) => signature.every((byte, i) => head[i] === byte));
}

/** Why a picture of this size cannot become a photo; null if it can. */
export function sizeRejection(size: Size): PhotoRejection | null {
  if (size.width * size.height > PHOTO_MAX_PIXELS) return 'large';
  return hasEnoughPixels(cropInPixels(initialCrop(size), size)) ? null : 'small';
}

/** The size of an image as it is displayed; null if it cannot be decoded. */
async function sizeOf(url: string): Promise<Size | null> {
  const image = new Image();
  image.src = url;
  try {
    await image.decode();
    return { width: image.naturalWidth, height: image.naturalHeight };
  } catch {
    return null;
  }
}

/** Opens a chosen file, or returns why it cannot become a photo. Width and height are those after EXIF rotation. */
export async function openPicture(file: File): Promise<LocalPicture | PhotoRejection> {
  if (file.size > FILE_MAX_BYTES) return 'large';
  const head = await file
    .slice(0, 4)
    .arrayBuffer()
    .catch(() => null);
  if (!head) return 'unreadable';
  if (!isPhotoFile(new Uint8Array(head))) return 'type';
  const url = URL.createObjectURL(file);
  const size = await sizeOf(url);
  const whyNot = size ? sizeRejection(size) : 'unreadable';
  if (size && !whyNot) return { file, url, ...size };
  URL.revokeObjectURL(url);
  return whyNot ?? 'unreadable';
}

/** Revokes the object URL of a picture, which frees its memory. */
export const releasePicture = ({ url }: LocalPicture): void => URL.revokeObjectURL(url);

/** Crops a picture (`part` in percent) and returns a reduced, upright JPEG. Throws if the browser cannot decode or encode the picture. */
export async function cropPicture(picture: LocalPicture, part: CropRect): Promise<File> {
  const crop = cropInPixels(part, picture);
  const size = uploadSize(crop);
  const bitmap = await createImageBitmap(picture.file, { imageOrientation: 'from-image' });
  const canvas = document.createElement('canvas');
  canvas.width = size.width;
  canvas.height = size.height;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.imageSmoothingQuality = 'high';
  // A JPEG has no transparency: transparent parts would become black.
  context.fillStyle = 'white';
  context.fillRect(0, 0, size.width, size.height);
  context.drawImage(bitmap, crop.x, crop.y, crop.width, crop.height, 0, 0, size.width, size.height);
  bitmap.close();
  const { promise, resolve } = Promise.withResolvers<Blob | null>();
  canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY);
  const blob = await promise;
  if (!blob) throw new Error('the canvas gave no picture');
  return new File([blob], 'photo.jpg', { type: 'image/jpeg' });
}
