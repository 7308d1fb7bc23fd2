import { deflateSync } from 'node:zlib';
import { thumbHashToRGBA } from 'thumbhash';
import { bigEndian, pngChunk, pngOf, type Size } from '../../../assets/icons/png-encoder.ts';

/** A PNG whose left half is dark and whose right half is light; `claims` is the size in its header. */
export function aPng({ width, height, claims = { width, height }, extra = [] }: Size & { claims?: Size; extra?: Buffer[] }): Buffer {
  const row = Buffer.concat([Buffer.from([0]), ...Array.from({ length: width }, (_, x) => Buffer.alloc(3, x < width / 2 ? 20 : 235))]);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)));
  return pngOf({ ...claims, depth: 8, colour: 2, pixels, extra });
}

/** A text chunk as image programs leave them in a PNG. */
export const pngText = (words: string) => pngChunk('tEXt', Buffer.from(`Comment\0${words}`, 'latin1'));

const segment = (marker: number, body: Uint8Array) => Buffer.concat([Buffer.from([0xff, marker]), bigEndian(body.length + 2, 2), body]);

/** A Huffman table of codes that all have one length. */
const huffmanTable = (kind: number, length: number, values: readonly number[]) =>
  segment(0xc4, Buffer.from([kind, ...Array.from({ length: 16 }, (_, i) => (i === length - 1 ? values.length : 0)), ...values]));

/** An EXIF segment as a phone writes it, with orientation and place. */
export function exifSegment({ orientation = 1, place }: { orientation?: number; place?: string }): Buffer {
  const words = Buffer.from(`${place ?? ''}\0`, 'latin1');
  const entries = [
    [0x010e, 2, words.length, 50],
    [0x0112, 3, 1, orientation * 0x10000],
    [0x8825, 4, 1, 50 + words.length],
  ].map(([tag = 0, type = 0, count = 0, value = 0]) =>
    Buffer.concat([bigEndian(tag, 2), bigEndian(type, 2), bigEndian(count, 4), bigEndian(value, 4)]),
  );
  const gps = Buffer.concat([bigEndian(1, 2), bigEndian(1, 2), bigEndian(2, 2), bigEndian(2, 4), Buffer.from('N\0\0\0'), bigEndian(0, 4)]);
  const tiff = Buffer.concat([
    Buffer.from('MM\0*', 'latin1'),
    bigEndian(8, 4),
    bigEndian(entries.length, 2),
    ...entries,
    bigEndian(0, 4),
    words,
    gps,
  ]);
  return segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]));
}

/** Writes the bits of entropy-coded JPEG data: after a byte 0xff it inserts a zero byte. */
function bitWriter() {
  const bytes: number[] = [];
  let [held, count] = [0, 0];
  const put = (value: number, length: number) => {
    for (let i = length - 1; i >= 0; i -= 1) {
      held = held * 2 + ((value >> i) & 1);
      count += 1;
      if (count < 8) continue;
      bytes.push(held, ...(held === 0xff ? [0] : []));
      [held, count] = [0, 0];
    }
  };
  const end = () => {
    while (count > 0) put(1, 1);
    return Buffer.from(bytes);
  };
  return { put, end };
}

/** A grey JPEG of flat blocks whose left half is dark and whose right half is light. `before` are segments put ahead of the image. */
export function aJpeg({ width, height, claims = { width, height }, before = [] }: Size & { claims?: Size; before?: Buffer[] }): Buffer {
  const [columns, rows] = [Math.ceil(width / 8), Math.ceil(height / 8)];
  const pixels = bitWriter();
  let last = 0;
  for (let i = 0; i < columns * rows; i += 1) {
    const level = (i % columns) * 2 < columns ? -108 : 107;
    const step = level - last;
    const size = step === 0 ? 0 : 32 - Math.clz32(Math.abs(step));
    pixels.put(size, 4);
    pixels.put(step > 0 ? step : step + 2 ** size - 1, size);
    pixels.put(0, 4);
    last = level;
  }
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    ...before,
    segment(0xdb, Buffer.from([0, ...Array.from({ length: 64 }, () => 8)])),
    segment(0xc0, Buffer.concat([Buffer.from([8]), bigEndian(claims.height, 2), bigEndian(claims.width, 2), Buffer.from([1, 1, 0x11, 0])])),
    huffmanTable(0x00, 4, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]),
    huffmanTable(0x10, 4, [0]),
    segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    pixels.end(),
    Buffer.from([0xff, 0xd9]),
  ]);
}

/** A comment as image programs leave it in a JPEG. */
export const jpegComment = (words: string) => segment(0xfe, Buffer.from(words, 'latin1'));

/** The chunks of a WebP file, and its size if it is a plain lossy one. */
export function readWebp(file: Uint8Array) {
  const bytes = Buffer.from(file);
  const chunks: string[] = [];
  for (let at = 12; at + 8 <= bytes.length; at += 8 + bytes.readUInt32LE(at + 4) + (bytes.readUInt32LE(at + 4) % 2)) {
    chunks.push(bytes.toString('latin1', at, at + 4));
  }
  return {
    isWebp: bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
    chunks,
    width: bytes.readUInt16LE(26) & 0x3fff,
    height: bytes.readUInt16LE(28) & 0x3fff,
  };
}

/** A File of these bytes with the name and type that a browser would send. */
export const aFile = (bytes: Uint8Array, name = 'me.jpg', type = 'image/jpeg') => new File([new Uint8Array(bytes)], name, { type });

/** The mean lightness (0 to 255) along one side of a thumbhash. */
export function meanLightness(thumbhash: unknown, side: 'top' | 'bottom' | 'left' | 'right'): number {
  const { w, h, rgba } = thumbHashToRGBA(Buffer.from(String(thumbhash), 'base64'));
  const isOn = (x: number, y: number) => ({ top: y < h / 4, bottom: y >= (h * 3) / 4, left: x < w / 4, right: x >= (w * 3) / 4 })[side];
  const levels = Array.from({ length: w * h }, (_, i) => (isOn(i % w, Math.floor(i / w)) ? rgba[i * 4] : undefined)).filter(
    (level) => level !== undefined,
  );
  return levels.reduce((sum, level) => sum + level, 0) / levels.length;
}
