import type { GarmentName } from '../model/names.ts';
import { FABRIC, type FabricColor } from '../model/palettes.ts';
import type { PortraitContext } from '../model/portrait.ts';
import { darken, lighten } from '../svg/color.ts';
import { bothSides, curve, fill, mirrorPoints, outline, type Point, stroke } from '../svg/shapes.ts';
import { patterned } from './patterns.ts';

export type Garments = Partial<Record<GarmentName, (sitting: PortraitContext) => string>>;

type Neckline = 'crew' | 'scoop' | 'vee' | 'boat' | 'high';

/** The right half of each neckline from the middle on: x as a share of its half width, y in px below the base of the neck. */
const NECKLINES: Record<Neckline, readonly Point[]> = {
  crew: [
    [0, 27],
    [0.55, 15],
  ],
  scoop: [
    [0, 78],
    [0.4, 68],
    [0.8, 36],
  ],
  vee: [[0, 92, 1]],
  boat: [
    [0, 14],
    [0.6, 8],
  ],
  high: [
    [0, 2],
    [0.5, -4],
  ],
};

/** The y at which garments end, below the edge of the picture. */
const GARMENT_BOTTOM = 560;

/** The outer edge from the right end of the neckline, `inset` px from the neck, over the shoulder to below the picture. */
export function shoulderEdge({ body }: PortraitContext, inset = 22): Point[] {
  const { neck, neckBase: base, shoulder } = body;
  return [
    [neck + inset, base - 16 + (inset - 22) * 0.3, 1],
    [shoulder * 0.6, base + 24],
    [shoulder * 0.88, base + 52],
    [shoulder * 1.06, base + 118],
    [shoulder * 1.17, base + 230],
    [shoulder * 1.24, GARMENT_BOTTOM, 1],
  ];
}

/** Points of the neckline from left to right, without its ends. */
function necklinePoints({ body }: PortraitContext, neckline: Neckline): Point[] {
  const right = NECKLINES[neckline].map(([x, y, corner]): Point => [x * (body.neck + 22), body.neckBase + y, corner]);
  return [...mirrorPoints(right.slice(1)), ...right];
}

/** The outline of a garment with this neckline. */
export function torsoPath(s: PortraitContext, neckline: Neckline): string {
  const right = shoulderEdge(s, neckline === 'boat' ? 46 : 22);
  return outline(...necklinePoints(s, neckline), ...right, ...mirrorPoints(right));
}

/** The line along the neckline, for a seam. */
function necklinePath(s: PortraitContext, neckline: Neckline): string {
  const end = shoulderEdge(s, neckline === 'boat' ? 46 : 22)[0] ?? [0, 0];
  return curve([-end[0], end[1], 1], ...necklinePoints(s, neckline), [end[0], end[1], 1]);
}

/** Shade on the side away from the light, and folds at the arms. */
export function drapery({ body, light }: PortraitContext, color: string): string {
  const { shoulder, neckBase: base } = body;
  const d = -light.side;
  const dark = darken(color, 0.34);
  const shade = outline(
    [d * 52, base - 60, 1],
    [d * 96, base + 80],
    [d * 84, base + 200],
    [d * 120, GARMENT_BOTTOM, 1],
    [d * 500, GARMENT_BOTTOM, 1],
    [d * 500, base - 60, 1],
  );
  const arms = bothSides((side) =>
    stroke(
      curve([side * shoulder * 0.72, GARMENT_BOTTOM], [side * shoulder * 0.7, base + 210], [side * shoulder * 0.8, base + 140]),
      dark,
      7,
      0.5,
    ),
  );
  const folds =
    stroke(curve([d * shoulder * 0.76, base + 120], [d * shoulder * 0.5, base + 150], [d * shoulder * 0.3, base + 150]), dark, 6, 0.35) +
    stroke(curve([-d * shoulder * 0.7, base + 96], [-d * shoulder * 0.5, base + 116], [-d * shoulder * 0.36, base + 116]), dark, 5, 0.3);
  const glow = stroke(
    curve([light.side * body.neck * 1.6, base + 4], [light.side * shoulder * 0.66, base + 34], [light.side * shoulder * 0.93, base + 78]),
    lighten(color, 0.4),
    9,
    0.28,
  );
  return fill(shade, dark, 0.42) + arms + folds + glow;
}

/** A whole upper garment with pattern, folds and neck seam; a `plain` one has no pattern. */
export function drawTop(s: PortraitContext, neckline: Neckline, main: FabricColor = s.pose.outfit.main, plain = false): string {
  const color = FABRIC[main];
  const path = torsoPath(s, neckline);
  const weave = plain ? '' : patterned(s, color);
  const seam =
    stroke(necklinePath(s, neckline), darken(color, 0.26), 9, 0.75) + stroke(necklinePath(s, neckline), lighten(color, 0.3), 2, 0.4);
  return fill(path, color) + s.ink.clipTo(path, weave + drapery(s, color) + seam);
}
