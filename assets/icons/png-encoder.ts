import { crc32, deflateSync } from 'node:zlib';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A whole number, the highest byte first. */
export function uint(value: number, bytes: 2 | 4): Buffer {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(value, 0, bytes);
  return buffer;
}

/** One chunk of a PNG. */
export function pngChunk(name: string, body: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), body]);
  return Buffer.concat([uint(body.length, 4), named, uint(crc32(named), 4)]);
}

interface PngKind extends Size {
  /** Bits a sample and colour type, as PNG numbers them. */
  readonly depth: number;
  readonly colour: number;
  /** Filtered rows, compressed. */
  readonly pixels: Uint8Array;
  readonly palette?: readonly number[];
  readonly clear?: readonly number[];
  /** Further chunks before the pixels. */
  readonly extra?: readonly Buffer[];
}

/** A PNG of any kind, chunk by chunk. */
export function pngOf({ width, height, depth, colour, pixels, palette, clear, extra = [] }: PngKind): Buffer {
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', Buffer.concat([uint(width, 4), uint(height, 4), Buffer.from([depth, colour, 0, 0, 0])])),
    ...extra,
    ...(palette ? [pngChunk('PLTE', Buffer.from(palette))] : []),
    ...(clear ? [pngChunk('tRNS', Buffer.from(clear))] : []),
    pngChunk('IDAT', pixels),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

type Colour = readonly number[];
const INDEXED = 3;
const SHADES = 48;

const distance = (a: Colour, b: Colour) => a.reduce((sum, value, i) => sum + (value - (b[i] ?? 0)) ** 2, 0);

/** The most frequent colours; the soft edges of a drawing have more shades than anybody sees. */
function paletteOf(pixels: readonly Colour[]): Colour[] {
  const alike = Map.groupBy(pixels, (colour) => colour.join());
  const frequent = [...alike.values()].toSorted((a, b) => b.length - a.length).slice(0, SHADES);
  return frequent.flatMap(([colour]) => (colour ? [colour] : []));
}

/** A flat drawing as a PNG with a palette, a third of what a browser writes of it; `rgba` row by row, four bytes a pixel. */
export function palettePng({ width, height, rgba }: Size & { rgba: Uint8Array }): Buffer {
  const pixels = Array.from({ length: width * height }, (_, i): Colour => [...rgba.subarray(i * 4, i * 4 + 4)]);
  const palette = paletteOf(pixels);
  const known = new Map<string, number>();
  const indexOf = (colour: Colour): number => {
    const key = colour.join();
    const index =
      known.get(key) ?? palette.reduce((best, one, i) => (distance(one, colour) < distance(palette[best] ?? [], colour) ? i : best), 0);
    known.set(key, index);
    return index;
  };
  const rows = Array.from({ length: height }, (_, y) => Buffer.from([0, ...pixels.slice(y * width, (y + 1) * width).map(indexOf)]));
  return pngOf({
    width,
    height,
    depth: 8,
    colour: INDEXED,
    pixels: deflateSync(Buffer.concat(rows), { level: 9 }),
    palette: palette.flatMap((colour) => colour.slice(0, 3)),
    clear: palette.map((colour) => colour[3] ?? 255),
  });
}
