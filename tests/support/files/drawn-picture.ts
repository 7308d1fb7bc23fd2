import { deflateSync } from 'node:zlib';
import { pngOf } from '../../../assets/icons/png-encoder.ts';

/** Looking up a global takes longer than such a sum in the contexts in which test files run. */
const { exp, round } = Math;

/** A number from 0 to 1 for each call, the same for the same seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Spot {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly colour: readonly [number, number, number];
}

/** A picture by its colour at each place; `x` and `y` are 0 to 1. */
export type Drawing = (x: number, y: number) => readonly [number, number, number];

const SPOTS = 14;

/** A picture of soft spots of light and shadow, as unlike another one as two photographs are. */
export function aDrawing(seed: number): Drawing {
  const random = randomOf(seed);
  const spots: Spot[] = Array.from({ length: SPOTS }, () => ({
    x: random(),
    y: random(),
    radius: 0.08 + 0.25 * random(),
    colour: [random() * 2 - 1, random() * 2 - 1, random() * 2 - 1],
  }));
  const levelOf = (light: number) => round(255 / (1 + exp(-2 * light)));
  return (x, y) => {
    let [red, green, blue] = [0, 0, 0];
    for (const { x: left, y: top, radius, colour } of spots) {
      const share = exp(-(((x - left) ** 2 + (y - top) ** 2) / radius ** 2));
      red += colour[0] * share;
      green += colour[1] * share;
      blue += colour[2] * share;
    }
    return [levelOf(red), levelOf(green), levelOf(blue)];
  };
}

/** The same picture seen in a mirror. */
export const mirrorOf =
  (drawing: Drawing): Drawing =>
  (x, y) =>
    drawing(1 - x, y);

/** What a crop leaves of a picture: the part that begins at `left` and `top` and has this share of both sides. */
export const cropOf =
  (drawing: Drawing, { left, top, share }: { left: number; top: number; share: number }): Drawing =>
  (x, y) =>
    drawing(left + x * share, top + y * share);

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Each pixel of a picture, row by row. */
const coloursOf = (drawing: Drawing, { width, height }: Size) =>
  Array.from({ length: height }, (_, y) => Array.from({ length: width }, (_unused, x) => drawing((x + 0.5) / width, (y + 0.5) / height)));

/** A picture as four bytes a pixel. */
export function pixelsOf(drawing: Drawing, size: Size) {
  const rgba = Uint8Array.from(coloursOf(drawing, size).flatMap((row) => row.flatMap(([red, green, blue]) => [red, green, blue, 255])));
  return { ...size, rgba };
}

/** A picture as a PNG file. */
export function pngOfDrawing(drawing: Drawing, size: Size): Buffer {
  const rows = coloursOf(drawing, size).map((row) => Buffer.from([0, ...row.flat()]));
  return pngOf({ ...size, depth: 8, colour: 2, pixels: deflateSync(Buffer.concat(rows)), extra: [] });
}
