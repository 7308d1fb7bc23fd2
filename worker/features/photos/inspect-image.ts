/**
 * What a file is by its bytes, whatever its name or declared type: `foreign` (neither PNG nor JPEG), `damaged`, or a photo with its size in
 * pixels after the EXIF orientation is applied.
 */
export type InspectedFile =
  | { readonly kind: 'foreign' | 'damaged' }
  | {
      readonly kind: 'photo';
      readonly type: 'image/png' | 'image/jpeg';
      readonly width: number;
      readonly height: number;
      /** The offset at which the picture ends; bytes behind it do not belong to it. */
      readonly end: number;
    };

const UNSUPPORTED = { kind: 'foreign' } as const;
const DAMAGED = { kind: 'damaged' } as const;
const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const JPEG_SIGNATURE = [0xff, 0xd8, 0xff];

/** Reads the structure of a file without decoding it. A picture whose end marker is missing is `damaged`. */
export function inspectFile(bytes: Uint8Array): InspectedFile {
  const startsWith = (signature: readonly number[]) => signature.every((byte, i) => bytes[i] === byte);
  if (startsWith(PNG_SIGNATURE)) return inspectPng(bytes);
  return startsWith(JPEG_SIGNATURE) ? inspectJpeg(bytes) : UNSUPPORTED;
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

function inspectPng(bytes: Uint8Array): InspectedFile {
  const view = viewOf(bytes);
  let size: { width: number; height: number } | undefined;
  let hasPixels = false;
  for (let offset = PNG_SIGNATURE.length; offset + 12 <= bytes.length; ) {
    const length = view.getUint32(offset);
    const name = String.fromCharCode(...bytes.subarray(offset + 4, offset + 8));
    const end = offset + 12 + length;
    const isHeader = name === 'IHDR';
    // IHDR has to be the first chunk and must not come twice, because decoders may take the size from either.
    if (end > bytes.length || isHeader === Boolean(size) || (isHeader && length !== 13)) return DAMAGED;
    if (isHeader) size = { width: view.getUint32(offset + 8), height: view.getUint32(offset + 12) };
    if (name === 'IDAT') hasPixels = true;
    if (name === 'IEND') return size?.width && size.height && hasPixels ? { kind: 'photo', type: 'image/png', ...size, end } : DAMAGED;
    offset = end;
  }
  return DAMAGED;
}

/** JPEG markers: end of image, start of scan, application segment 1, which holds EXIF. */
const EOI = 0xd9;
const SOS = 0xda;
const APP1 = 0xe1;
/** Start-of-frame markers, which hold the size. */
const isStartOfFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
/** Markers without a length field: TEM and the restart markers. */
const standsAlone = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);

function inspectJpeg(bytes: Uint8Array): InspectedFile {
  const view = viewOf(bytes);
  let size: { width: number; height: number } | undefined;
  let isRotated = false;
  let hasPixels = false;
  for (let offset = 2; offset + 1 < bytes.length; ) {
    const marker = bytes[offset + 1] ?? 0;
    if (bytes[offset] !== 0xff) return DAMAGED;
    if (marker === 0xff || standsAlone(marker)) {
      offset += marker === 0xff ? 1 : 2;
      continue;
    }
    if (marker === EOI) {
      if (!size?.width || !size.height || !hasPixels) return DAMAGED;
      const { width, height } = size;
      return { kind: 'photo', type: 'image/jpeg', ...(isRotated ? { width: height, height: width } : size), end: offset + 2 };
    }
    const length = offset + 4 <= bytes.length ? view.getUint16(offset + 2) : 0;
    const next = offset + 2 + length;
    if (length < 2 || next > bytes.length) return DAMAGED;
    const body = bytes.subarray(offset + 4, next);
    if (isStartOfFrame(marker) && (size || body.length < 5)) return DAMAGED;
    if (isStartOfFrame(marker)) size = { height: view.getUint16(offset + 5), width: view.getUint16(offset + 7) };
    if (marker === APP1) isRotated ||= exifOrientation(body) >= 5;
    hasPixels ||= marker === SOS;
    offset = marker === SOS ? endOfScan(bytes, next) : next;
  }
  return DAMAGED;
}

/** The offset behind a scan: compressed pixels go on until a marker that is neither a stuffed byte nor a restart. */
function endOfScan(bytes: Uint8Array, from: number): number {
  for (let offset = bytes.indexOf(0xff, from); offset >= 0; offset = bytes.indexOf(0xff, offset + 1)) {
    const next = bytes[offset + 1] ?? 0;
    if (next !== 0 && next !== 0xff && !standsAlone(next)) return offset;
  }
  return bytes.length;
}

const EXIF = 'Exif\0\0';
const ORIENTATION = 0x0112;

/** The orientation that an EXIF segment names, 1 to 8; 1 (upright) if none can be read. From 5 on, width and height are exchanged. */
function exifOrientation(segment: Uint8Array): number {
  if (String.fromCharCode(...segment.subarray(0, EXIF.length)) !== EXIF) return 1;
  const view = viewOf(segment.subarray(EXIF.length));
  if (view.byteLength < 8) return 1;
  const isLittle = view.getUint16(0) === 0x4949;
  const directory = view.getUint32(4, isLittle);
  if (directory + 2 > view.byteLength) return 1;
  const entries = view.getUint16(directory, isLittle);
  for (let i = 0; i < entries; i += 1) {
    const entry = directory + 2 + i * 12;
    if (entry + 12 > view.byteLength) return 1;
    if (view.getUint16(entry, isLittle) === ORIENTATION) return view.getUint16(entry + 8, isLittle);
  }
  return 1;
}
