import { each, outline, stroke } from '../shape.ts';
import type { Sitting } from '../sitting.ts';
import {
  at,
  backdrop,
  capPath,
  comb,
  curtain,
  type Fall,
  gloss,
  type Hairdo,
  type HairlineName,
  type Place,
  places,
  tress,
} from './brush.ts';

interface LongForm {
  line: HairlineName;
  origin: Place;
  ends: readonly Place[];
  behind: Fall;
  fall?: Fall;
  oneSided?: boolean;
}

const CENTRE_ENDS: readonly Place[] = [
  [-1, -0.1],
  [-0.92, -0.4],
  [-0.7, -0.62],
  [-1.02, -0.55],
  [0.7, -0.62],
  [0.92, -0.4],
  [1, -0.1],
  [1.02, -0.55],
];
const SIDE_ENDS: readonly Place[] = [
  [1, -0.05],
  [0.95, -0.3],
  [0.7, -0.52],
  [0.4, -0.62],
  [1, -0.6],
  [-0.98, -0.1],
  [-0.9, -0.4],
  [-1, -0.6],
];
const FRINGE_ENDS: readonly Place[] = [
  [-0.75, -0.28],
  [-0.5, -0.3],
  [-0.2, -0.28],
  [0.12, -0.28],
  [0.4, -0.3],
  [0.7, -0.28],
  [1.02, -0.3],
  [-1.02, -0.3],
];

function falling(s: Sitting, form: LongForm): Hairdo {
  const grow = (degrees: number) => 15 + Math.max(0, 12 - Math.abs(degrees) * 0.16);
  const path = capPath(s, form.line, grow, 96);
  const bow = form.line === 'fringe' ? 0.06 : 0.2;
  const strands = comb(s, at(s, form.origin[0], form.origin[1]), places(s, form.ends), bow) + gloss(s, 2);
  const fall = form.fall ?? form.behind;
  const curtains = each([-1, 1], (side) => (form.oneSided && side !== s.traits.parting ? '' : curtain(s, side, fall)));
  return {
    back: backdrop(s, { ...form.behind, length: form.behind.length - (form.behind.length < 260 ? 8 : 0) }, 14),
    front: curtains + tress(s, path) + s.ink.within(path, strands),
    shadow: path,
    ears: form.oneSided ?? false,
  };
}

/** Long and straight from a centre parting. */
export const longStraight = (s: Sitting) =>
  falling(s, { line: 'centre', origin: [0, -1.08], ends: CENTRE_ENDS, behind: { length: 400, flare: 10, inner: 0.66 } });

/** Long waves from a side parting. */
export const longWaves = (s: Sitting) =>
  falling(s, { line: 'side', origin: [-0.44, -1], ends: SIDE_ENDS, behind: { length: 370, flare: 30, wave: 11, inner: 0.64 } });

/** Long with a straight fringe. */
export const longFringe = (s: Sitting) =>
  falling(s, { line: 'fringe', origin: [0, -1.1], ends: FRINGE_ENDS, behind: { length: 350, flare: 6, inner: 0.7 } });

/** To the shoulders, slightly flared. */
export const lob = (s: Sitting) =>
  falling(s, { line: 'side', origin: [-0.44, -1], ends: SIDE_ENDS, behind: { length: 226, flare: 24, wave: 4, inner: 0.74 } });

/** A shaggy shoulder cut with a long fringe. */
export const shag = (s: Sitting) => {
  const hairdo = falling(s, {
    line: 'centre',
    origin: [0, -1.1],
    ends: CENTRE_ENDS,
    behind: { length: 240, flare: 26, wave: 12, inner: 0.72 },
  });
  const wisps = each([-1, 1], (side) => {
    const wisp = outline([
      [side * 6, -150, 1],
      [side * 44, -108],
      [side * 78, -52],
      [side * 92, -18, 1],
      [side * 60, -58],
      [side * 24, -94],
    ]);
    return tress(s, wisp) + stroke(`M${side * 14} -138Q${side * 56} -94 ${side * 84} -34`, s.hair.light, 3, 0.4);
  });
  return { ...hairdo, front: hairdo.front + wisps };
};

/** A bob to the jaw, parted on the side. */
export const bob = (s: Sitting) =>
  falling(s, { line: 'side', origin: [-0.44, -1], ends: SIDE_ENDS, behind: { length: 150, flare: 22, inner: 0.82 } });

/** A straight bob with a fringe. */
export const bobFringe = (s: Sitting) =>
  falling(s, { line: 'fringe', origin: [0, -1.1], ends: FRINGE_ENDS, behind: { length: 136, flare: 16, inner: 0.86 } });

/** Swept behind one ear, over the other shoulder. */
export const sideSwept = (s: Sitting) =>
  falling(s, {
    line: 'side',
    origin: [-0.44, -1],
    ends: SIDE_ENDS,
    behind: { length: 190, flare: -6 },
    fall: { length: 350, flare: 30, wave: 9, inner: 0.62 },
    oneSided: true,
  });

/** A soft chin-length wave, worn off the forehead. */
export const softWave = (s: Sitting) =>
  falling(s, {
    line: 'swept',
    origin: [-0.3, -0.72],
    ends: [
      [-1, -0.3],
      [-0.8, -0.8],
      [-0.3, -1.1],
      [0.3, -1.12],
      [0.8, -0.8],
      [1, -0.3],
    ],
    behind: { length: 128, flare: 34, wave: 7, inner: 0.9 },
  });

/** Straight to the chest, tucked behind both shoulders. */
export const behindShoulders = (s: Sitting) =>
  falling(s, {
    line: 'centre',
    origin: [0.06, -1.08],
    ends: CENTRE_ENDS,
    behind: { length: 300, flare: 14 },
    fall: { length: 132, flare: 4, inner: 0.92 },
  });
