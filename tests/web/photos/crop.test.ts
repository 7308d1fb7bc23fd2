import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  cropInPixels,
  hasEnoughPixels,
  initialCrop,
  movedCrop,
  PHOTO_ASPECT_RATIO,
  scaledCrop,
  uploadSize,
} from '../../../web/features/photos/crop.ts';

const side = fc.integer({ min: 1, max: 20_000 });
const picture = fc.record({ width: side, height: side });

describe('the initial crop', () => {
  test('is as large as the picture lets it be, in the proportions of a card', () => {
    fc.assert(
      fc.property(picture, (size) => {
        const part = initialCrop(size);
        const [wide, high] = [(part.width / 100) * size.width, (part.height / 100) * size.height];
        expect(wide / high).toBeCloseTo(PHOTO_ASPECT_RATIO, 6);
        expect(Math.max(part.width, part.height)).toBeCloseTo(100, 6);
        expect(part.x + part.width).toBeLessThanOrEqual(100.000001);
        expect(part.y + part.height).toBeLessThanOrEqual(100.000001);
      }),
    );
  });

  test('is in the middle of a wide picture and near the top of a tall one', () => {
    expect(initialCrop({ width: 2000, height: 1000 })).toEqual({ x: 30, y: 0, width: 40, height: 100 });
    expect(initialCrop({ width: 800, height: 2000 })).toEqual({ x: 0, y: 15, width: 100, height: 50 });
  });
});

describe('a crop that is made larger or smaller', () => {
  const photo = fc.record({ width: fc.integer({ min: 250, max: 8000 }), height: fc.integer({ min: 250, max: 8000 }) });
  const percent = fc.double({ min: 0, max: 100, noNaN: true });
  const factor = fc.double({ min: 0.01, max: 100, noNaN: true });

  test('stays within the picture, in its proportions and large enough for a photo, wherever it is pinched', () => {
    fc.assert(
      fc.property(photo, fc.array(factor, { minLength: 1, maxLength: 5 }), percent, percent, (size, factors, x, y) => {
        const first = initialCrop(size);
        const part = factors.reduce((crop, times) => scaledCrop(crop, size, times, { x, y }), first);
        expect(part.width / part.height).toBeCloseTo(first.width / first.height, 6);
        expect(Math.min(part.x, part.y)).toBeGreaterThanOrEqual(0);
        expect(part.x + part.width).toBeLessThanOrEqual(100.000001);
        expect(part.y + part.height).toBeLessThanOrEqual(100.000001);
        expect(hasEnoughPixels(cropInPixels(part, size))).toBe(true);
      }),
    );
  });

  test('keeps what is pinched under the fingers, and is as large as the first one at most', () => {
    const size = { width: 1000, height: 1000 };
    const half = scaledCrop(initialCrop(size), size, 0.5, { x: 40, y: 50 });
    expect(half).toEqual({ x: 25, y: 25, width: 40, height: 50 });
    expect(scaledCrop(half, size, 10, { x: 40, y: 50 })).toMatchObject({ width: 80, height: 100 });
    expect(scaledCrop(half, size, 0.001, { x: 40, y: 50 }).width).toBeCloseTo(20, 9);
  });

  test('is moved as far as the picture reaches', () => {
    const part = { x: 25, y: 25, width: 40, height: 50 };
    expect(movedCrop(part, { x: 10, y: -10 })).toEqual({ ...part, x: 35, y: 15 });
    expect(movedCrop(part, { x: 90, y: -90 })).toEqual({ ...part, x: 60, y: 0 });
  });
});

describe('a part in pixels', () => {
  const percent = fc.double({ min: -5, max: 105, noNaN: true });

  test('is never empty and never beyond the picture, whatever the frame says', () => {
    fc.assert(
      fc.property(picture, percent, percent, percent, percent, (size, x, y, width, height) => {
        const part = cropInPixels({ x, y, width, height }, size);
        expect(Object.values(part).every(Number.isInteger)).toBe(true);
        expect(Math.min(part.x, part.y)).toBeGreaterThanOrEqual(0);
        expect(Math.min(part.width, part.height)).toBeGreaterThanOrEqual(1);
        expect(part.x + part.width).toBeLessThanOrEqual(size.width);
        expect(part.y + part.height).toBeLessThanOrEqual(size.height);
      }),
    );
  });

  test('needs 200 pixels on both sides to be a photo', () => {
    expect([hasEnoughPixels({ width: 200, height: 250 }), hasEnoughPixels({ width: 199, height: 900 })]).toEqual([true, false]);
  });
});

test('what is sent is no larger than 1,600 pixels, never larger than it was, and keeps its proportions', () => {
  fc.assert(
    fc.property(picture, (size) => {
      const sent = uploadSize(size);
      expect(Math.max(sent.width, sent.height)).toBe(Math.min(1600, Math.max(size.width, size.height)));
      expect(Math.abs(sent.width * size.height - sent.height * size.width)).toBeLessThanOrEqual(Math.max(size.width, size.height));
    }),
  );
});
