import { drawHat } from './clothes/hats.ts';
import { KNITWEAR } from './clothes/knitwear.ts';
import { straps } from './clothes/straps.ts';
import { TAILORED } from './clothes/tailored.ts';
import { drawBeard, drawMoustache } from './face/beard.ts';
import { drawBrows, drawEyes } from './face/eyes.ts';
import { drawEarrings, drawGlasses } from './face/glasses-and-earrings.ts';
import { drawAge, drawEars, drawFace, drawNeck, drawScalpShine } from './face/head.ts';
import { drawMouth } from './face/mouth.ts';
import { drawNose } from './face/nose.ts';
import { COMBED } from './hair/combed.ts';
import { COVERED } from './hair/covered.ts';
import { CROPPED } from './hair/cropped.ts';
import { CURLY } from './hair/curly.ts';
import type { Cut } from './hair/hair-shapes.ts';
import { LONG } from './hair/long.ts';
import { TIED } from './hair/tied.ts';
import type { CutName, GarmentName } from './model/names.ts';
import type { PortraitContext } from './model/portrait.ts';

const GARMENTS: Record<GarmentName, (sitting: PortraitContext) => string> = { ...KNITWEAR, straps, ...TAILORED };
const CUTS: Record<CutName, Cut> = { ...COMBED, ...CROPPED, ...LONG, ...TIED, ...CURLY, ...COVERED };

/** Draws the garment of the outfit, over the neck. */
const drawGarment = (sitting: PortraitContext): string => GARMENTS[sitting.pose.outfit.garment](sitting);

/** Haircuts that leave the top of the head bare. */
const BALD = new Set<CutName>(['shaved', 'wreath']);

/** Draws the whole person from back to front. The origin is the middle between the eyes. */
export function drawFigure(sitting: PortraitContext): string {
  const { traits, pose, body } = sitting;
  const cut = pose.hasOtherCut ? traits.otherCut : traits.cut;
  const hair = CUTS[cut](sitting);
  const lean = (art: string) =>
    `<g transform="translate(${(pose.turnX * 0.55).toFixed(1)} 0) rotate(${pose.tiltDegrees.toFixed(2)} 0 ${body.neckBase})">${art}</g>`;
  const head = [
    hair.ears ? drawEars(sitting) : '',
    drawFace(sitting, hair.shadow),
    BALD.has(cut) ? drawScalpShine(sitting) : '',
    drawAge(sitting),
    drawNose(sitting),
    drawEyes(sitting),
    drawBeard(sitting),
    drawMouth(sitting),
    drawMoustache(sitting),
    drawBrows(sitting),
    hair.front,
    drawGlasses(sitting),
    hair.ears ? drawEarrings(sitting) : '',
    drawHat(sitting),
  ].join('');
  // A headscarf falls over the clothes; other hair at the back lies behind the neck.
  const liesOverClothes = cut === 'headscarf';
  return liesOverClothes
    ? drawNeck(sitting) + drawGarment(sitting) + lean(hair.back + head)
    : lean(hair.back) + drawNeck(sitting) + drawGarment(sitting) + lean(head);
}
