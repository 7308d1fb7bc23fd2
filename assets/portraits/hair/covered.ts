import { FABRIC } from '../model/palettes.ts';
import type { PortraitContext } from '../model/portrait.ts';
import { darken, lighten } from '../svg/color.ts';
import { curve, fill, outline, type Point, stroke, times, withMirrorImage } from '../svg/shapes.ts';
import { type Cuts, capPath, facePoints, type Hairdo, skullArc } from './hair-shapes.ts';

interface Cloth {
  color: string;
  dark: string;
  pale: string;
}

function clothOf({ pose }: PortraitContext): Cloth {
  const color = FABRIC[pose.outfit.hatColor];
  return { color, dark: darken(color, 0.28), pale: lighten(color, 0.3) };
}

/** The outline of the face that a headscarf leaves free. */
function faceOpening(s: PortraitContext): string {
  const right = facePoints(s, '0,-.74 .44,-.68 .84,-.44 .97,-.05 .9,.34 .72,.72 .36,.99 0,1.05');
  return outline(...withMirrorImage(right.map(([x, y]): Point => [Math.abs(x), y])));
}

/** The part of a headscarf that falls over the shoulders. */
function drawScarfDrape(s: PortraitContext, { color, dark, pale }: Cloth): string {
  const w = s.body.halfWidth;
  const c = s.body.chin;
  const shape = outline(
    [-w - 22, 40, 1],
    [-w - 6, c + 20],
    [-w - 34, c + 70],
    [-w - 40, c + 124],
    [-48, c + 158],
    [60, c + 150],
    [w + 44, c + 116],
    [w + 34, c + 66],
    [w + 6, c + 20],
    [w + 22, 40, 1],
  );
  const hang = times(2, (i) =>
    stroke(curve([-w + i * 20, c + 40 + i * 26], [0, c + 84 + i * 32], [w + 20, c + 52 + i * 30]), i === 1 ? pale : dark, 6, 0.42),
  );
  return fill(shape, color) + s.ink.clipTo(shape, hang);
}

/** The part of a headscarf around the face. */
function drawScarfFront(s: PortraitContext, { color, dark, pale }: Cloth): string {
  const { body, light, ink } = s;
  const w = body.halfWidth;
  const c = body.chin;
  const opening = faceOpening(s);
  const ring =
    outline(
      ...skullArc(s, 92, 22),
      [w + 26, 60],
      [w + 8, c * 0.86],
      [w * 0.5, c + 54],
      [0, c + 66],
      [-w * 0.5, c + 54],
      [-w - 8, c * 0.86],
      [-w - 26, 60],
    ) + opening;
  const lit = times(3, (i) =>
    stroke(
      curve(
        [light.side * (20 + i * 22), body.crown - 16],
        [light.side * (w + 4 - i * 4), -60 + i * 14],
        [light.side * (w + 8 - i * 14), 90],
      ),
      i === 1 ? dark : pale,
      5,
      0.42,
    ),
  );
  const dim = stroke(curve([-light.side * 50, body.crown - 6], [-light.side * (w - 6), -70], [-light.side * (w + 2), 80]), dark, 8, 0.45);
  const shadow = `<g transform="translate(${-light.side * 3} 5)">${stroke(opening, s.skin.shade, 14, 0.55)}</g>`;
  const cover = `<path d="${ring}" fill="${color}" fill-rule="evenodd"/>`;
  return shadow + cover + ink.clipTo(ring, lit + dim, 'evenodd') + stroke(opening, dark, 4, 0.5);
}

/** A headscarf that frames the face and falls over the shoulders. */
function headscarf(s: PortraitContext): Hairdo {
  const fabric = clothOf(s);
  return { back: drawScarfDrape(s, fabric), front: drawScarfFront(s, fabric), shadow: capPath(s, 'swept', 2), ears: false };
}

/** A wrapped cloth, knotted on top of the head. */
function headWrap(s: PortraitContext): Hairdo {
  const { color, dark, pale } = clothOf(s);
  const w = s.body.halfWidth;
  const top = s.body.crown;
  const wrap = outline(
    ...skullArc(s, 66, (d) => 18 + Math.max(0, 32 - Math.abs(d) * 0.5)),
    ...facePoints(s, '.84,-.45 .5,-.64 0,-.7 -.5,-.64 -.84,-.45'),
  );
  const part = s.traits.parting;
  const knot = outline(
    [part * 26, top - 20, 1],
    [part * -30, top - 84],
    [part * 20, top - 108],
    [part * 74, top - 78],
    [part * 84, top - 24],
  );
  const folds = times(4, (i) =>
    stroke(
      curve([-part * (w + 10), -50 - i * 26], [-part * w * 0.2, top * (0.68 + i * 0.12)], [part * 60, top - 18 - i * 8]),
      i % 2 ? dark : pale,
      6,
      0.5,
    ),
  );
  const twist = times(2, (i) =>
    stroke(curve([part * 40, top - 22], [part * (4 + i * 34), top - 60], [part * (20 + i * 24), top - 92]), i ? pale : dark, 6, 0.5),
  );
  return {
    back: '',
    front: fill(knot, darken(color, 0.12)) + s.ink.clipTo(knot, twist) + fill(wrap, color) + s.ink.clipTo(wrap, folds),
    shadow: wrap,
    ears: true,
  };
}

export const COVERED = { headscarf, headWrap } satisfies Cuts;
