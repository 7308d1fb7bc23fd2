import { outline } from '../svg/shapes.ts';
import { type Cut, type Cuts, drawGloss, drawShortSides, drawStrands, facePoint, facePoints, fillHair } from './hair-shapes.ts';

/** A cut with short sides and longer hair on top, combed from `origin` to `ends`. Texts hold points as `facePoints` reads them. */
const combedCut =
  (top: string, origin: readonly [x: number, y: number], ends: string, bow = 0.2): Cut =>
  (sitting) => {
    const base = drawShortSides(sitting);
    const path = outline(...facePoints(sitting, top));
    const strands = drawStrands(sitting, facePoint(sitting, ...origin), facePoints(sitting, ends), bow);
    return {
      back: '',
      front: base.art + fillHair(sitting, path) + sitting.ink.clipTo(path, strands + drawGloss(sitting, 4)),
      shadow: base.path,
      ears: true,
    };
  };

/** Longer on top than at the sides, combed one way or another. */
export const COMBED = {
  sidePart: combedCut(
    '-.56,-.72! -.72,-.98 -.42,-1.18 .1,-1.24 .66,-1.14 1.02,-.8 1.03,-.42 .9,-.36 .62,-.58 .1,-.58 -.3,-.64',
    [-0.55, -0.78],
    '.98,-.5 .95,-.7 .8,-.95 .5,-1.08 .75,-.6',
  ),
  quiff: combedCut(
    '-.9,-.44! -.99,-.8 -.74,-1.12 -.24,-1.28 .4,-1.3 .88,-1.08 1,-.7 .92,-.42! .76,-.58 .42,-.66 .02,-.7 -.4,-.64 -.72,-.56',
    [-0.5, -0.66],
    '-.4,-1.12 0,-1.2 .4,-1.16 .72,-1 .9,-.75',
    0.12,
  ),
  slickBack: combedCut(
    '-.9,-.4! -1.02,-.76 -.7,-1.1 0,-1.2 .7,-1.1 1.02,-.76 .9,-.4! .68,-.64 .34,-.75 0,-.7 -.34,-.75 -.68,-.64',
    [0, -0.6],
    '-.8,-.8 -.5,-1 -.2,-1.1 .15,-1.1 .5,-1 .8,-.8',
    0.02,
  ),
  crop: combedCut(
    `-.94,-.36! -1.02,-.8 -.68,-1.12 -.3,-1.15 0,-1.2 .36,-1.14 .7,-1.1 1.02,-.8 .94,-.36!
     .76,-.5 .6,-.5 .4,-.55! .24,-.5 .06,-.54! -.14,-.5 -.34,-.55! -.56,-.5 -.78,-.48`,
    [0.1, -1.3],
    '-.7,-.5 -.45,-.55 -.2,-.52 .1,-.5 .35,-.55 .6,-.5 .85,-.55',
    0.05,
  ),
  tousled: combedCut(
    `-.98,-.16! -1.1,-.56 -1.04,-.92 -.78,-1.14 -.5,-1.18! -.22,-1.3 .12,-1.27 .34,-1.22! .62,-1.24 .94,-1.04 1.1,-.66
     .98,-.16! .88,-.42 .74,-.46! .6,-.42 .3,-.48 .1,-.6! -.08,-.5 -.4,-.5 -.62,-.62! -.8,-.48`,
    [-0.44, -1.12],
    '-.98,-.5 -.8,-.52 -.5,-.55 -.1,-.52 .25,-.5 .55,-.46 .85,-.5 1,-.7',
    0.14,
  ),
  undercut: combedCut(
    '-.62,-.74! -.7,-1.04 -.3,-1.26 .34,-1.28 .9,-1.02 1.1,-.6 1.06,-.24! .92,-.42 .72,-.36! .5,-.56 0,-.64 -.34,-.66',
    [-0.58, -0.82],
    '1.04,-.36 1.02,-.6 .88,-.85 .6,-1.08 .8,-.5',
    0.22,
  ),
  flow: combedCut(
    `-1,.3! -1.2,.16 -1.14,-.4 -1.02,-.86 -.6,-1.2 0,-1.24 .6,-1.2 1.02,-.86 1.14,-.4
     1.2,.16 1,.3! .93,-.1 .78,-.4 .34,-.6 -.12,-.84! -.5,-.6 -.82,-.36 -.94,-.1`,
    [-0.12, -1.1],
    '-1.1,0 -1,-.4 -.8,-.6 .5,-.65 .85,-.5 1.02,-.3 1.12,.05',
  ),
} satisfies Cuts;
