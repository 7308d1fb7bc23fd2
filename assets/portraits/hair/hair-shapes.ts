import { skullPoint } from '../model/anatomy.ts';
import type { CutName } from '../model/names.ts';
import type { PortraitContext } from '../model/portrait.ts';
import { mix } from '../svg/color.ts';
import { curve, disc, each, fill, outline, type Point, stroke } from '../svg/shapes.ts';

export interface Hairdo {
  /** Drawn behind the head. */
  back: string;
  /** Drawn over the face. */
  front: string;
  /** The path that casts a shadow on the face; empty for none. */
  shadow: string;
  /** Whether the ears can be seen. */
  ears: boolean;
}

export type Cut = (sitting: PortraitContext) => Hairdo;
export type Cuts = Partial<Record<CutName, Cut>>;

/** A point given in measures of the face: x in half widths of the head towards the parting, y above the eyes as a share of the crown's height, below as a share of the chin's. */
export function facePoint({ body, traits }: PortraitContext, x: number, y: number, corner?: 1): Point {
  const px = x * body.halfWidth * traits.parting;
  return [px, y < 0 ? -y * body.crown : y * body.chin, corner];
}

/** Reads points written as `x,y x,y! …` in the measures of `at`; `!` makes a corner. */
export const facePoints = (sitting: PortraitContext, text: string): Point[] =>
  text.split(/\s+/).map((word) => {
    const [x = Number.NaN, y = Number.NaN] = word.replace('!', '').split(',').map(Number);
    return facePoint(sitting, x, y, word.endsWith('!') ? 1 : undefined);
  });

/** Hairlines from the side of the parting to the other. */
const HAIRLINE = {
  centre: '.99,.1! .93,-.16 .76,-.42 .4,-.64 0,-.84! -.4,-.64 -.76,-.42 -.93,-.16 -.99,.1!',
  side: '.99,.1! .95,-.14 .84,-.34 .5,-.54 .02,-.7 -.44,-.85! -.68,-.62 -.87,-.34 -.95,-.12 -.99,.1!',
  fringe: '.99,.1! .91,-.1 .82,-.24 .42,-.31 0,-.28 -.42,-.31 -.82,-.24 -.91,-.1 -.99,.1!',
  swept: '.99,.08! .9,-.24 .74,-.48 .4,-.63 0,-.66 -.4,-.63 -.74,-.48 -.9,-.24 -.99,.08!',
  short: '.98,.1! .92,-.04 .89,-.3 .72,-.52 .36,-.63 0,-.62 -.36,-.63 -.72,-.52 -.89,-.3 -.92,-.04 -.98,.1!',
  receding: '.98,.1! .92,-.06 .9,-.32 .76,-.64 .5,-.78 .24,-.72 0,-.7 -.24,-.72 -.5,-.78 -.76,-.64 -.9,-.32 -.92,-.06 -.98,.1!',
};
export type HairlineName = keyof typeof HAIRLINE;

/** How far hair stands out from the skull in px, the same everywhere or by degrees from the crown. */
type HairThickness = number | ((degrees: number) => number);

/** Points over the skull from left to right, up to `reach` degrees from the crown and `grow` px outside it. */
export function skullArc({ body }: PortraitContext, reach: number, grow: HairThickness): Point[] {
  return Array.from({ length: 15 }, (_, index) => {
    const degrees = -reach + (index * 2 * reach) / 14;
    return skullPoint(body, degrees, typeof grow === 'number' ? grow : grow(degrees));
  });
}

/** Reads points that are listed from right to left, and keeps that order on whichever side the parting is. */
export function rightToLeftPoints(sitting: PortraitContext, text: string): Point[] {
  const points = facePoints(sitting, text);
  return sitting.traits.parting === 1 ? points : points.reverse();
}

/** The outline of hair that lies on the skull, down to the hairline. */
export function capPath(sitting: PortraitContext, line: HairlineName, grow: HairThickness, reach = 94): string {
  return outline(...skullArc(sitting, reach, grow), ...rightToLeftPoints(sitting, HAIRLINE[line]));
}

/** Short hair over the ears and temples, under whatever grows on top. */
export function drawShortSides(sitting: PortraitContext, grow = 7, line: HairlineName = 'short'): { art: string; path: string } {
  const path = capPath(sitting, line, (degrees) => grow + Math.max(0, 10 - Math.abs(degrees) * 0.12), 98);
  return { art: fill(path, sitting.hair.dark), path };
}

/** Fills a shape with the colour of the hair, brighter on the lit side. With `depth` 1 it is darker, for hair at the back. */
export function fillHair({ hair, light, ink }: PortraitContext, path: string, depth = 0): string {
  const bright = depth === 0 ? hair.base : hair.dark;
  const dim = depth === 0 ? hair.dark : hair.deep;
  const lit = light.side > 0 ? 1 : 0;
  return fill(
    path,
    ink.linearGradient(
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

/** Strands from one origin to several ends; `bow` is how far they curve outwards, as a share of their width. */
export function drawStrands({ hair, random }: PortraitContext, origin: Point, ends: readonly Point[], bow = 0.2): string {
  return each(ends, (end, index) => {
    const middle: Point = [
      (origin[0] + end[0]) / 2 + (end[0] - origin[0]) * bow,
      (origin[1] + end[1]) / 2 - Math.abs(end[0] - origin[0]) * bow,
    ];
    const lit = index % 2 === 0;
    return stroke(curve(origin, middle, end), lit ? hair.light : hair.deep, random.between(2.5, 5), lit ? 0.26 : 0.2);
  });
}

/** A soft band of light over the crown, `grow` px outside the skull. */
export function drawGloss(sitting: PortraitContext, grow: number): string {
  const { body, hair, light, ink } = sitting;
  const band = [8, 24, 42, 60].map((degrees) => skullPoint(body, degrees * light.side, grow));
  return ink.blurred(stroke(curve(...band), hair.light, 15, 0.65), 4) + stroke(curve(...band.slice(1)), hair.light, 4, 0.5);
}

/** The form of hanging hair, in px. */
export interface HangingHair {
  /** The y of its lower end. */
  length: number;
  /** How much wider it gets towards its end. */
  flare: number;
  /** Height of its waves; 0 by default. */
  wave?: number;
  /** Where the inner edge ends, as a share of half the width of the head; 0.8 by default. */
  inner?: number;
  /** The y of its upper end; -70 by default. */
  start?: number;
}

/** Points down the outer or inner edge of hanging hair on one side. */
function hangingEdge({ body }: PortraitContext, side: number, fall: HangingHair, edge: 'outer' | 'inner', phase = 0): Point[] {
  const steps = 7;
  const start = fall.start ?? -70;
  const inset = fall.inner ?? 0.8;
  return Array.from({ length: steps + 1 }, (_, index) => {
    const t = index / steps;
    const ripple = (fall.wave ?? 0) * Math.sin(t * Math.PI * 2.6 + phase) * Math.min(1, t * 1.6);
    // The upper end lies under the hair of the skull, which is narrower there.
    const tuck = start < -40 ? Math.max(0, 1 - t * 5) * 22 : 0;
    const outer = body.halfWidth + 15 + Math.sin(t * Math.PI * 0.6) * fall.flare - tuck;
    const inner = body.halfWidth * (0.97 - (0.97 - inset) * Math.sin(Math.min(1, t * 1.25) * Math.PI * 0.5));
    const taper = fall.length > 260 ? Math.max(0, t - 0.5) * 1.1 : 0;
    const x = edge === 'outer' ? outer - (outer - inner) * taper * 0.25 : inner + (outer - inner) * taper;
    return [side * (x + ripple), start + (fall.length - start) * t];
  });
}

/** Hair that hangs over one ear and the shoulder. */
export function drawSideHair(sitting: PortraitContext, side: number, fall: HangingHair): string {
  const outer = hangingEdge(sitting, side, fall, 'outer');
  const inner = hangingEdge(sitting, side, fall, 'inner');
  const tip: Point = [((outer.at(-1)?.[0] ?? 0) + (inner.at(-1)?.[0] ?? 0)) / 2, fall.length + 16];
  const path = outline(...outer, tip, ...inner.reverse());
  const strand = (share: number) =>
    curve(...hangingEdge(sitting, side, fall, 'outer').map(([x, y], i): Point => [x + ((inner.at(-1 - i)?.[0] ?? x) - x) * share, y]));
  const lit = side === sitting.light.side;
  const lines = each([0.2, 0.55], (share, i) =>
    stroke(strand(share), i === 1 ? sitting.hair.deep : sitting.hair.light, i === 1 ? 5 : 8, lit ? 0.32 : 0.18),
  );
  return fill(path, lit ? sitting.hair.base : sitting.hair.dark) + sitting.ink.clipTo(path, lines);
}

/** The dark mass of hair behind the neck. */
export function drawBackHair(sitting: PortraitContext, fall: HangingHair, grow = 12): string {
  const right = hangingEdge(sitting, 1, { ...fall, start: -20 }, 'outer');
  const left = hangingEdge(sitting, -1, { ...fall, start: -20 }, 'outer').reverse();
  return fillHair(sitting, outline(...skullArc(sitting, 84, grow), ...right, [0, fall.length + 10], ...left), 1);
}

/** Curls around the given points, each a disc with a coil; with the tone `dark` without coils, for hair at the back. */
export function drawCurls(
  { hair, random, light }: PortraitContext,
  centres: readonly Point[],
  radius: number,
  tone: 'base' | 'dark' = 'base',
): string {
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

/** Points about every `step` degrees over the skull between two angles, a row for each height in `grow` (px outside the skull), slightly irregular. */
export function pointsOverSkull(
  { body, random }: PortraitContext,
  from: number,
  to: number,
  grow: readonly number[],
  step: number,
): Point[] {
  return grow.flatMap((height, row) => {
    const count = Math.round((to - from) / step);
    return Array.from({ length: count + 1 }, (_, index): Point => {
      const degrees = from + (index + (row % 2) * 0.5) * ((to - from) / count);
      const [x, y] = skullPoint(body, Math.min(to, degrees), height);
      return [x + random.between(-4, 4), y + random.between(-4, 4)];
    });
  });
}
