import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pngOf } from '../../../assets/icons/png-encoder.ts';
import { inspectFile } from '../../../worker/features/photos/inspect-image.ts';
import { decodeSmallPng } from '../../../worker/platform/photos/png-decoder.ts';
import { aJpeg, aPng, exifSegment } from '../../support/files/image-files.ts';

const row = (filter: number, ...bytes: number[]) => Buffer.from([filter, ...bytes]);
const pixelsOf = async (file: Buffer) => [...(await decodeSmallPng(file)).rgba];

describe('a small PNG', () => {
  test('in colour is read through all five filters', async () => {
    const rows = [
      row(0, 10, 20, 30, 40, 50, 60),
      row(1, 1, 2, 3, 4, 5, 6),
      row(2, 1, 1, 1, 1, 1, 1),
      row(3, 0, 0, 0, 0, 0, 0),
      row(4, 1, 1, 1, 1, 1, 1),
    ];
    const file = pngOf({ width: 2, height: 5, depth: 8, colour: 2, pixels: deflateSync(Buffer.concat(rows)) });
    expect(await pixelsOf(file)).toEqual(
      [
        [10, 20, 30, 255, 40, 50, 60, 255],
        [1, 2, 3, 255, 5, 7, 9, 255],
        [2, 3, 4, 255, 6, 8, 10, 255],
        [1, 1, 2, 255, 3, 4, 6, 255],
        [2, 2, 3, 255, 4, 5, 7, 255],
      ].flat(),
    );
  });

  test.each<[string, object, number[][], number[]]>([
    ['grey', { colour: 0, depth: 8 }, [[0, 7, 200]], [7, 7, 7, 255, 200, 200, 200, 255]],
    ['grey of one bit', { colour: 0, depth: 1 }, [[0, 0b01000000]], [0, 0, 0, 255, 255, 255, 255, 255]],
    ['grey with alpha', { colour: 4, depth: 8 }, [[0, 9, 128, 10, 0]], [9, 9, 9, 128, 10, 10, 10, 0]],
    ['colour of sixteen bits', { colour: 2, depth: 16 }, [[0, 1, 99, 2, 99, 3, 99, 4, 0, 5, 0, 6, 0]], [1, 2, 3, 255, 4, 5, 6, 255]],
    ['colour with alpha', { colour: 6, depth: 8 }, [[0, 1, 2, 3, 4, 5, 6, 7, 8]], [1, 2, 3, 4, 5, 6, 7, 8]],
    ['a palette', { colour: 3, depth: 4, palette: [1, 2, 3, 4, 5, 6], clear: [77] }, [[0, 0x01]], [1, 2, 3, 77, 4, 5, 6, 255]],
  ])('of %s gives its pixels', async (_, kind, rows, expected) => {
    const file = pngOf({ width: 2, height: 1, depth: 8, colour: 2, ...kind, pixels: deflateSync(Buffer.from(rows.flat())) });
    expect(await pixelsOf(file)).toEqual(expected);
  });

  test('that is invalid is refused', async () => {
    await expect(decodeSmallPng(Buffer.from('no picture at all'))).rejects.toThrow();
  });
});

describe('inspecting a file', () => {
  test('gives the size as displayed, for each EXIF orientation', () => {
    for (let orientation = 1; orientation <= 8; orientation += 1) {
      const inspected = inspectFile(aJpeg({ width: 40, height: 24, before: [exifSegment({ orientation })] }));
      expect(inspected).toMatchObject(orientation < 5 ? { width: 40, height: 24 } : { width: 24, height: 40 });
    }
  });

  test('gives the end of the picture', () => {
    for (const file of [aPng({ width: 9, height: 9 }), aJpeg({ width: 16, height: 16 })]) {
      expect(inspectFile(Buffer.concat([file, Buffer.from('and more')]))).toMatchObject({ kind: 'photo', end: file.length });
    }
  });

  test('takes no picture that states two sizes, whichever comes first', () => {
    const [small, huge] = [aPng({ width: 9, height: 9 }), aPng({ width: 9, height: 9, claims: { width: 64_000, height: 64_000 } })];
    const header = (file: Buffer) => file.subarray(8, 33);
    for (const [first, second] of [[small, huge] as const, [huge, small] as const]) {
      const both = Buffer.concat([first.subarray(0, 33), header(second), first.subarray(33)]);
      expect(inspectFile(both).kind).toBe('damaged');
    }
    const frame = Buffer.from([0xff, 0xc0, 0, 11, 8, 0xfa, 0, 0xfa, 0, 1, 1, 0x11, 0]);
    const photo = aJpeg({ width: 16, height: 16 });
    expect(inspectFile(Buffer.concat([photo.subarray(0, 2), frame, photo.subarray(2)])).kind).toBe('damaged');
  });

  test('never takes a truncated picture for a whole one, and never throws', () => {
    const files = [
      aPng({ width: 30, height: 30 }),
      aJpeg({ width: 40, height: 40, before: [exifSegment({ orientation: 6, place: 'here' })] }),
    ];
    fc.assert(
      fc.property(fc.constantFrom(...files), fc.nat(), (file, cut) => {
        expect(inspectFile(file.subarray(0, cut % file.length)).kind).not.toBe('photo');
      }),
      { numRuns: 400 },
    );
  });

  test('throws for no bytes', () => {
    const files = [
      aPng({ width: 30, height: 30 }),
      aJpeg({ width: 40, height: 40, before: [exifSegment({ orientation: 6, place: 'here' })] }),
    ];
    fc.assert(
      fc.property(fc.constantFrom(...files), fc.array(fc.tuple(fc.nat(400), fc.nat(255)), { maxLength: 12 }), (file, changes) => {
        const broken = Buffer.from(file);
        for (const [at, byte] of changes) broken[at % broken.length] = byte;
        expect(['photo', 'damaged', 'foreign']).toContain(inspectFile(broken).kind);
      }),
      { numRuns: 2000 },
    );
  });
});
