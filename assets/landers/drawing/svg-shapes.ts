/** Size of all scenes of the landers, in px. */
export const WIDTH = 960;
export const HEIGHT = 600;

/** A sine from -1 to 1. A time from 0 to 1 is a whole number of turns, so that a film ends where it begins. `shift` is a share of a turn. */
export const wave = (t: number, turns = 1, shift = 0): number => Math.sin((t * turns + shift) * 2 * Math.PI);

/** Pseudo-random numbers from 0 to 1 (mulberry32); the same seed gives the same sequence. */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Points spread evenly but irregularly over a unit square. The third number is random and meant for a size. */
export function scatteredPoints(count: number, seed: number): readonly (readonly [x: number, y: number, size: number])[] {
  const next = seededRandom(seed);
  const placed: [number, number, number][] = [];
  for (let i = 0; i < count; i += 1) {
    // Of six random points, the one that is farthest from its nearest neighbour.
    const candidates = Array.from({ length: 6 }, (): [number, number, number] => [next(), next(), next()]);
    const distance = ([x, y]: readonly [number, number, number]) => Math.min(1, ...placed.map(([a, b]) => Math.hypot(a - x, b - y)));
    const [best] = candidates.toSorted((a, b) => distance(b) - distance(a));
    if (best) placed.push(best);
  }
  return placed;
}

/** Elements of an SVG; `more` holds further attributes. `r` is the radius of the corners. */
export const rect = (x: number, y: number, w: number, h: number, fill: string, r = 0, more = ''): string =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${r}" fill="${fill}" ${more}/>`;
export const disc = (x: number, y: number, r: number, fill: string, more = ''): string =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}" ${more}/>`;
export const path = (d: string, fill: string, more = ''): string => `<path d="${d}" fill="${fill}" ${more}/>`;
export const translated = (x: number, y: number, inner: string, more = ''): string =>
  `<g transform="translate(${x} ${y}) ${more}">${inner}</g>`;
/** The definition of a gradient from top to bottom, to be used as `url(#id)`. */
export const verticalGradient = (id: string, from: string, to: string): string =>
  `<linearGradient id="${id}" x2="0" y2="1"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>`;

/** Colours of a person, and whether the hair is long. */
export interface PersonColors {
  readonly coat: string;
  readonly hair: string;
  readonly skin: string;
  readonly isLong?: boolean;
}
export const ANNA: PersonColors = { coat: '#C9341C', hair: '#6E2F1C', skin: '#E9B994', isLong: true };
export const BEN: PersonColors = { coat: '#2F5166', hair: '#241A22', skin: '#A86F4C' };

/** Head and shoulders of a person seen from behind. (x, y) is the middle of the lower edge; `lean` turns the head, in degrees clockwise. */
export function person(x: number, y: number, scale: number, { coat, hair, skin, isLong }: PersonColors, lean = 0): string {
  const head =
    rect(-15, -150, 30, 46, skin, 12) +
    disc(0, -176, 42, hair) +
    (isLong ? path('M-42 -182Q-54 -104 -32 -82Q0 -66 32 -82Q54 -104 42 -182Z', hair) : disc(-41, -168, 9, skin) + disc(41, -168, 9, skin)) +
    path('M-30 -194Q-6 -218 22 -204', 'none', 'stroke="#fff" stroke-opacity=".16" stroke-width="7" stroke-linecap="round"');
  const body =
    path('M-92 8Q-98 -92 -44 -110Q0 -126 44 -110Q98 -92 92 8Z', coat) +
    path('M92 8Q98 -92 44 -110Q28 -116 14 -118Q66 -88 62 8Z', '#000', 'opacity=".14"') +
    path('M-30 -115Q0 -96 30 -115L24 -124Q0 -110 -24 -124Z', '#F3E3CF');
  return `<g transform="translate(${x} ${y}) scale(${scale})">${body}<g transform="rotate(${lean} 0 -116)">${head}</g></g>`;
}

/** A row of gabled houses that stand on `y`. Windows have the colour `lit` or `pane`, as `isLit` says by the number of the window. */
export function houses(y: number, walls: readonly string[], pane: string, lit: string, isLit: (n: number) => boolean): string {
  return walls
    .map((wall, i) => {
      const x = i * 112 - 20;
      const top = y - 190 - ((i * 53) % 70);
      const panes = Array.from({ length: 6 }, (_, n) =>
        rect(x + 20 + (n % 2) * 42, top + 54 + Math.floor(n / 2) * 58, 26, 38, isLit(i * 6 + n) ? lit : pane, 3),
      ).join('');
      return (
        path(
          `M${x} ${y}V${top + 30}H${x + 20}V${top + 8}H${x + 38}V${top - 16}H${x + 72}V${top + 8}H${x + 90}V${top + 30}H${x + 110}V${y}Z`,
          wall,
        ) + panes
      );
    })
    .join('');
}

/** A cup; (x, y) is the middle of its bottom. */
export const cup = (x: number, y: number, fill: string): string =>
  `${rect(x - 20, y - 34, 40, 34, fill, 7)}<path d="M${x + 20} ${y - 26}q17 1 0 19" fill="none" stroke="${fill}" stroke-width="6"/>`;

/** A whole picture with this content. */
export const svg = (inner: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}">${inner}</svg>`;
