import type { PortraitContext } from '../model/portrait.ts';
import { brightness, darken, mix } from '../svg/color.ts';
import { curve, each, fill, outline, type Point, stroke, times } from '../svg/shapes.ts';
import {
  type Cuts,
  capPath,
  drawGloss,
  drawShortSides,
  drawStrands,
  facePoint,
  facePoints,
  fillHair,
  type Hairdo,
  rightToLeftPoints,
  skullArc,
} from './hair-shapes.ts';

/** Cut by machine to a few millimetres. */
function buzz(s: PortraitContext): Hairdo {
  const path = capPath(s, 'short', 5, 97);
  const color = mix(s.hair.base, s.skin.shade, brightness(s.hair.base) > 0.6 ? 0.45 : 0.24);
  return {
    back: '',
    front: fill(path, color, 0.94) + s.ink.clipTo(path, `<g opacity=".5">${drawGloss(s, -16)}</g>`),
    shadow: '',
    ears: true,
  };
}

/** Short sides that step up to a flat top. */
function flatTop(s: PortraitContext): Hairdo {
  const fade = drawShortSides(s, 4);
  const top = outline(
    ...facePoints(s, '-.95,-.42! -1.01,-.76 -.93,-1.04 -.7,-1.16 0,-1.21 .7,-1.16 .93,-1.04 1.01,-.76 .95,-.42! .8,-.58 0,-.63 -.8,-.58'),
  );
  const dots = times(46, () => {
    const [x, y] = facePoint(s, s.random.between(-0.95, 0.95), s.random.between(-1.2, -0.66));
    return stroke(`M${x - 4} ${y}q4 -6 8 0`, s.hair.light, 2.6, 0.35);
  });
  return {
    back: '',
    front: `<g opacity=".88">${fade.art}</g>${fillHair(s, top)}${s.ink.clipTo(top, dots)}`,
    shadow: fade.path,
    ears: true,
  };
}

/** Short hair that has receded over the temples. */
function receding(s: PortraitContext): Hairdo {
  const base = drawShortSides(s, 10, 'receding');
  const strands = drawStrands(s, facePoint(s, 0, -0.7), facePoints(s, '-.8,-.8 -.4,-1 0,-1.1 .4,-1 .8,-.8'), 0.04);
  return { back: '', front: fillHair(s, base.path) + s.ink.clipTo(base.path, strands + drawGloss(s, -2)), shadow: '', ears: true };
}

/** A wreath of hair around a bald crown. */
function wreath(s: PortraitContext): Hairdo {
  const wing = (side: 1 | -1) => {
    const path = outline(
      ...facePoints(s, '.96,.16! 1.01,.1 1.03,-.1 1,-.3 .93,-.48 .9,-.3 .9,-.04').map(([x, y, corner]): Point => [x * side, y, corner]),
    );
    const lines = each([1, 1.05], (x) =>
      stroke(curve(facePoint(s, x * side * 0.98, -0.44), facePoint(s, x * side, -0.2), facePoint(s, x * side, 0.15)), s.hair.light, 4, 0.5),
    );
    return fillHair(s, path) + s.ink.clipTo(path, lines);
  };
  return { back: '', front: wing(1) + wing(-1), shadow: '', ears: true };
}

/** No hair at all; a faint shadow where it would grow. */
function shaved(s: PortraitContext): Hairdo {
  const path = capPath(s, 'short', 1, 95);
  return { back: '', front: fill(path, mix(darken(s.hair.base, 0.2), s.skin.shade, 0.7), 0.14), shadow: '', ears: true };
}

/** Short all over with a soft sweep to one side. */
function pixie(s: PortraitContext): Hairdo {
  const base = drawShortSides(s, 11);
  const top = outline(
    ...skullArc(s, 96, (d) => 15 + Math.max(0, 14 - Math.abs(d) * 0.2)),
    ...rightToLeftPoints(s, '1,.2! .9,.04 .92,-.22 .74,-.32 .3,-.4 -.12,-.56 -.5,-.76! -.7,-.52 -.9,-.24 -.9,.02 -1,.2!'),
  );
  const strands = drawStrands(
    s,
    facePoint(s, -0.5, -0.95),
    facePoints(s, '.95,-.1 .85,-.32 .55,-.4 .98,-.5 .8,-.85 -.95,-.2 -.98,-.5'),
    0.16,
  );
  return { back: '', front: base.art + fillHair(s, top) + s.ink.clipTo(top, strands + drawGloss(s, 2)), shadow: top, ears: true };
}

export const CROPPED = { buzz, flatTop, receding, wreath, shaved, pixie } satisfies Cuts;
