import { PHOTO_MIN_SIDE } from '#contract/photos';

/** Width by height of a photo, as on a member's card. */
export const PHOTO_ASPECT_RATIO = 4 / 5;
/** Longer side of an uploaded photo, in pixels, at most. */
const UPLOAD_MAX_SIDE = 1600;
/** Share of the surplus height that is cut off above: less than half, as faces are in the upper part of a portrait. */
const TOP_SHARE_CUT = 0.3;

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A rectangle of a picture: in percent of its sides while it is chosen, in pixels of the picture when it is cropped. */
export interface CropRect extends Size {
  readonly x: number;
  readonly y: number;
}

/** The largest crop in the proportions of a photo, in percent: centred, but towards the top of a tall picture. */
export function initialCrop({ width, height }: Size): CropRect {
  const cropWidth = Math.min(width, height * PHOTO_ASPECT_RATIO);
  const cropHeight = cropWidth / PHOTO_ASPECT_RATIO;
  const percent = (part: number, whole: number) => (part / whole) * 100;
  return {
    x: percent((width - cropWidth) / 2, width),
    y: percent((height - cropHeight) * TOP_SHARE_CUT, height),
    width: percent(cropWidth, width),
    height: percent(cropHeight, height),
  };
}

/** A place on a picture, in percent of its sides. */
export interface PicturePoint {
  readonly x: number;
  readonly y: number;
}

const between = (least: number, value: number, most: number) => Math.max(least, Math.min(most, value));

/**
 * The crop, in percent, larger or smaller by `factor`, with `anchor` at the same place within it. It stays within the picture, and as large as
 * a photo has to be.
 */
export function scaledCrop(part: CropRect, picture: Size, factor: number, anchor: PicturePoint): CropRect {
  const largest = initialCrop(picture);
  const least = Math.min(1, PHOTO_MIN_SIDE / ((part.width / 100) * picture.width));
  const scale = between(least, factor, Math.min(largest.width / part.width, largest.height / part.height));
  const [width, height] = [part.width * scale, part.height * scale];
  return {
    x: between(0, anchor.x - (anchor.x - part.x) * scale, 100 - width),
    y: between(0, anchor.y - (anchor.y - part.y) * scale, 100 - height),
    width,
    height,
  };
}

/** The crop, in percent, moved by `x` and `y` percent, as far as the picture reaches. */
export const movedCrop = (part: CropRect, { x, y }: PicturePoint): CropRect => ({
  ...part,
  x: between(0, part.x + x, 100 - part.width),
  y: between(0, part.y + y, 100 - part.height),
});

/** Converts a crop from percent to whole pixels of the picture, within its edges and at least one pixel wide and high. */
export function cropInPixels(part: CropRect, picture: Size): CropRect {
  const x = Math.min(Math.max(0, Math.round((part.x / 100) * picture.width)), picture.width - 1);
  const y = Math.min(Math.max(0, Math.round((part.y / 100) * picture.height)), picture.height - 1);
  return {
    x,
    y,
    width: Math.max(1, Math.min(Math.round((part.width / 100) * picture.width), picture.width - x)),
    height: Math.max(1, Math.min(Math.round((part.height / 100) * picture.height), picture.height - y)),
  };
}

/** Whether a crop, in pixels, is large enough for a photo. */
export const hasEnoughPixels = ({ width, height }: Size): boolean => Math.min(width, height) >= PHOTO_MIN_SIDE;

/** The size, in pixels, to which a crop is reduced for the upload. Never larger than the crop. */
export function uploadSize({ width, height }: Size): Size {
  const scale = Math.min(1, UPLOAD_MAX_SIDE / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
