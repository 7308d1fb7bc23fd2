import type { PortraitContext } from '../model/portrait.ts';
import { bothSides, outline, stroke } from '../svg/shapes.ts';
import {
  type Cut,
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
  type HangingHair,
} from './hair-shapes.ts';

/** A cut of long hair: hairline, origin and ends of the strands, and the hair that hangs. */
interface LongForm {
  line: HairlineName;
  origin: readonly [x: number, y: number];
  ends: string;
  /** Hair behind the neck. */
  behind: HangingHair;
  /** Hair beside the face; by default like that behind the neck. */
  fall?: HangingHair;
  /** Hair beside the face only on the side of the parting; the other ear can be seen. */
  oneSided?: boolean;
}

const CENTRE_ENDS = '-1,-.1 -.92,-.4 -.7,-.62 -1.02,-.55 .7,-.62 .92,-.4 1,-.1 1.02,-.55';
const SIDE_ENDS = '1,-.05 .95,-.3 .7,-.52 .4,-.62 1,-.6 -.98,-.1 -.9,-.4 -1,-.6';
const FRINGE_ENDS = '-.75,-.28 -.5,-.3 -.2,-.28 .12,-.28 .4,-.3 .7,-.28 1.02,-.3 -1.02,-.3';

/** Draws a cut of long hair. */
const longCut =
  (form: LongForm): Cut =>
  (s) => {
    const grow = (degrees: number) => 15 + Math.max(0, 12 - Math.abs(degrees) * 0.16);
    const path = capPath(s, form.line, grow, 96);
    const bow = form.line === 'fringe' ? 0.06 : 0.2;
    const strands = drawStrands(s, facePoint(s, ...form.origin), facePoints(s, form.ends), bow) + drawGloss(s, 2);
    const fall = form.fall ?? form.behind;
    const curtains = bothSides((side) => (form.oneSided && side !== s.traits.parting ? '' : drawSideHair(s, side, fall)));
    return {
      back: drawBackHair(s, { ...form.behind, length: form.behind.length - (form.behind.length < 260 ? 8 : 0) }, 14),
      front: curtains + fillHair(s, path) + s.ink.clipTo(path, strands),
      shadow: path,
      ears: form.oneSided ?? false,
    };
  };

const SIDE = { line: 'side', origin: [-0.44, -1], ends: SIDE_ENDS } as const;
const FRINGE = { line: 'fringe', origin: [0, -1.7], ends: FRINGE_ENDS } as const;

const shagBase = longCut({
  line: 'centre',
  origin: [0, -1.1],
  ends: CENTRE_ENDS,
  behind: { length: 240, flare: 26, wave: 12, inner: 0.72 },
});

/** A shaggy shoulder cut with a long fringe. */
function shag(s: PortraitContext): Hairdo {
  const hairdo = shagBase(s);
  const wisps = bothSides((side) => {
    const wisp = outline([side * 6, -150, 1], [side * 44, -108], [side * 78, -52], [side * 92, -18, 1], [side * 60, -58], [side * 24, -94]);
    return fillHair(s, wisp) + stroke(`M${side * 14} -138Q${side * 56} -94 ${side * 84} -34`, s.hair.light, 3, 0.4);
  });
  return { ...hairdo, front: hairdo.front + wisps };
}

export const LONG = {
  longStraight: longCut({ line: 'centre', origin: [0, -1.08], ends: CENTRE_ENDS, behind: { length: 400, flare: 18, inner: 0.68 } }),
  longWaves: longCut({ ...SIDE, behind: { length: 372, flare: 46, wave: 13, inner: 0.66 } }),
  longFringe: longCut({ ...FRINGE, behind: { length: 350, flare: 22, wave: 3, inner: 0.72 } }),
  lob: longCut({ ...SIDE, behind: { length: 226, flare: 24, wave: 4, inner: 0.74 } }),
  shag,
  bob: longCut({ ...SIDE, behind: { length: 150, flare: 22, inner: 0.82 } }),
  bobFringe: longCut({ ...FRINGE, behind: { length: 136, flare: 16, inner: 0.86 } }),
  sideSwept: longCut({
    ...SIDE,
    behind: { length: 190, flare: -6 },
    fall: { length: 350, flare: 30, wave: 9, inner: 0.62 },
    oneSided: true,
  }),
  softWave: longCut({
    line: 'swept',
    origin: [-0.3, -0.72],
    ends: '-1,-.3 -.8,-.8 -.3,-1.1 .3,-1.12 .8,-.8 1,-.3',
    behind: { length: 132, flare: 24, wave: 4, inner: 0.88 },
  }),
  behindShoulders: longCut({
    line: 'centre',
    origin: [0.06, -1.08],
    ends: CENTRE_ENDS,
    behind: { length: 300, flare: 14 },
    fall: { length: 132, flare: 4, inner: 0.92 },
  }),
} satisfies Cuts;
