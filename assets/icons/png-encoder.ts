import { crc32, deflateSync } from 'node:zlib';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A whole number as big-endian bytes. */
export function bigEndian(value: number, bytes: 2 | 4): Buffer {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(value, 0, bytes);
  return buffer;
}

/** One chunk of a PNG: length, name, body and checksum. */
export function pngChunk(name: string, body: Uint8Array): Buffer {
  const nameAndBody = Buffer.concat([Buffer.from(name, 'latin1'), body]);
  return Buffer.concat([bigEndian(body.length, 4), nameAndBody, bigEndian(crc32(nameAndBody), 4)]);
}

interface PngKind extends Size {
  /** Bits per sample, and the colour type by its number in PNG. */
  readonly depth: number;
  readonly colour: number;
  /** Rows with their filter bytes, compressed by deflate. */
  readonly pixels: Uint8Array;
  /** Red, green and blue of each colour in turn, and the opacity of each colour. */
  readonly palette?: readonly number[];
  readonly clear?: readonly number[];
  /** Chunks that are written before the palette. */
  readonly extra?: readonly Buffer[];
}

/** Encodes a PNG of any colour type. */
export function pngOf({ width, height, depth, colour, pixels, palette, clear, extra = [] }: PngKind): Buffer {
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', Buffer.concat([bigEndian(width, 4), bigEndian(height, 4), Buffer.from([depth, colour, 0, 0, 0])])),
    ...extra,
    ...(palette ? [pngChunk('PLTE', Buffer.from(palette))] : []),
    ...(clear ? [pngChunk('tRNS', Buffer.from(clear))] : []),
    pngChunk('IDAT', pixels),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Red, green, blue and opacity, each from 0 to 255. */
type Colour = readonly number[];
/** PNG's number of the colour type with a palette. */
const INDEXED_COLOUR_TYPE = 3;
/** Most colours of a palette. */
const MAX_COLOURS = 48;

/** Squared distance of two colours. */
const distance = (a: Colour, b: Colour) => a.reduce((sum, value, i) => sum + (value - (b[i] ?? 0)) ** 2, 0);

/** The most frequent colours. The others are shades of anti-aliased edges, and the nearest frequent colour looks the same. */
function paletteOf(pixels: readonly Colour[]): Colour[] {
  const pixelsByColour = Map.groupBy(pixels, (colour) => colour.join());
  const frequent = [...pixelsByColour.values()].toSorted((a, b) => b.length - a.length).slice(0, MAX_COLOURS);
  return frequent.flatMap(([colour]) => (colour ? [colour] : []));
}

/** Encodes a flat drawing as a PNG with a palette, which is a third of the size of a browser's PNG. `rgba` holds four bytes a pixel, row by row. */
export function palettePng({ width, height, rgba }: Size & { rgba: Uint8Array }): Buffer {
  const pixels = Array.from({ length: width * height }, (_, i): Colour => [...rgba.subarray(i * 4, i * 4 + 4)]);
  const palette = paletteOf(pixels);
  const indexByColour = new Map<string, number>();
  const indexOf = (colour: Colour): number => {
    const key = colour.join();
    const index =
      indexByColour.get(key) ??
      palette.reduce((best, candidate, i) => (distance(candidate, colour) < distance(palette[best] ?? [], colour) ? i : best), 0);
    indexByColour.set(key, index);
    return index;
  };
  const rows = Array.from({ length: height }, (_, y) => Buffer.from([0, ...pixels.slice(y * width, (y + 1) * width).map(indexOf)]));
  return pngOf({
    width,
    height,
    depth: 8,
    colour: INDEXED_COLOUR_TYPE,
    pixels: deflateSync(Buffer.concat(rows), { level: 9 }),
    palette: palette.flatMap((colour) => colour.slice(0, 3)),
    clear: palette.map((colour) => colour[3] ?? 255),
  });
}
