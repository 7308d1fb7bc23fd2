import { describe, expect, test } from 'vitest';
import { SAME_PHOTO_BITS } from '#db/queries/photos/removed-photos';
import { hashesToCompare, hashesToRemember, type PerceptualHash } from '../../../worker/platform/photos/perceptual-hash.ts';
import { aDrawing, cropOf, type Drawing, mirrorOf, pixelsOf } from '../../support/files/drawn-picture.ts';

const SIZE = { width: 80, height: 100 };

const bitsOf = (number: number) => number.toString(2).replaceAll('0', '').length;
/** The bits in which two hashes differ. Numbers of 32 bits lose their sign with `>>> 0`. */
const differenceOf = (one: PerceptualHash, other: PerceptualHash) =>
  [...one.bands, ...one.gradient].reduce(
    (sum, number, i) => sum + bitsOf((number ^ ([...other.bands, ...other.gradient][i] ?? 0)) >>> 0),
    0,
  );

const SEEDS = Array.from({ length: 12 }, (_, i) => i + 1);
/** The picture of each seed, and what is remembered of it. */
const PIXELS = new Map(SEEDS.map((seed) => [seed, pixelsOf(aDrawing(seed), SIZE)]));
const REMEMBERED = new Map([...PIXELS].map(([seed, pixels]) => [seed, hashesToRemember(pixels)]));

/** The fewest bits in which one of these hashes differs from what is remembered of the picture of a seed. */
const distanceOf = (seed: number, compared: readonly PerceptualHash[]) =>
  Math.min(...(REMEMBERED.get(seed) ?? []).flatMap((one) => compared.map((other) => differenceOf(one, other))));
const distance = (seed: number, uploaded: Drawing, size = SIZE) => distanceOf(seed, hashesToCompare(pixelsOf(uploaded, size)));

/** A picture whose lightness varies by up to so much from pixel to pixel, as a strong compression leaves it. */
const withNoise =
  (drawing: Drawing, strength: number): Drawing =>
  (x, y) => {
    const noise = ((Math.sin(x * 9973 + y * 7919) * 43758.5453) % 1) * strength;
    const [red, green, blue] = drawing(x, y).map((value) => Math.min(255, Math.max(0, Math.round(value + noise))));
    return [red ?? 0, green ?? 0, blue ?? 0];
  };

describe('a copy of a removed picture is recognized', () => {
  test.each<[string, (drawing: Drawing) => Drawing, { width: number; height: number }?]>([
    ['as it was', (drawing) => drawing],
    ['with noise', (drawing) => withNoise(drawing, 24)],
    ['smaller', (drawing) => drawing, { width: 48, height: 60 }],
    ['in a mirror', mirrorOf],
    ['without 5 % at the left and the top', (drawing) => cropOf(drawing, { left: 0.05, top: 0.05, share: 0.95 })],
    ['without 5 % at the right and the bottom', (drawing) => cropOf(drawing, { left: 0, top: 0, share: 0.95 })],
    ['without 5 %, a little from each side', (drawing) => cropOf(drawing, { left: 0.01, top: 0.035, share: 0.95 })],
    ['without 5 % at each side', (drawing) => cropOf(drawing, { left: 0.05, top: 0.05, share: 0.9 })],
    ['cropped, in a mirror and with noise', (drawing) => withNoise(mirrorOf(cropOf(drawing, { left: 0.03, top: 0, share: 0.95 })), 24)],
  ])('%s', (_, change, size) => {
    const distances = SEEDS.map((seed) => distance(seed, change(aDrawing(seed)), size));
    expect(Math.max(...distances)).toBeLessThanOrEqual(SAME_PHOTO_BITS);
  });

  test('made lighter', () => {
    const lighter =
      (drawing: Drawing): Drawing =>
      (x, y) => {
        const [red, green, blue] = drawing(x, y).map((value) => Math.round(value * 0.85 + 38));
        return [red ?? 0, green ?? 0, blue ?? 0];
      };
    for (const seed of SEEDS) expect(distance(seed, lighter(aDrawing(seed)))).toBeLessThanOrEqual(SAME_PHOTO_BITS);
  });
});

test('different pictures are not taken for copies', () => {
  for (const other of SEEDS) {
    const compared = hashesToCompare(pixelsOf(aDrawing(100 + other), SIZE));
    for (const seed of SEEDS) expect(distanceOf(seed, compared)).toBeGreaterThan(SAME_PHOTO_BITS);
  }
});

test('a picture is turned upside down, inverted or half another one: it is a different one', () => {
  const drawing = aDrawing(1);
  const changed: Drawing[] = [
    (x, y) => drawing(x, 1 - y),
    (x, y) => {
      const [red, green, blue] = drawing(x, y);
      return [255 - red, 255 - green, 255 - blue];
    },
    (x, y) => (y < 0.5 ? drawing(x, y) : aDrawing(2)(x, y)),
  ];
  for (const other of changed) expect(distance(1, other)).toBeGreaterThan(SAME_PHOTO_BITS);
});

test('clear parts count as white paper, whatever colour they have', () => {
  const pixels = pixelsOf(aDrawing(3), SIZE);
  const [white, black] = [255, 0].map((value) => {
    const rgba = pixels.rgba.slice();
    for (let i = 0; i < rgba.length / 2; i += 4) rgba.set([value, value, value, 0], i);
    return hashesToRemember({ ...SIZE, rgba });
  });
  expect(black).toEqual(white);
});

test('a hash is 128 bits in numbers that SQLite and JSON keep whole', () => {
  for (const { bands, gradient } of [...PIXELS.values()].flatMap(hashesToCompare)) {
    for (const band of bands) expect([Number.isInteger(band), band >= 0, band < 2 ** 16]).toEqual([true, true, true]);
    for (const half of gradient) expect([Number.isInteger(half), half >= 0, half < 2 ** 32]).toEqual([true, true, true]);
  }
});

test('a plain picture has a hash that does not depend on rounding', () => {
  const plain = (level: number) => hashesToCompare(pixelsOf(() => [level, level, level], SIZE));
  expect(plain(77)).toEqual(plain(200));
});
