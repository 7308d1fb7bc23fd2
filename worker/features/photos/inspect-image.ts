/** What the bytes of a file say of it, whatever its name or claimed type: nothing we take, damaged, or a picture of so many pixels as it is looked at. */
export type FileLook =
  | { readonly kind: 'foreign' | 'damaged' }
  | {
      readonly kind: 'photo';
      readonly type: 'image/png' | 'image/jpeg';
      readonly width: number;
      readonly height: number;
      /** Where the picture ends; what follows is none of it. */
      readonly end: number;
    };

const FOREIGN = { kind: 'foreign' } as const;
const DAMAGED = { kind: 'damaged' } as const;
const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const JPEG_SIGNATURE = [0xff, 0xd8, 0xff];

/** Looks through a file's structure without decoding it; a picture is only whole when its last mark is there. */
export function lookAtFile(bytes: Uint8Array): FileLook {
  const startsWith = (signature: readonly number[]) => signature.every((byte, i) => bytes[i] === byte);
  if (startsWith(PNG_SIGNATURE)) return lookAtPng(bytes);
  return startsWith(JPEG_SIGNATURE) ? lookAtJpeg(bytes) : FOREIGN;
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

function lookAtPng(bytes: Uint8Array): FileLook {
  const view = viewOf(bytes);
  let size: { width: number; height: number } | undefined;
  let hasPixels = false;
  for (let at = PNG_SIGNATURE.length; at + 12 <= bytes.length; ) {
    const length = view.getUint32(at);
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    const end = at + 12 + length;
    const isHeader = name === 'IHDR';
    // The first chunk and no other: whoever decodes it takes either for the size.
    if (end > bytes.length || isHeader === Boolean(size) || (isHeader && length !== 13)) return DAMAGED;
    if (isHeader) size = { width: view.getUint32(at + 8), height: view.getUint32(at + 12) };
    if (name === 'IDAT') hasPixels = true;
    if (name === 'IEND') return size?.width && size.height && hasPixels ? { kind: 'photo', type: 'image/png', ...size, end } : DAMAGED;
    at = end;
  }
  return DAMAGED;
}

const EOI = 0xd9;
const SOS = 0xda;
const APP1 = 0xe1;
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
const standsAlone = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);

function lookAtJpeg(bytes: Uint8Array): FileLook {
  const view = viewOf(bytes);
  let size: { width: number; height: number } | undefined;
  let isTurned = false;
  let hasPixels = false;
  for (let at = 2; at + 1 < bytes.length; ) {
    const marker = bytes[at + 1] ?? 0;
    if (bytes[at] !== 0xff) return DAMAGED;
    if (marker === 0xff || standsAlone(marker)) {
      at += marker === 0xff ? 1 : 2;
      continue;
    }
    if (marker === EOI) {
      if (!size?.width || !size.height || !hasPixels) return DAMAGED;
      const { width, height } = size;
      return { kind: 'photo', type: 'image/jpeg', ...(isTurned ? { width: height, height: width } : size), end: at + 2 };
    }
    const length = at + 4 <= bytes.length ? view.getUint16(at + 2) : 0;
    const next = at + 2 + length;
    if (length < 2 || next > bytes.length) return DAMAGED;
    const body = bytes.subarray(at + 4, next);
    if (isFrame(marker) && (size || body.length < 5)) return DAMAGED;
    if (isFrame(marker)) size = { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    if (marker === APP1) isTurned ||= exifOrientation(body) >= 5;
    hasPixels ||= marker === SOS;
    at = marker === SOS ? endOfScan(bytes, next) : next;
  }
  return DAMAGED;
}

/** Compressed pixels run on until a mark that is neither a stuffed byte nor a restart. */
function endOfScan(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && !standsAlone(next)) return at;
  }
  return bytes.length;
}

const EXIF = 'Exif\0\0';
const ORIENTATION = 0x0112;

/** The orientation an EXIF block names, 1 to 8; 1, as it lies, when it names none that can be read. Five and more stand on their side. */
function exifOrientation(segment: Uint8Array): number {
  if (String.fromCharCode(...segment.subarray(0, EXIF.length)) !== EXIF) return 1;
  const view = viewOf(segment.subarray(EXIF.length));
  if (view.byteLength < 8) return 1;
  const isLittle = view.getUint16(0) === 0x4949;
  const directory = view.getUint32(4, isLittle);
  if (directory + 2 > view.byteLength) return 1;
  const entries = view.getUint16(directory, isLittle);
  for (let i = 0; i < entries; i += 1) {
    const at = directory + 2 + i * 12;
    if (at + 12 > view.byteLength) return 1;
    if (view.getUint16(at, isLittle) === ORIENTATION) return view.getUint16(at + 8, isLittle);
  }
  return 1;
}
