import { IRIS } from '../model/palettes.ts';
import type { PortraitContext } from '../model/portrait.ts';
import type { BrowShape, Expression, EyeShape } from '../model/traits.ts';
import { brightness, darken, mix } from '../svg/color.ts';
import { bothSides, curve, disc, fill, outline, oval, type Point, stroke } from '../svg/shapes.ts';

/** In px, `width` as a factor. `upper` and `lower`: opening above and below the middle; `slant`: how much the outer corner is raised; `fold`: distance of the lid's fold. */
interface EyeForm {
  upper: number;
  lower: number;
  width: number;
  slant: number;
  fold: number;
}

const EYES: Record<EyeShape, EyeForm> = {
  almond: { upper: 15, lower: 9.5, width: 1, slant: 1.5, fold: 8 },
  round: { upper: 17, lower: 11, width: 0.97, slant: 1, fold: 8 },
  hooded: { upper: 13.5, lower: 9.5, width: 1.02, slant: 0, fold: 5 },
  narrow: { upper: 12.5, lower: 8, width: 1.06, slant: 2.5, fold: 6 },
  drooping: { upper: 14, lower: 9.5, width: 1, slant: -3.5, fold: 7 },
};

/** How far each expression closes the eyes, from 0 to 1. */
const SQUINT: Record<Expression, number> = { calm: 0.08, soft: 0, smile: 0.22, smirk: 0.2, grin: 0.34, beam: 0.5, laugh: 1 };

const lashColor = (sitting: PortraitContext) => mix(sitting.hair.deep, '#1b1013', 0.65);

function closedEye(sitting: PortraitContext, x: number, side: number): string {
  const width = sitting.body.eyeHalf;
  const ink = lashColor(sitting);
  const lid = curve([x - width, 7], [x - width * 0.5, -5], [x, -9], [x + width * 0.5, -5], [x + width, 7]);
  const lash = sitting.traits.lashes
    ? stroke(`M${x + side * width} 6q${side * 6} -1 ${side * 10} -6M${x + side * width * 0.72} -1q${side * 6} -3 ${side * 8} -8`, ink, 4)
    : '';
  const cheek = stroke(curve([x - width * 0.8, 19], [x, 13], [x + width * 0.8, 19]), sitting.skin.shade, 4, 0.6);
  return stroke(lid, ink, sitting.traits.lashes ? 6.5 : 5.5) + lash + cheek;
}

function openEye(sitting: PortraitContext, x: number, side: number): string {
  const { skin, traits, pose, light, ink, body } = sitting;
  const form = EYES[traits.eyes];
  const squint = SQUINT[pose.expression];
  const width = body.eyeHalf * form.width;
  const upper = form.upper * (1 - squint * 0.22) * (traits.lashes ? 1.06 : 0.94);
  const lower = form.lower * (1 - squint * 0.75);
  const inner: Point = [x - side * width, 3, 1];
  const outer: Point = [x + side * width, 1 - form.slant, 1];
  const top: Point[] = [
    [x - side * width * 0.52, -upper * 0.72],
    [x + side * width * 0.06, -upper],
    [x + side * width * 0.6, -upper * 0.72 - form.slant * 0.5],
  ];
  const opening = outline(inner, ...top, outer, [x + side * width * 0.45, lower * 0.85], [x - side * width * 0.25, lower]);
  const gaze = x + Math.sign(pose.turnX) * 2.6;
  const iris = IRIS[traits.iris];
  const ball =
    fill(opening, mix('#fffaf3', skin.shade, 0.1)) +
    disc(gaze, -2, 12.6, darken(iris, 0.35)) +
    disc(gaze, -2, 11, iris) +
    oval(gaze, 3, 7.5, 5.5, mix(iris, '#ffe9c4', 0.35), 0.7) +
    disc(gaze, -2, 5.4, '#160e11') +
    stroke(curve(inner, ...top, outer), skin.line, 11, 0.32) +
    disc(gaze + light.side * 4.2, -6.2, 3.1, '#ffffff', 0.95) +
    disc(gaze - light.side * 4, 3, 1.5, '#ffffff', 0.55);
  return socket(sitting, x) + ink.clipTo(opening, ball) + lids(sitting, side, [inner, ...top, outer], { x, width, lower, upper });
}

/** Shade around an eye. */
function socket({ skin, ink }: PortraitContext, x: number): string {
  return ink.glow(x, -4, 44, skin.shade, 0.42, 26);
}

/** Place and size of one open eye. */
interface LidMeasure {
  x: number;
  width: number;
  lower: number;
  upper: number;
}

/** Lashes, the fold of the upper lid and the line of the lower lid. */
function lids(sitting: PortraitContext, side: number, upperLid: Point[], { x, width, lower, upper }: LidMeasure): string {
  const { skin, traits } = sitting;
  const form = EYES[traits.eyes];
  const dark = lashColor(sitting);
  const end = upperLid.at(-1) ?? [x, 0];
  const long = traits.lashes && traits.age < 56;
  const tip: Point[] = traits.lashes ? [[end[0] + side * (long ? 7 : 4), end[1] - (long ? 4 : 1)]] : [];
  const lashLine = curve(...upperLid.slice(0, -1), [end[0], end[1]], ...tip);
  const flick = long ? stroke(`M${end[0] - side * 8} ${end[1] - 6}q${side * 6} -2 ${side * 9} -7`, dark, 3) : '';
  const fold = curve(
    [x - side * width * 0.75, -upper * 0.75 - form.fold * 0.7],
    [x + side * width * 0.05, -upper - form.fold],
    [x + side * width * 0.86, -upper * 0.62 - form.fold * 0.7 - form.slant * 0.6],
  );
  const below = curve([x - side * width * 0.6, lower * 0.9 + 2], [x, lower + 2.5], [x + side * width * 0.85, lower * 0.4 + 1]);
  return stroke(below, skin.line, 2.6, 0.4) + stroke(fold, skin.line, 3, 0.5) + stroke(lashLine, dark, traits.lashes ? 5.8 : 4.4) + flick;
}

/** Draws both eyes, closed when the person laughs. */
export function drawEyes(sitting: PortraitContext): string {
  return bothSides((side) => {
    const isFarSide = Math.sign(sitting.pose.turnX) === side;
    const x = sitting.pose.turnX + side * sitting.body.eyeGap * (isFarSide ? 0.98 : 1.01);
    return sitting.pose.expression === 'laugh' ? closedEye(sitting, x, side) : openEye(sitting, x, side);
  });
}

/** `arch` and `tail`: how far the middle is raised and the outer end lowered, in px; `weight`: a factor of the thickness. */
interface BrowForm {
  arch: number;
  weight: number;
  tail: number;
}

const BROWS: Record<BrowShape, BrowForm> = {
  arched: { arch: 9, weight: 0.85, tail: 6 },
  straight: { arch: 3, weight: 1, tail: 4 },
  soft: { arch: 6, weight: 0.8, tail: 7 },
  bold: { arch: 5, weight: 1.25, tail: 6 },
};

/** Draws both brows; a smirk raises one of them. */
export function drawBrows({ traits, pose, body, hair, skin }: PortraitContext): string {
  const form = BROWS[traits.brows];
  const pale = brightness(hair.base) > 0.45;
  const color =
    traits.age > 50 && pale ? mix(hair.dark, '#4a4244', 0.45) : mix(hair.base, pale ? skin.line : '#1c1014', pale ? 0.55 : 0.45);
  const weight = (5.2 + traits.bone * 3.6) * form.weight * (traits.age > 64 ? 0.85 : 1);
  const warmth = SQUINT[pose.expression] > 0.2 ? 0.8 : -0.6;
  return bothSides((side) => {
    const x = pose.turnX + side * body.eyeGap;
    const raised =
      pose.expression === 'laugh' ? 5 : pose.expression === 'beam' ? 3 : pose.expression === 'smirk' && side === traits.parting ? 8 : 0;
    const y = body.brow - raised;
    return fill(
      outline(
        [x - side * 27, y - warmth],
        [x - side * 8, y - form.arch * 0.6 - warmth * 0.5],
        [x + side * 12, y - form.arch],
        [x + side * 37, y + form.tail, 1],
        [x + side * 13, y - form.arch + weight * 0.95],
        [x - side * 8, y - form.arch * 0.55 + weight * 1.15 - warmth * 0.5],
        [x - side * 26, y + weight - warmth],
      ),
      color,
      pale ? 0.9 : 0.95,
    );
  });
}
