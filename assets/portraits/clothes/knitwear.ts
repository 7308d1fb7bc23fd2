import { FABRIC } from '../model/palettes.ts';
import type { PortraitContext } from '../model/portrait.ts';
import { darken, lighten, mix } from '../svg/color.ts';
import { bothSides, curve, each, fill, mirrorPoints, outline, type Point, stroke, times } from '../svg/shapes.ts';
import { drapery, drawTop, type Garments, shoulderEdge } from './torso.ts';

const tee = (s: PortraitContext) => drawTop(s, 'crew');
const scoop = (s: PortraitContext) => drawTop(s, 'scoop');
const veeNeck = (s: PortraitContext) => drawTop(s, 'vee');
const boatNeck = (s: PortraitContext) => drawTop(s, 'boat');

/** A roll of knitwear around the neck. */
function rollNeck(s: PortraitContext): string {
  const { neck, neckBase: base } = s.body;
  const color = FABRIC[s.pose.outfit.main];
  const height = 58;
  const roll = outline(
    [-neck - 6, base - height, 1],
    [0, base - height + 15],
    [neck + 6, base - height, 1],
    [neck + 13, base - 26],
    [neck + 36, base + 2],
    [0, base + 28],
    [-neck - 36, base + 2],
    [-neck - 13, base - 26],
  );
  const d = -s.light.side;
  const shade = fill(
    outline([d * neck * 0.3, base - 80, 1], [d * neck * 0.45, base + 60, 1], [d * 200, base + 60, 1], [d * 200, base - 80, 1]),
    darken(color, 0.3),
    0.5,
  );
  const ribs = times(9, (i) => stroke(`M${(i - 4) * neck * 0.26} ${base - height + 8}l${(i - 4) * 3.5} 66`, darken(color, 0.3), 3, 0.35));
  const edge = stroke(
    curve([-neck - 4, base - height + 2], [0, base - height + 18], [neck + 4, base - height + 2]),
    lighten(color, 0.35),
    5,
    0.7,
  );
  const under = stroke(curve([-neck - 34, base + 6], [0, base + 33], [neck + 34, base + 6]), darken(color, 0.4), 8, 0.4);
  return drawTop(s, 'high') + under + fill(roll, color) + s.ink.clipTo(roll, ribs + shade + edge);
}

/** A hooded sweater with cords. */
function hoodie(s: PortraitContext): string {
  const { neck, neckBase: base, shoulder } = s.body;
  const color = FABRIC[s.pose.outfit.main];
  const hood = bothSides((side) => {
    const shape = outline(
      [side * (neck - 8), base - 54, 1],
      [side * (neck + 34), base - 48],
      [side * shoulder * 0.56, base + 6],
      [side * shoulder * 0.36, base + 66],
      [side * 10, base + 96, 1],
      [side * 2, base + 52, 1],
      [side * neck * 0.75, base + 14],
    );
    const lit = side === s.light.side;
    return (
      fill(shape, lit ? lighten(color, 0.16) : mix(color, darken(color, 0.4), 0.35)) +
      stroke(curve([side * (neck + 6), base - 40], [side * neck * 1.02, base + 14], [side * 8, base + 70]), darken(color, 0.35), 4, 0.5)
    );
  });
  const cords = bothSides((side) =>
    stroke(`M${side * 30} ${base + 84}c${side * 4} 30 ${side * 2} 60 ${side * 7} ${side > 0 ? 84 : 104}`, '#f3eadb', 6.5),
  );
  return drawTop(s, 'crew', s.pose.outfit.main, true) + hood + cords;
}

/** A buttoned cardigan over a plain top. */
function cardigan(s: PortraitContext): string {
  const { neck, neckBase: base } = s.body;
  const color = FABRIC[s.pose.outfit.main];
  const sides = bothSides((side) => {
    const right = shoulderEdge(s, 30);
    const half = outline(...right, [26, 560, 1], [20, base + 190], [neck * 0.72, base + 86]);
    const path = side === 1 ? half : outline(...mirrorPoints(right), [-neck * 0.72, base + 86], [-20, base + 190], [-26, 560, 1]);
    const band = curve([side * (neck + 31), base - 12], [side * neck * 0.76, base + 86], [side * 24, base + 190], [side * 30, 560]);
    const ribs = times(7, (i) => stroke(`M${side * (52 + i * 28)} ${base - 40}l${side * (8 + i * 5)} 420`, darken(color, 0.24), 4, 0.32));
    return (
      fill(path, color) +
      s.ink.clipTo(path, ribs + drapery(s, color) + stroke(band, darken(color, 0.2), 22) + stroke(band, lighten(color, 0.2), 2.5, 0.5))
    );
  });
  return drawTop(s, 'scoop', s.pose.outfit.second, true) + sides;
}

/** A thick scarf over a coat. */
function scarf(s: PortraitContext): string {
  const { neck, neckBase: base } = s.body;
  const color = FABRIC[s.pose.outfit.second];
  const part = s.traits.parting;
  const d = -s.light.side;
  const loop = outline(
    [-neck - 30, base - 42],
    [0, base - 6],
    [neck + 30, base - 42],
    [neck + 62, base - 4],
    [neck + 36, base + 44],
    [0, base + 64],
    [-neck - 36, base + 44],
    [-neck - 62, base - 4],
  );
  const end = outline(
    [part * 18, base + 30, 1],
    [part * 82, base + 16, 1],
    [part * 104, base + 120],
    [part * 102, base + 240, 1],
    [part * 36, base + 246, 1],
    [part * 30, base + 120],
  );
  const lines: Point[][] = [
    [
      [-neck - 40, base - 16],
      [0, base + 22],
      [neck + 44, base - 18],
    ],
    [
      [-neck - 44, base + 14],
      [0, base + 46],
      [neck + 34, base + 18],
    ],
  ];
  const folds = each(lines, (line, i) => stroke(curve(...line), i ? darken(color, 0.32) : lighten(color, 0.3), 5.5, 0.5));
  const shade = fill(`M${d * 40} ${base - 90}L${d * 70} ${base + 100}H${d * 300}V${base - 90}Z`, darken(color, 0.34), 0.4);
  const stripes = times(2, (i) => stroke(`M${part * 30} ${base + 180 + i * 24}l${part * 80} -4`, lighten(color, 0.45), 7, 0.7));
  return (
    drawTop(s, 'crew', s.pose.outfit.main, true) +
    fill(end, darken(color, 0.14)) +
    s.ink.clipTo(end, stripes) +
    fill(loop, color) +
    s.ink.clipTo(loop, folds + shade)
  );
}

export const KNITWEAR = { tee, scoop, veeNeck, boatNeck, rollNeck, hoodie, cardigan, scarf } satisfies Garments;
