import type { Pixels } from './png-decoder.ts';

/**
 * What a picture looks like, in 128 bits that stay nearly the same when it is compressed anew, resized or made brighter
 * (docs/decisions/0084-check-new-photos-and-remember-removed-ones.md). Two hashes are compared by the number of bits in which they differ.
 */
export interface PerceptualHash {
  /** 64 bits in four numbers of 16: whether each of 8 by 8 low frequencies, the constant ones left out, is positive. */
  readonly bands: readonly [number, number, number, number];
  /** 64 bits in two numbers of 32: whether each of 8 by 8 fields is lighter than the one to its right. */
  readonly gradient: readonly [number, number];
}

/** The lightness of each pixel, 0 to 255, row by row. */
interface Grey {
  readonly width: number;
  readonly height: number;
  readonly light: Float64Array;
}

/** A part of a picture, in shares of its width and height. */
interface Part {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const WHOLE: Part = { left: 0, top: 0, width: 1, height: 1 };
/** The share that a crop takes away. A picture is remembered with crops of it, as a crop moves everything in it. */
const CROP = 0.05;

/** Parts of one size, at every combination of these distances from the left and from the top. */
function cropsTo(size: number, offsets: readonly number[]): Part[] {
  return offsets.flatMap((left) => offsets.map((top) => ({ left, top, width: size, height: size })));
}

/** The picture, and what a crop of 5 % leaves of it: in both directions, from all sides, and from one side alone. */
const REMEMBERED_PARTS: readonly Part[] = [
  WHOLE,
  ...cropsTo(1 - CROP, [0, CROP / 2, CROP]),
  ...cropsTo(1 - 2 * CROP, [0, CROP, 2 * CROP]),
  { ...WHOLE, left: CROP, width: 1 - CROP },
  { ...WHOLE, width: 1 - CROP },
  { ...WHOLE, top: CROP, height: 1 - CROP },
  { ...WHOLE, height: 1 - CROP },
];

/** The lightness of a picture on white paper. */
function greyOf({ width, height, rgba }: Pixels): Grey {
  const light = new Float64Array(width * height);
  for (let i = 0; i < light.length; i += 1) {
    const at = i * 4;
    const colour = 0.299 * (rgba[at] ?? 0) + 0.587 * (rgba[at + 1] ?? 0) + 0.114 * (rgba[at + 2] ?? 0);
    light[i] = 255 + ((colour - 255) * (rgba[at + 3] ?? 0)) / 255;
  }
  return { width, height, light };
}

function mirrored({ width, height, light }: Grey): Grey {
  const turned = new Float64Array(light.length);
  for (let y = 0; y < height; y += 1) for (let x = 0; x < width; x += 1) turned[y * width + x] = light[y * width + width - 1 - x] ?? 0;
  return { width, height, light: turned };
}

/** How much of each of `length` pixels lies in the span from `from` to `to`: index and share of those with any. */
function coveredPixels(from: number, to: number, length: number): { readonly at: number; readonly share: number }[] {
  const covered: { at: number; share: number }[] = [];
  for (let at = Math.floor(from); at < Math.min(length, to); at += 1) {
    const share = Math.min(at + 1, to) - Math.max(at, from);
    if (share > 1e-9) covered.push({ at, share });
  }
  return covered;
}

/** The mean lightness of `columns` by `rows` fields of a part, row by row. */
function meanOfFields({ width, height, light }: Grey, part: Part, columns: number, rows: number): Float64Array {
  const spans = (start: number, size: number, count: number, length: number) =>
    Array.from({ length: count }, (_, i) =>
      coveredPixels(length * (start + (size * i) / count), length * (start + (size * (i + 1)) / count), length),
    );
  const across = spans(part.left, part.width, columns, width);
  const down = spans(part.top, part.height, rows, height);
  const means = new Float64Array(columns * rows);
  for (const [row, ys] of down.entries())
    for (const [column, xs] of across.entries()) {
      let sum = 0;
      let area = 0;
      for (const y of ys)
        for (const x of xs) {
          sum += (light[y.at * width + x.at] ?? 0) * x.share * y.share;
          area += x.share * y.share;
        }
      means[row * columns + column] = sum / area;
    }
  return means;
}

/** What a difference of lightness has to exceed to count; rounding makes smaller ones. */
const LEAST = 1e-3;

/** The fields a side of which the frequencies are computed. */
const SIDE = 32;
/** The frequencies a side, from the first that is not constant. */
const FREQUENCIES = 8;
const COSINES = Array.from({ length: FREQUENCIES }, (_, k) =>
  Array.from({ length: SIDE }, (_unused, x) => Math.cos(((2 * x + 1) * (k + 1) * Math.PI) / (2 * SIDE))),
);

/** Whether each frequency of the discrete cosine transform is positive, row by row. */
function frequencyBits(grey: Grey, part: Part): boolean[] {
  const fields = meanOfFields(grey, part, SIDE, SIDE);
  const rows = Array.from({ length: SIDE }, (_, y) =>
    COSINES.map((cosine) => cosine.reduce((sum, factor, x) => sum + factor * (fields[y * SIDE + x] ?? 0), 0)),
  );
  return COSINES.flatMap((cosine) =>
    COSINES.map((_, k) => cosine.reduce((sum, factor, y) => sum + factor * (rows[y]?.[k] ?? 0), 0) > LEAST),
  );
}

const GRADIENT_SIDE = 8;

/** Whether each field is lighter than the one to its right, row by row. */
function gradientBits(grey: Grey, part: Part): boolean[] {
  const columns = GRADIENT_SIDE + 1;
  const fields = meanOfFields(grey, part, columns, GRADIENT_SIDE);
  return Array.from({ length: GRADIENT_SIDE * GRADIENT_SIDE }, (_, i) => {
    const at = Math.floor(i / GRADIENT_SIDE) * columns + (i % GRADIENT_SIDE);
    return (fields[at] ?? 0) - (fields[at + 1] ?? 0) > LEAST;
  });
}

/** Up to 32 bits as a number that is not negative, the first bit the highest. */
const numberOf = (bits: readonly boolean[]): number => bits.reduce((sum, bit) => sum * 2 + Number(bit), 0);

function hashOf(grey: Grey, part: Part): PerceptualHash {
  const frequencies = frequencyBits(grey, part);
  const gradient = gradientBits(grey, part);
  const band = (i: number) => numberOf(frequencies.slice(i * 16, i * 16 + 16));
  return { bands: [band(0), band(1), band(2), band(3)], gradient: [numberOf(gradient.slice(0, 32)), numberOf(gradient.slice(32))] };
}

/** The hashes by which a new picture is compared: its own and that of its mirror image. */
export function hashesToCompare(pixels: Pixels): [PerceptualHash, PerceptualHash] {
  const grey = greyOf(pixels);
  return [hashOf(grey, WHOLE), hashOf(mirrored(grey), WHOLE)];
}

/** The hashes by which a removed picture is remembered: its own and those of its crops, 23 in all. */
export function hashesToRemember(pixels: Pixels): PerceptualHash[] {
  const grey = greyOf(pixels);
  return REMEMBERED_PARTS.map((part) => hashOf(grey, part));
}
