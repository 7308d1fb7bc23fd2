import { describe, expect, test } from 'vitest';
import { isPhotoFile, sizeRejection } from '../../../web/features/photos/local-picture.ts';
import { aJpeg, aPng } from '../../support/files/image-files.ts';

describe('a file of this device', () => {
  test.each([
    ['a PNG', aPng({ width: 2, height: 2 }), true],
    ['a JPEG', aJpeg({ width: 8, height: 8 }), true],
    ['a page', Buffer.from('<!doctype html>'), false],
    ['a webp', Buffer.from('RIFF'), false],
    ['nothing', Buffer.alloc(0), false],
  ])('%s is known by its first bytes', (_, bytes, isPhoto) => {
    expect(isPhotoFile(bytes.subarray(0, 4))).toBe(isPhoto);
  });

  test.each([
    [{ width: 3000, height: 4000 }, null],
    [{ width: 200, height: 250 }, null],
    [{ width: 4000, height: 249 }, 'small'],
    [{ width: 199, height: 4000 }, 'small'],
    [{ width: 7071, height: 7072 }, 'large'],
  ])('of %o is %s', (size, whyNot) => {
    expect(sizeRejection(size)).toBe(whyNot);
  });
});
