import { skullPoint } from '../model/anatomy.ts';
import { FABRIC } from '../model/palettes.ts';
import type { PortraitContext } from '../model/portrait.ts';
import { mix } from '../svg/color.ts';
import { bothSides, curve, disc, each, fill, outline, oval, type Point, stroke } from '../svg/shapes.ts';
import {
  type Cuts,
  capPath,
  drawBackHair,
  drawGloss,
  drawSideHair,
  drawStrands,
  facePoint,
  facePoints,
  fillHair,
  type Hairdo,
  type HairlineName,
} from './hair-shapes.ts';

const SWEPT_ENDS = '-.92,-.3 -.74,-.55 -.4,-.68 0,-.7 .4,-.68 .74,-.55 .92,-.3';

/** Hair combed back to a knot at `knot`, with loose strands at the temples. */
function drawPulledBackHair(
  s: PortraitContext,
  line: HairlineName,
  knot: readonly [x: number, y: number],
): { front: string; path: string } {
  const path = capPath(s, line, (degrees) => 9 + Math.max(0, 8 - Math.abs(degrees) * 0.1), 96);
  const strands = drawStrands(s, facePoint(s, ...knot), facePoints(s, SWEPT_ENDS), 0.1);
  const wisps = bothSides((side) =>
    stroke(curve(facePoint(s, side * 0.95, -0.1), facePoint(s, side * 1.03, 0.12), facePoint(s, side * 0.97, 0.36)), s.hair.base, 4.5, 0.9),
  );
  return { front: fillHair(s, path) + s.ink.clipTo(path, strands + drawGloss(s, -4)) + wisps, path };
}

/** A bun of radius `r`. */
function drawBun(s: PortraitContext, x: number, y: number, r: number): string {
  const rings = each([0.72, 0.42], (share, i) =>
    stroke(
      `M${x - r * share} ${y + r * 0.2}C${x - r * share} ${y - r * share} ${x + r * share} ${y - r * share} ${x + r * share * 0.9} ${y + r * 0.25}`,
      i ? s.hair.deep : s.hair.light,
      4.5,
      0.5,
    ),
  );
  return disc(x, y, r, s.hair.dark) + disc(x + s.light.side * r * 0.1, y - r * 0.06, r * 0.9, s.hair.base) + rings;
}

/** A bun on top of the head. */
function topBun(s: PortraitContext): Hairdo {
  const { front, path } = drawPulledBackHair(s, 'swept', [0, -1.15]);
  const [x, y] = skullPoint(s.body, 5 * s.traits.parting, 44);
  return { back: drawBun(s, x, y, 50), front, shadow: path, ears: true };
}

/** A low bun in the neck, seen behind one ear. */
function lowBun(s: PortraitContext): Hairdo {
  const { front, path } = drawPulledBackHair(s, 'side', [-0.44, -0.95]);
  const side = s.traits.parting;
  return { back: drawBun(s, side * s.body.halfWidth * 0.78, s.body.chin * 0.78, 44), front, shadow: path, ears: true };
}

/** A ponytail that swings to one side. */
function ponytail(s: PortraitContext): Hairdo {
  const { front, path } = drawPulledBackHair(s, 'swept', [0.2, -1.1]);
  const side = -s.traits.parting;
  const w = s.body.halfWidth;
  const tail = outline(
    [side * w * 0.3, -190],
    [side * (w + 34), -150],
    [side * (w + 84), -40],
    [side * (w + 72), 110],
    [side * (w + 44), 250, 1],
    [side * (w + 14), 130],
    [side * (w + 18), -10],
    [side * w * 0.7, -90],
  );
  const strands = each([0.2, 0.5, 0.8], (share) =>
    stroke(
      curve([side * w * 0.6, -150], [side * (w + 24 + share * 50), -50], [side * (w + 22 + share * 42), 90], [side * (w + 42), 232]),
      share === 0.5 ? s.hair.deep : s.hair.light,
      4.5,
      0.4,
    ),
  );
  return { back: fillHair(s, tail) + s.ink.clipTo(tail, strands), front, shadow: path, ears: true };
}

/** The upper half tied back, the rest over the shoulders. */
function halfUp(s: PortraitContext): Hairdo {
  const { front, path } = drawPulledBackHair(s, 'swept', [0.1, -1.1]);
  const fall = { length: 350, flare: 22, wave: 8, inner: 0.66, start: -30 };
  const [x, y] = skullPoint(s.body, 8 * s.traits.parting, 10);
  return {
    back: drawBun(s, x, y, 42) + drawBackHair(s, fall, 6),
    front: bothSides((side) => drawSideHair(s, side, fall)) + front,
    shadow: path,
    ears: false,
  };
}

/** A plait along the points. */
function drawPlait(s: PortraitContext, points: readonly Point[], width: number): string {
  return each(points, ([x, y], i) => {
    const lit = i % 2 === 0;
    const r = width * (1 - i * 0.025);
    return (
      oval(x, y, r, r * 0.86, lit ? s.hair.base : mix(s.hair.base, s.hair.dark, 0.5)) +
      stroke(`M${x - r * 0.6} ${y - r * 0.3}q${r * 0.7} ${r * 0.2} ${r * 1.1} ${r * 0.75}`, lit ? s.hair.light : s.hair.deep, 3.4, 0.55)
    );
  });
}

/** Two plaits over the shoulders. */
function plaits(s: PortraitContext): Hairdo {
  const { front, path } = drawPulledBackHair(s, 'centre', [0, -1.06]);
  const art = bothSides((side) => {
    const points = Array.from({ length: 13 }, (_, i): Point => [side * (s.body.halfWidth + 4 + Math.sin(i * 0.32) * 20), 70 + i * 24]);
    const [x, y] = points.at(-1) ?? [0, 0];
    return (
      drawPlait(s, points, 24) +
      fill(outline([x - 11, y + 14], [x + 11, y + 14], [x + 14, y + 50], [x, y + 62], [x - 14, y + 50]), s.hair.dark) +
      stroke(`M${x - 11} ${y + 16}h22`, FABRIC[s.pose.outfit.hatColor], 8)
    );
  });
  return { back: '', front: art + front, shadow: path, ears: true };
}

/** One thick plait over a shoulder. */
function sidePlait(s: PortraitContext): Hairdo {
  const { front, path } = drawPulledBackHair(s, 'side', [-0.44, -0.95]);
  const side = s.traits.parting;
  const points = Array.from({ length: 12 }, (_, i): Point => [side * (s.body.halfWidth - 6 + Math.sin(i * 0.36) * 22), 90 + i * 27]);
  return {
    back: fill(
      outline([0, -100], [side * (s.body.halfWidth + 22), -10], [side * (s.body.halfWidth + 20), 120], [side * 20, 130]),
      s.hair.dark,
    ),
    front: drawPlait(s, points, 32) + front,
    shadow: path,
    ears: true,
  };
}

/** Long hair in a knot at the back of the crown. */
function manBun(s: PortraitContext): Hairdo {
  const { front, path } = drawPulledBackHair(s, 'swept', [0, -1.1]);
  const [x, y] = skullPoint(s.body, 16 * s.traits.parting, 12);
  return { back: drawBun(s, x, y, 44), front, shadow: path, ears: true };
}

export const TIED = { topBun, lowBun, ponytail, halfUp, plaits, sidePlait, manBun } satisfies Cuts;
