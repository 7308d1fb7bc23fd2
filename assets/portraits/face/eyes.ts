import { IRIS } from '../model/palettes.ts';
import type { PortraitContext } from '../model/portrait.ts';
import type { BrowShape, Expression, EyeShape } from '../model/traits.ts';
import { brightness, darken, mix } from '../svg/color.ts';
import { bothSides, box, disc, fill, oval, type Point, quadratic, stroke } from '../svg/shapes.ts';

/** In px, `width` as a factor. `upper` and `lower`: opening above and below the middle; `slant`: how much the outer corner is raised; `fold`: distance of the lid's fold. */
interface EyeForm {
  upper: number;
  lower: number;
  width: number;
  slant: number;
  fold: number;
}

const EYES: Record<EyeShape, EyeForm> = {
  almond: { upper: 12.4, lower: 8.8, width: 1, slant: 1.5, fold: 9 },
  round: { upper: 13.4, lower: 9.4, width: 0.98, slant: 1, fold: 9 },
  hooded: { upper: 11.2, lower: 8.6, width: 1.02, slant: 0.5, fold: 6 },
  narrow: { upper: 10.6, lower: 7.4, width: 1.05, slant: 2.5, fold: 7 },
  drooping: { upper: 11.8, lower: 8.6, width: 1, slant: -1, fold: 8 },
};

/** How far each expression raises the lower lids, from 0 to 1. */
const SQUINT: Record<Expression, number> = { smile: 0.25, content: 1, grin: 0.35, beam: 0.55, laugh: 1 };
/** Expressions with closed eyes. */
const CLOSES_EYES = new Set<Expression>(['content', 'laugh']);
const IRIS_RADIUS = 11.8;
/** The middle of the iris lies above that of the eye, so that the upper lid covers a part of it. */
const IRIS_Y = -2.6;

/** Dark also where the hair is white. */
const lashColor = ({ hair }: PortraitContext) => mix(hair.deep, '#1a0f14', brightness(hair.base) > 0.5 ? 0.78 : 0.6);

/** A line over both corners of an eye whose middle is at `y`. */
const lidLine = (from: Point, y: number, to: Point): string => quadratic(from, [(from[0] + to[0]) / 2, 2 * y - (from[1] + to[1]) / 2], to);

/** An eye closed by a smile: an arc below a lit lid. */
function closedEye(sitting: PortraitContext, x: number): string {
  const width = sitting.body.eyeHalf * 0.98;
  const { lashes } = sitting.traits;
  return (
    oval(x, -5, width * 0.86, 9, sitting.skin.light, 0.3) +
    stroke(lidLine([x - width, 6], -6.5, [x + width, 6]), lashColor(sitting), lashes ? 7 : 6.2)
  );
}

function openEye(sitting: PortraitContext, x: number, side: number): string {
  const { skin, traits, pose, light, ink, body } = sitting;
  const form = EYES[traits.eyes];
  const squint = SQUINT[pose.expression];
  const width = body.eyeHalf * form.width * (traits.lashes ? 1 : 0.95);
  const upper = form.upper * (1 - squint * 0.12) * (traits.lashes ? 1 : 0.88);
  const lower = form.lower * (1 - squint * 0.72);
  const inner: Point = [x - side * width, 3];
  const outer: Point = [x + side * width, 2 - form.slant];
  const opening = `${lidLine(inner, -upper, outer)}${lidLine(outer, lower, inner).replace('M', 'L')}Z`;
  const gaze = x + Math.sign(pose.turnX) * 3.4;
  const iris = IRIS[traits.iris];
  const ball =
    fill(opening, mix('#fffaf4', skin.shade, 0.13)) +
    disc(gaze, IRIS_Y, IRIS_RADIUS, darken(iris, 0.22)) +
    disc(gaze, IRIS_Y, IRIS_RADIUS - 2, iris) +
    disc(gaze, IRIS_Y, 5.8, '#150d10') +
    box(x - 40, -30, 80, 30 - upper * 0.5, skin.shade, 0.34) +
    disc(gaze + light.side * 4, -5.6, 3.1, '#ffffff');
  const wing = traits.lashes ? 5 : 1.5;
  const lash = lidLine(inner, -upper - 1, [outer[0] + side * wing, outer[1] - (traits.lashes ? 3 : 0)]);
  const fold = lidLine([inner[0] + side * 4, -upper - form.fold * 0.5], -upper - form.fold, [
    outer[0] - side * 1,
    -upper - form.fold * 0.5 - form.slant,
  ]);
  return (
    oval(x, -3, width + 9, 20, skin.shade, 0.26) +
    ink.clipTo(opening, ball) +
    stroke(fold, skin.shade, 3.4, 0.8) +
    stroke(lash, lashColor(sitting), traits.lashes ? 6.2 : 4.8)
  );
}

/** Draws both eyes, closed by a laugh. */
export function drawEyes(sitting: PortraitContext): string {
  return bothSides((side) => {
    const isFarSide = Math.sign(sitting.pose.turnX) === side;
    const x = sitting.pose.turnX + side * sitting.body.eyeGap * (isFarSide ? 0.98 : 1.01);
    return CLOSES_EYES.has(sitting.pose.expression) ? closedEye(sitting, x) : openEye(sitting, x, side);
  });
}

/** `arch`: how far the bow of the brow lies above its ends, in px; `weight`: a factor of the thickness. */
interface BrowForm {
  arch: number;
  weight: number;
}

const BROWS: Record<BrowShape, BrowForm> = {
  arched: { arch: 11.5, weight: 0.9 },
  straight: { arch: 7, weight: 1 },
  soft: { arch: 9.5, weight: 0.85 },
  bold: { arch: 9, weight: 1.3 },
};

function browColor({ traits, hair, skin }: PortraitContext): string {
  const isPale = brightness(hair.base) > 0.45;
  if (isPale && traits.age > 50) return mix(hair.dark, '#4a4244', 0.45);
  return isPale ? mix(mix(hair.base, skin.line, 0.4), '#3a2018', 0.3) : mix(hair.base, '#1c1014', 0.45);
}

/** Draws both brows: even bows whose ends lie on one height. */
export function drawBrows(sitting: PortraitContext): string {
  const { traits, pose, body } = sitting;
  const form = BROWS[traits.brows];
  const color = browColor(sitting);
  const weight = (5.6 + traits.bone * 3) * form.weight * (traits.age > 64 ? 0.85 : 1);
  return bothSides((side) => {
    const x = pose.turnX + side * body.eyeGap;
    const y = body.brow - (CLOSES_EYES.has(pose.expression) ? 3 : pose.expression === 'beam' ? 2 : 0);
    const upperEdge = lidLine([x - side * 27, y + 4], y - form.arch * 0.55, [x + side * 35, y + 3.5]);
    const lowerEdge = lidLine([x + side * 35, y + 3.5], y - form.arch * 0.55 + weight, [x - side * 27, y + 4 + weight * 0.9]);
    return `${fill(`${upperEdge}${lowerEdge.replace('M', 'L')}Z`, color)}${stroke(`${upperEdge}${lowerEdge.replace('M', 'L')}Z`, color, 2)}`;
  });
}
