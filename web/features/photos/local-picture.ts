import { PHOTO_MAX_PIXELS } from '#contract/photos';
import { firstPart, isSharp, type Part, pixelsOf, type Size, sentSize } from './crop.ts';

/** More than any phone's photo: what is read here is reduced before it is sent. */
const FILE_MAX_BYTES = 40 * 1024 * 1024;
const QUALITY = 0.88;

export type WhyNot = 'type' | 'large' | 'small' | 'unreadable';

/** A picture of this device that can be cropped; its address lives until it is let go. */
export interface Picture extends Size {
  readonly file: File;
  readonly url: string;
}

const PNG = [0x89, 0x50, 0x4e, 0x47];
const JPEG = [0xff, 0xd8, 0xff];

/** Whether a file begins as png or jpeg; what it is called does not count. */
export function isPhotoFile(head: Uint8Array): boolean {
  return [PNG, JPEG].some((signature) => signature.every((byte, i) => head[i] === byte));
}

/** What keeps a picture of this size from being a photo. */
export function whyNotSize(size: Size): WhyNot | null {
  if (size.width * size.height > PHOTO_MAX_PIXELS) return 'large';
  return isSharp(pixelsOf(firstPart(size), size)) ? null : 'small';
}

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

/** Opens a chosen file, or says why it cannot be a photo. Width and height are as it is looked at. */
export async function openPicture(file: File): Promise<Picture | WhyNot> {
  if (file.size > FILE_MAX_BYTES) return 'large';
  const head = await file
    .slice(0, 4)
    .arrayBuffer()
    .catch(() => null);
  if (!head) return 'unreadable';
  if (!isPhotoFile(new Uint8Array(head))) return 'type';
  const url = URL.createObjectURL(file);
  const size = await sizeOf(url);
  const whyNot = size ? whyNotSize(size) : 'unreadable';
  if (size && !whyNot) return { file, url, ...size };
  URL.revokeObjectURL(url);
  return whyNot ?? 'unreadable';
}

/** Lets the memory of a picture go. */
export const closePicture = ({ url }: Picture): void => URL.revokeObjectURL(url);

/** The chosen part as a JPEG of its own, turned as the camera was held and no larger than is looked at. Throws when memory or format are too much. */
export async function cutPicture(picture: Picture, part: Part): Promise<File> {
  const cut = pixelsOf(part, picture);
  const size = sentSize(cut);
  const bitmap = await createImageBitmap(picture.file, { imageOrientation: 'from-image' });
  const canvas = document.createElement('canvas');
  canvas.width = size.width;
  canvas.height = size.height;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.imageSmoothingQuality = 'high';
  // A JPEG has no clear parts: what shows through would be black.
  context.fillStyle = 'white';
  context.fillRect(0, 0, size.width, size.height);
  context.drawImage(bitmap, cut.x, cut.y, cut.width, cut.height, 0, 0, size.width, size.height);
  bitmap.close();
  const { promise, resolve } = Promise.withResolvers<Blob | null>();
  canvas.toBlob(resolve, 'image/jpeg', QUALITY);
  const blob = await promise;
  if (!blob) throw new Error('the canvas gave no picture');
  return new File([blob], 'photo.jpg', { type: 'image/jpeg' });
}
