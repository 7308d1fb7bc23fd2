/** Samples per pixel, by PNG colour type: grey, colour, palette, grey and alpha, colour and alpha. */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

interface Layout {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly colour: number;
}

export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Four bytes a pixel, row by row. */
  readonly rgba: Uint8Array;
}

/** Decodes a small PNG without interlacing, as the image service writes it. Throws for anything else. Not safe for files of members. */
export async function decodeSmallPng(file: Uint8Array): Promise<Pixels> {
  const chunks = chunksOf(file);
  const [header] = chunks.get('IHDR') ?? [];
  if (!header) throw new Error('no PNG');
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength);
  const layout = { width: view.getUint32(0), height: view.getUint32(4), depth: view.getUint8(8), colour: view.getUint8(9) };
  if (!(layout.colour in CHANNELS) || view.getUint8(12) !== 0) throw new Error('a kind of PNG that nobody writes here');
  const rows = unfilterRows(await inflate(chunks.get('IDAT') ?? []), layout);
  const [palette = new Uint8Array()] = chunks.get('PLTE') ?? [];
  const [clear = new Uint8Array()] = chunks.get('tRNS') ?? [];
  return { width: layout.width, height: layout.height, rgba: toRgba(rows, layout, palette, clear) };
}

function chunksOf(file: Uint8Array): Map<string, Uint8Array<ArrayBuffer>[]> {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const chunks = new Map<string, Uint8Array<ArrayBuffer>[]>();
  for (let at = 8; at + 12 <= file.length; ) {
    const length = view.getUint32(at);
    const name = String.fromCharCode(...file.subarray(at + 4, at + 8));
    chunks.set(name, [...(chunks.get(name) ?? []), file.slice(at + 8, at + 8 + length)]);
    at += 12 + length;
  }
  return chunks;
}

const inflate = async (parts: Uint8Array<ArrayBuffer>[]): Promise<Uint8Array> =>
  new Uint8Array(await new Response(new Blob(parts).stream().pipeThrough(new DecompressionStream('deflate'))).arrayBuffer());

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
}

/** Reverses the filters of PNG; the result is the rows of samples, one array for each. */
function unfilterRows(raw: Uint8Array, { width, height, depth, colour }: Layout): Uint8Array[] {
  const bits = (CHANNELS[colour] ?? 1) * depth;
  const [step, length] = [Math.max(1, bits >> 3), Math.ceil((width * bits) / 8)];
  const rows: Uint8Array[] = [];
  let above = new Uint8Array(length);
  for (let y = 0; y < height; y += 1) {
    const from = y * (length + 1);
    const filter = raw[from] ?? 0;
    const row = raw.slice(from + 1, from + 1 + length);
    for (let i = 0; i < length; i += 1) {
      const left = row[i - step] ?? 0;
      const up = above[i] ?? 0;
      const added = [0, left, up, (left + up) >> 1, paeth(left, up, above[i - step] ?? 0)][filter] ?? 0;
      row[i] = (row[i] ?? 0) + added;
    }
    rows.push(row);
    above = row;
  }
  return rows;
}

function toRgba(rows: Uint8Array[], { width, depth, colour }: Layout, palette: Uint8Array, clear: Uint8Array): Uint8Array {
  const channels = CHANNELS[colour] ?? 1;
  const full = 2 ** Math.min(depth, 8) - 1;
  // Of 16-bit samples the first byte is enough.
  const sample = (row: Uint8Array, i: number): number => {
    if (depth >= 8) return row[(i * depth) >> 3] ?? 0;
    return ((row[(i * depth) >> 3] ?? 0) >> (8 - depth - ((i * depth) & 7))) & full;
  };
  const rgba = new Uint8Array(width * rows.length * 4);
  for (const [y, row] of rows.entries()) {
    for (let x = 0; x < width; x += 1) {
      const values = Array.from({ length: channels }, (_, channel) => sample(row, x * channels + channel));
      rgba.set(pixelOf(colour, values, full, palette, clear), (y * width + x) * 4);
    }
  }
  return rgba;
}

function pixelOf(colour: number, [a = 0, b = 0, c = 0, d = 255]: number[], full: number, palette: Uint8Array, clear: Uint8Array): number[] {
  if (colour === 3) return [...palette.subarray(a * 3, a * 3 + 3), clear[a] ?? 255];
  const grey = (a * 255) / full;
  if (colour === 0) return [grey, grey, grey, 255];
  if (colour === 4) return [grey, grey, grey, b];
  return colour === 2 ? [a, b, c, 255] : [a, b, c, d];
}
