import { skullPoint } from '../model/anatomy.ts';
import type { PortraitContext } from '../model/portrait.ts';
import { bothSides, curve, each, fill, outline, type Point, stroke } from '../svg/shapes.ts';
import {
  type Cuts,
  capPath,
  drawCurls,
  drawGloss,
  drawStrands,
  facePoint,
  facePoints,
  fillHair,
  type Hairdo,
  pointsOverSkull,
  skullArc,
} from './hair-shapes.ts';

/** A round crown of tight curls. */
function afro(s: PortraitContext): Hairdo {
  const back =
    fill(outline(...skullArc(s, 98, 50), [s.body.halfWidth * 0.6, 50], [-s.body.halfWidth * 0.6, 50]), s.hair.dark) +
    drawCurls(s, pointsOverSkull(s, -98, 98, [54], 12), 32, 'dark');
  const front = drawCurls(s, [...pointsOverSkull(s, -96, 96, [42, 18], 12), ...pointsOverSkull(s, -70, 70, [-6], 13)], 30);
  return { back, front, shadow: capPath(s, 'swept', 4), ears: true };
}

/** A small, close afro. */
function shortAfro(s: PortraitContext): Hairdo {
  const back = fill(outline(...skullArc(s, 90, 20), [0, 20]), s.hair.dark);
  const front = drawCurls(
    s,
    [...pointsOverSkull(s, -84, 84, [14], 9), ...pointsOverSkull(s, -74, 74, [-6], 9), ...pointsOverSkull(s, -54, 54, [-26], 10)],
    20,
  );
  return { back, front, shadow: capPath(s, 'swept', 4), ears: true };
}

/** Curls on top, short at the sides. */
function curlyTop(s: PortraitContext): Hairdo {
  const path = capPath(s, 'short', 8, 98);
  const top = [
    ...pointsOverSkull(s, -54, 54, [30], 13),
    ...pointsOverSkull(s, -64, 64, [8], 12),
    ...pointsOverSkull(s, -56, 56, [-14], 12),
    ...pointsOverSkull(s, -40, 40, [-36], 14),
  ];
  return { back: '', front: fill(path, s.hair.dark) + drawCurls(s, top, 26), shadow: path, ears: true };
}

/** Places of curls that hang beside the face down to `length`, drawn behind the head (`behind`) and over it (`before`). */
function ringletPoints(s: PortraitContext, length: number, spread: number): { behind: Point[]; before: Point[] } {
  const column = (side: number, offset: number, from: number): Point[] =>
    Array.from({ length: Math.max(2, Math.round((length - from) / 34)) }, (_, i) => [
      side * (s.body.halfWidth + offset + Math.sin(i * 1.3) * 8 + Math.min(i, 5) * spread) + s.random.between(-5, 5),
      from + i * 34 + s.random.between(-5, 5),
    ]);
  return {
    behind: [...column(-1, 34, -60), ...column(1, 34, -60), ...column(-1, -20, 60), ...column(1, -20, 60)],
    before: [...column(-1, 8, -20), ...column(1, 8, -20), ...column(-1, 30, 30), ...column(1, 30, 30)],
  };
}

/** Curls that hang down to `length`; `spread` is how much wider they get with every curl, in px. */
function curlyCut(s: PortraitContext, length: number, spread: number, radius: number): Hairdo {
  const { behind, before } = ringletPoints(s, length, spread);
  const mass = fill(
    outline(...skullArc(s, 100, 30), [s.body.halfWidth + 24, length - 50], [0, length - 30], [-s.body.halfWidth - 24, length - 50]),
    s.hair.deep,
  );
  const crown = [
    ...pointsOverSkull(s, -92, 92, [30, 8], 13),
    ...pointsOverSkull(s, -80, -24, [-12], 14),
    ...pointsOverSkull(s, 24, 80, [-12], 14),
  ];
  const cap = fillHair(s, capPath(s, 'centre', 18));
  return {
    back: mass + drawCurls(s, behind, radius * 1.12, 'dark'),
    front: cap + drawCurls(s, [...before, ...crown], radius),
    shadow: capPath(s, 'centre', 10),
    ears: false,
  };
}

/** Long curls. */
const longCurls = (s: PortraitContext) => curlyCut(s, 290, 5, 30);

/** Curls to the jaw. */
const curlyBob = (s: PortraitContext) => curlyCut(s, 120, 7, 28);

/** Curls to the shoulders, a little looser. */
const looseCurls = (s: PortraitContext) => curlyCut(s, 200, 6, 34);

/** Set curls, short and light. */
function setCurls(s: PortraitContext): Hairdo {
  const cap = capPath(s, 'swept', 12);
  const front = drawCurls(s, [...pointsOverSkull(s, -108, 108, [12], 15), ...pointsOverSkull(s, -84, 84, [-12], 16)], 28);
  return { back: fill(outline(...skullArc(s, 112, 20), [0, 60]), s.hair.dark), front: fillHair(s, cap) + front, shadow: cap, ears: false };
}

/** Two round puffs. */
function puffs(s: PortraitContext): Hairdo {
  const cap = capPath(s, 'centre', 8);
  const back = bothSides((side) => {
    const [x, y] = skullPoint(s.body, side * 48, 52);
    const ring = Array.from({ length: 9 }, (_, i): Point => [x + Math.cos(i * 0.7) * 34, y + Math.sin(i * 0.7) * 34]);
    return drawCurls(s, [...ring, [x, y]], 27);
  });
  const strands = drawStrands(s, facePoint(s, 0, -1), facePoints(s, '-.8,-.8 -.9,-.5 .8,-.8 .9,-.5'), 0.1);
  return { back, front: fillHair(s, cap) + s.ink.clipTo(cap, strands + drawGloss(s, -6)), shadow: cap, ears: true };
}

/** One braid or loc. */
interface Braid {
  from: Point;
  bend: Point;
  to: Point;
  front: boolean;
}

/** Braids side by side, the outer ones in front of the shoulders. */
function drawBraids(s: PortraitContext, count: number, length: number, width: number): { back: string; front: string } {
  const lines = Array.from({ length: count }, (_, i): Braid => {
    const spread = (i / (count - 1)) * 2 - 1;
    const side = Math.sign(spread) || 1;
    const x = spread * (s.body.halfWidth + 34);
    const front = Math.abs(spread) > 0.72;
    return {
      from: [spread * s.body.halfWidth * 0.9, -70 - (1 - Math.abs(spread)) * 60],
      bend: [x + side * 12, 40],
      to: [x * 0.96 + s.random.between(-8, 8), length + s.random.between(-24, 18)],
      front,
    };
  });
  const draw = (rope: Braid, i: number) => {
    const path = curve(rope.from, rope.bend, rope.to);
    const color = i % 2 ? s.hair.base : s.hair.dark;
    return `${stroke(path, color, width)}<g stroke-dasharray="3 9">${stroke(path, s.hair.light, width * 0.5, 0.25)}</g>`;
  };
  return {
    back: each(
      lines.filter((rope) => !rope.front),
      draw,
    ),
    front: each(
      lines.filter((rope) => rope.front),
      draw,
    ),
  };
}

/** A head of braids with partings over the skull. */
function braidedCut(s: PortraitContext, count: number, length: number, width: number): Hairdo {
  const cap = capPath(s, 'centre', 14);
  const { back, front } = drawBraids(s, count, length, width);
  const rows = each(
    [-0.8, -0.5, -0.22, 0.22, 0.5, 0.8],
    (x) =>
      stroke(curve(facePoint(s, x * 0.3, -1.04), facePoint(s, x * 0.9, -0.86), facePoint(s, x * 1.2, -0.36)), s.hair.deep, 4.5, 0.7) +
      stroke(curve(facePoint(s, x * 0.4, -1.04), facePoint(s, x * 1.02, -0.82), facePoint(s, x * 1.3, -0.34)), s.hair.light, 2.5, 0.35),
  );
  return { back, front: front + fillHair(s, cap) + s.ink.clipTo(cap, rows), shadow: cap, ears: false };
}

/** Locs to the shoulders. */
const locs = (s: PortraitContext) => braidedCut(s, 15, 250, 24);

/** Fine box braids to the chest. */
const boxBraids = (s: PortraitContext) => braidedCut(s, 24, 380, 15);

/** Short twists that stand up and fall to all sides. */
function twists(s: PortraitContext): Hairdo {
  const path = capPath(s, 'short', 8, 98);
  const art = each([...pointsOverSkull(s, -76, 76, [2], 9), ...pointsOverSkull(s, -60, 60, [-22], 11)], ([x, y], i) => {
    const tip: Point = [x * 1.1 + s.random.between(-6, 6), y - 6 + Math.abs(x) * 0.22];
    const twist = curve([x * 0.86, y + 26], [x * 1.04, y - 6], tip);
    return `${stroke(twist, i % 2 ? s.hair.base : s.hair.dark, 23)}<g stroke-dasharray="4 8">${stroke(twist, s.hair.light, 12, 0.22)}</g>`;
  });
  return { back: '', front: fill(path, s.hair.deep) + art, shadow: path, ears: true };
}

/** Cornrows, braided close to the head. */
function cornrows(s: PortraitContext): Hairdo {
  const path = capPath(s, 'swept', 7, 97);
  const rows = each([-0.78, -0.52, -0.26, 0, 0.26, 0.52, 0.78], (x) => {
    const row = curve(facePoint(s, x, -0.62 + Math.abs(x) * 0.2), facePoint(s, x * 0.86, -0.9), facePoint(s, x * 0.5, -1.12));
    return `${stroke(row, s.hair.deep, 8, 0.8)}<g stroke-dasharray="2 10">${stroke(row, s.hair.light, 9, 0.3)}</g>`;
  });
  return { back: '', front: fillHair(s, path) + s.ink.clipTo(path, rows), shadow: path, ears: true };
}

export const CURLY = {
  afro,
  shortAfro,
  curlyTop,
  longCurls,
  curlyBob,
  looseCurls,
  setCurls,
  puffs,
  locs,
  boxBraids,
  twists,
  cornrows,
} satisfies Cuts;
