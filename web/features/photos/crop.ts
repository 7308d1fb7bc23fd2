import { PHOTO_MIN_SIDE } from '#contract/photos';

/** A member card's. */
export const ASPECT = 4 / 5;
/** The longer side of what is sent. */
const SENT_SIDE = 1600;
/** Faces are in the upper part of a portrait. */
const FACE_HEIGHT = 0.3;

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A part of a picture: in percent of its sides while it is chosen, in its pixels once it is cut. */
export interface Part extends Size {
  readonly x: number;
  readonly y: number;
}

/** The largest part in the frame's proportions, in percent: centred, and high where the picture is higher than the frame. */
export function firstPart({ width, height }: Size): Part {
  const wide = Math.min(width, height * ASPECT);
  const high = wide / ASPECT;
  const percent = (part: number, whole: number) => (part / whole) * 100;
  return {
    x: percent((width - wide) / 2, width),
    y: percent((height - high) * FACE_HEIGHT, height),
    width: percent(wide, width),
    height: percent(high, height),
  };
}

/** A part in the picture's own pixels, whole ones and never beyond its edges. */
export function pixelsOf(part: Part, picture: Size): Part {
  const x = Math.min(Math.max(0, Math.round((part.x / 100) * picture.width)), picture.width - 1);
  const y = Math.min(Math.max(0, Math.round((part.y / 100) * picture.height)), picture.height - 1);
  return {
    x,
    y,
    width: Math.max(1, Math.min(Math.round((part.width / 100) * picture.width), picture.width - x)),
    height: Math.max(1, Math.min(Math.round((part.height / 100) * picture.height), picture.height - y)),
  };
}

/** Whether a part has pixels enough for a photo. */
export const isSharp = ({ width, height }: Size): boolean => Math.min(width, height) >= PHOTO_MIN_SIDE;

/** What a cut is reduced to before it is sent: never more than it has. */
export function sentSize({ width, height }: Size): Size {
  const scale = Math.min(1, SENT_SIDE / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
