/** Red, green and blue of #rrggbb, each from 0 to 255. */
function channels(hex: string): [number, number, number] {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

/** Blends two #rrggbb colours; 0 gives the first, 1 the second. */
export function mix(from: string, to: string, amount: number): string {
  const [r1, g1, b1] = channels(from);
  const [r2, g2, b2] = channels(to);
  const blend = (a: number, b: number) =>
    Math.round(a + (b - a) * amount)
      .toString(16)
      .padStart(2, '0');
  return `#${blend(r1, r2)}${blend(g1, g2)}${blend(b1, b2)}`;
}

/** Perceived brightness of a colour, from 0 (black) to 1 (white). */
export function brightness(hex: string): number {
  const [r, g, b] = channels(hex);
  return (0.299 * r + 0.587 * g + 0.114 * b) / 255;
}

/** Blends a colour with a dark violet or a warm white; 0 changes nothing, 1 gives that colour. */
export const darken = (hex: string, amount: number) => mix(hex, '#170c18', amount);
export const lighten = (hex: string, amount: number) => mix(hex, '#fff2dd', amount);
