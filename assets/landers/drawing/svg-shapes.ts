/** What the scenes of the landers are drawn with: 960 × 600, people seen from behind. */
export const WIDTH = 960;
export const HEIGHT = 600;

/** A whole turn for a time from 0 to 1, so that a film ends where it begins. */
export const wave = (t: number, turns = 1, shift = 0): number => Math.sin((t * turns + shift) * 2 * Math.PI);

/** Numbers from 0 to 1 without a pattern, the same ones for the same seed (mulberry32). */
function noise(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Places spread over a square of 1 without rows, and without two of them close together; the third number is free. */
export function scattered(count: number, seed: number): readonly (readonly [x: number, y: number, size: number])[] {
  const next = noise(seed);
  const placed: [number, number, number][] = [];
  for (let i = 0; i < count; i += 1) {
    // Of a few places the one that is farthest from all others.
    const tries = Array.from({ length: 6 }, (): [number, number, number] => [next(), next(), next()]);
    const distance = ([x, y]: readonly [number, number, number]) => Math.min(1, ...placed.map(([a, b]) => Math.hypot(a - x, b - y)));
    const [best] = tries.toSorted((a, b) => distance(b) - distance(a));
    if (best) placed.push(best);
  }
  return placed;
}

export const rect = (x: number, y: number, w: number, h: number, fill: string, r = 0, more = ''): string =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${r}" fill="${fill}" ${more}/>`;
export const disc = (x: number, y: number, r: number, fill: string, more = ''): string =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}" ${more}/>`;
export const line = (d: string, fill: string, more = ''): string => `<path d="${d}" fill="${fill}" ${more}/>`;
export const moved = (x: number, y: number, inner: string, more = ''): string => `<g transform="translate(${x} ${y}) ${more}">${inner}</g>`;
/** A ground that goes over from one colour to another, from top to bottom. */
export const ground = (id: string, from: string, to: string): string =>
  `<linearGradient id="${id}" x2="0" y2="1"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>`;

export interface Looks {
  readonly coat: string;
  readonly hair: string;
  readonly skin: string;
  readonly isLong?: boolean;
}
export const ANNA: Looks = { coat: '#C9341C', hair: '#6E2F1C', skin: '#E9B994', isLong: true };
export const BEN: Looks = { coat: '#2F5166', hair: '#241A22', skin: '#A86F4C' };

/** Head and shoulders from behind; the seat is at (x, y), and the head leans by so many degrees. */
export function person(x: number, y: number, scale: number, { coat, hair, skin, isLong }: Looks, lean = 0): string {
  const head =
    rect(-15, -150, 30, 46, skin, 12) +
    disc(0, -176, 42, hair) +
    (isLong ? line('M-42 -182Q-54 -104 -32 -82Q0 -66 32 -82Q54 -104 42 -182Z', hair) : disc(-41, -168, 9, skin) + disc(41, -168, 9, skin)) +
    line('M-30 -194Q-6 -218 22 -204', 'none', 'stroke="#fff" stroke-opacity=".16" stroke-width="7" stroke-linecap="round"');
  const body =
    line('M-92 8Q-98 -92 -44 -110Q0 -126 44 -110Q98 -92 92 8Z', coat) +
    line('M92 8Q98 -92 44 -110Q28 -116 14 -118Q66 -88 62 8Z', '#000', 'opacity=".14"') +
    line('M-30 -115Q0 -96 30 -115L24 -124Q0 -110 -24 -124Z', '#F3E3CF');
  return `<g transform="translate(${x} ${y}) scale(${scale})">${body}<g transform="rotate(${lean} 0 -116)">${head}</g></g>`;
}

/** A row of gabled houses; some windows are lit. */
export function houses(y: number, walls: readonly string[], pane: string, lit: string, isLit: (n: number) => boolean): string {
  return walls
    .map((wall, i) => {
      const x = i * 112 - 20;
      const top = y - 190 - ((i * 53) % 70);
      const panes = Array.from({ length: 6 }, (_, n) =>
        rect(x + 20 + (n % 2) * 42, top + 54 + Math.floor(n / 2) * 58, 26, 38, isLit(i * 6 + n) ? lit : pane, 3),
      ).join('');
      return (
        line(
          `M${x} ${y}V${top + 30}H${x + 20}V${top + 8}H${x + 38}V${top - 16}H${x + 72}V${top + 8}H${x + 90}V${top + 30}H${x + 110}V${y}Z`,
          wall,
        ) + panes
      );
    })
    .join('');
}

export const cup = (x: number, y: number, fill: string): string =>
  `${rect(x - 20, y - 34, 40, 34, fill, 7)}<path d="M${x + 20} ${y - 26}q17 1 0 19" fill="none" stroke="${fill}" stroke-width="6"/>`;

export const svg = (inner: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}">${inner}</svg>`;
