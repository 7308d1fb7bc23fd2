import { rim } from '../anatomy.ts';
import { mix } from '../color.ts';
import { curve, disc, each, fill, outline, type Point, stroke } from '../shape.ts';
import type { Sitting } from '../sitting.ts';

export interface Hairdo {
  back: string;
  front: string;
  shadow: string;
  ears: boolean;
}

/** Places a point by face measures: x in half widths, y in crown heights above the eyes and chin depths below. */
export function at({ body, traits }: Sitting, x: number, y: number, corner?: 1): Point {
  const px = x * body.half * traits.parting;
  const py = y < 0 ? -y * body.crown : y * body.chin;
  return corner ? [px, py, 1] : [px, py];
}

export type Place = readonly [x: number, y: number, corner?: 1];
export const places = (sitting: Sitting, list: readonly Place[]) => list.map(([x, y, corner]) => at(sitting, x, y, corner));

const HAIRLINE = {
  centre: [
    [0.99, 0.1, 1],
    [0.93, -0.16],
    [0.76, -0.42],
    [0.4, -0.64],
    [0, -0.84, 1],
    [-0.4, -0.64],
    [-0.76, -0.42],
    [-0.93, -0.16],
    [-0.99, 0.1, 1],
  ],
  side: [
    [0.99, 0.1, 1],
    [0.95, -0.14],
    [0.84, -0.34],
    [0.5, -0.54],
    [0.02, -0.7],
    [-0.44, -0.85, 1],
    [-0.68, -0.62],
    [-0.87, -0.34],
    [-0.95, -0.12],
    [-0.99, 0.1, 1],
  ],
  fringe: [
    [0.99, 0.1, 1],
    [0.91, -0.1],
    [0.82, -0.24],
    [0.42, -0.31],
    [0, -0.28],
    [-0.42, -0.31],
    [-0.82, -0.24],
    [-0.91, -0.1],
    [-0.99, 0.1, 1],
  ],
  swept: [
    [0.99, 0.08, 1],
    [0.9, -0.24],
    [0.74, -0.48],
    [0.4, -0.63],
    [0, -0.66],
    [-0.4, -0.63],
    [-0.74, -0.48],
    [-0.9, -0.24],
    [-0.99, 0.08, 1],
  ],
  short: [
    [0.98, 0.19, 1],
    [0.91, 0.02],
    [0.89, -0.3],
    [0.72, -0.52],
    [0.36, -0.63],
    [0, -0.62],
    [-0.36, -0.63],
    [-0.72, -0.52],
    [-0.89, -0.3],
    [-0.91, 0.02],
    [-0.98, 0.19, 1],
  ],
  receding: [
    [0.98, 0.19, 1],
    [0.92, -0.04],
    [0.9, -0.32],
    [0.76, -0.7],
    [0.5, -0.82],
    [0.28, -0.68],
    [0, -0.66],
    [-0.28, -0.68],
    [-0.5, -0.82],
    [-0.76, -0.7],
    [-0.9, -0.32],
    [-0.92, -0.04],
    [-0.98, 0.19, 1],
  ],
} satisfies Record<string, readonly Place[]>;
export type HairlineName = keyof typeof HAIRLINE;

/** Points over the skull from the left to the right, `grow` px outside it (a number, or a function of the angle). */
export function arc({ body }: Sitting, reach: number, grow: number | ((degrees: number) => number), steps = 14): Point[] {
  return Array.from({ length: steps + 1 }, (_, index) => {
    const degrees = -reach + (index * 2 * reach) / steps;
    return rim(body, degrees, typeof grow === 'number' ? grow : grow(degrees));
  });
}

/** The outline of hair that lies on the skull, down to the hairline. */
export function capPath(sitting: Sitting, line: HairlineName, grow: number | ((degrees: number) => number), reach = 94): string {
  const hairline = places(sitting, HAIRLINE[line]);
  const ordered = sitting.traits.parting === 1 ? hairline : [...hairline].reverse();
  return outline([...arc(sitting, reach, grow), ...ordered]);
}

/** Fills a shape with hair that is brighter on the lit side. */
export function tress({ hair, light, ink }: Sitting, path: string, depth = 0): string {
  const bright = depth === 0 ? hair.base : hair.dark;
  const dim = depth === 0 ? hair.dark : hair.deep;
  const lit = light.side > 0 ? 1 : 0;
  return fill(
    path,
    ink.slope(
      [
        [0, bright],
        [0.5, bright],
        [1, dim],
      ],
      lit,
      0,
      1 - lit,
      0.5,
    ),
  );
}

/** Strands from one origin to several ends, bowed away from the face. */
export function comb({ hair, random }: Sitting, origin: Point, ends: readonly Point[], bow = 0.2): string {
  return each(ends, (end, index) => {
    const middle: Point = [
      (origin[0] + end[0]) / 2 + (end[0] - origin[0]) * bow,
      (origin[1] + end[1]) / 2 - Math.abs(end[0] - origin[0]) * bow,
    ];
    const lit = index % 2 === 0;
    return stroke(curve([origin, middle, end]), lit ? hair.light : hair.deep, random.between(2.5, 5), lit ? 0.4 : 0.3);
  });
}

/** A soft band of light over the crown. */
export function gloss(sitting: Sitting, grow: number): string {
  const { body, hair, light, ink } = sitting;
  const band = [8, 24, 42, 60].map((degrees) => rim(body, degrees * light.side, grow));
  return ink.blurred(stroke(curve(band), hair.light, 15, 0.65), 4) + stroke(curve(band.slice(1)), hair.light, 4, 0.5);
}

export interface Fall {
  length: number;
  flare: number;
  wave?: number;
  inner?: number;
  start?: number;
}

/** Points down one edge of hanging hair. */
function hanging({ body }: Sitting, side: number, fall: Fall, edge: 'outer' | 'inner', phase = 0): Point[] {
  const steps = 7;
  const start = fall.start ?? -70;
  const inset = fall.inner ?? 0.8;
  return Array.from({ length: steps + 1 }, (_, index) => {
    const t = index / steps;
    const ripple = (fall.wave ?? 0) * Math.sin(t * Math.PI * 3.4 + phase) * Math.min(1, t * 2.5);
    const outer = body.half + 15 + Math.sin(t * Math.PI * 0.6) * fall.flare;
    const inner = body.half * (0.97 - (0.97 - inset) * Math.sin(Math.min(1, t * 1.25) * Math.PI * 0.5));
    const taper = fall.length > 260 ? Math.max(0, t - 0.6) * 0.9 : 0;
    const x = edge === 'outer' ? outer - (outer - inner) * taper * 0.25 : inner + (outer - inner) * taper;
    return [side * (x + ripple), start + (fall.length - start) * t];
  });
}

/** Hair that hangs over one ear and the shoulder. */
export function curtain(sitting: Sitting, side: number, fall: Fall): string {
  const outer = hanging(sitting, side, fall, 'outer');
  const inner = hanging(sitting, side, fall, 'inner');
  const tip: Point = [((outer.at(-1)?.[0] ?? 0) + (inner.at(-1)?.[0] ?? 0)) / 2, fall.length + 16];
  const path = outline([...outer, tip, ...inner.reverse()]);
  const strand = (share: number) =>
    curve(hanging(sitting, side, fall, 'outer').map(([x, y], i): Point => [x + ((inner.at(-1 - i)?.[0] ?? x) - x) * share, y]));
  const lit = side === sitting.light.side;
  const lines = each([0.22, 0.45, 0.7], (share, i) =>
    stroke(strand(share), i === 1 ? sitting.hair.deep : sitting.hair.light, i === 1 ? 4 : 4.5, lit ? 0.42 : 0.25),
  );
  return fill(path, lit ? sitting.hair.base : sitting.hair.dark) + sitting.ink.within(path, lines);
}

/** The dark mass of hair behind the neck. */
export function backdrop(sitting: Sitting, fall: Fall, grow = 12): string {
  const right = hanging(sitting, 1, { ...fall, start: -20 }, 'outer');
  const left = hanging(sitting, -1, { ...fall, start: -20 }, 'outer').reverse();
  return tress(sitting, outline([...arc(sitting, 84, grow), ...right, [0, fall.length + 10], ...left]), 1);
}

/** A cloud of curls along the given points. */
export function curls({ hair, random, light }: Sitting, centres: readonly Point[], radius: number, tone: 'base' | 'dark' = 'base'): string {
  const sized = centres.map(([x, y]) => ({ x, y, r: radius * random.between(0.8, 1.15) }));
  const bodies = each(sized, ({ x, y, r }) => {
    const dim = Math.min(1, Math.max(0, 0.35 - (x * light.side) / 150));
    return disc(x, y, r, tone === 'dark' ? hair.dark : mix(hair.base, hair.dark, dim));
  });
  const coils = each(sized, ({ x, y, r }, index) => {
    const k = r * 0.55;
    const lit = x * light.side > -20;
    const path = `M${x - k} ${y + k * 0.2}C${x - k} ${y - k} ${x + k} ${y - k} ${x + k} ${y + k * 0.1}C${x + k} ${y + k * 0.7} ${x} ${y + k * 0.7} ${x} ${y + k * 0.1}`;
    return stroke(path, lit && index % 3 !== 1 ? hair.light : hair.deep, Math.max(2.6, r * 0.13), lit ? 0.42 : 0.4);
  });
  return bodies + (tone === 'dark' ? '' : coils);
}

/** Scatters points between two heights and angles over the skull. */
export function scattered({ body, random }: Sitting, from: number, to: number, grow: readonly number[], step: number): Point[] {
  return grow.flatMap((height, row) => {
    const count = Math.round((to - from) / step);
    return Array.from({ length: count + 1 }, (_, index): Point => {
      const degrees = from + (index + (row % 2) * 0.5) * ((to - from) / count);
      const [x, y] = rim(body, Math.min(to, degrees), height);
      return [x + random.between(-4, 4), y + random.between(-4, 4)];
    });
  });
}
