import { headOutline, skullPoint } from '../model/anatomy.ts';
import type { PortraitContext } from '../model/portrait.ts';
import type { Expression } from '../model/traits.ts';
import { darken, mix } from '../svg/color.ts';
import { curve, each, fill, outline, type Point, stroke, times, withMirrorImage } from '../svg/shapes.ts';

/** Draws the beard on cheeks and chin, over the face and under the mouth; nothing for a moustache alone. */
export function drawBeard(sitting: PortraitContext): string {
  const { traits, ink, body, hair, pose } = sitting;
  const { beard } = traits;
  if (!beard || beard === 'moustache') return '';
  const head = outline(...headOutline(body, pose.turnX));
  const color = mix(hair.base, hair.dark, 0.4);
  if (beard === 'stubble') return ink.clipTo(head, fill(cheeks(sitting, 0), hair.dark, 0.15));
  if (beard === 'goatee') return fill(goatee(sitting), color);
  const drop = beard === 'short' ? 5 : beard === 'full' ? 14 : 46;
  const shape = cheeks(sitting, drop);
  const edge = beard === 'short' ? ink.clipTo(head, fill(shape, color)) : fill(shape, color);
  return edge + ink.clipTo(shape, strands(sitting, drop));
}

/** The outline of a full beard that hangs `drop` px below the chin. */
function cheeks({ body, pose }: PortraitContext, drop: number): string {
  const { halfWidth, jaw, chin, chinHalf, mouth, nose } = body;
  const t = pose.turnX;
  const edge = drop * 0.5;
  const jawline: Point[] = [
    [halfWidth + 1, -26, 1],
    [halfWidth + 1, chin * 0.2],
    [body.cheek + edge, chin * 0.44],
    [jaw + edge + 2, chin * 0.72],
    [chinHalf + (jaw - chinHalf) * 0.5 + edge, chin * 0.92 + drop * 0.5],
    [chinHalf * 0.8, chin + 1 + drop],
    [0, chin + 2 + drop * 1.1],
  ];
  const inner: Point[] = [
    [halfWidth * 0.9, -20, 1],
    [halfWidth * 0.84, chin * 0.24],
    [halfWidth * 0.66, chin * 0.43],
    [halfWidth * 0.42, mouth - 26],
    [halfWidth * 0.2, nose + 18],
    [0, nose + 20],
  ];
  const innerLeft = inner.slice(0, -1).map(([x, y, corner]): Point => [corner ? -x : -x + t * 0.6, y, corner]);
  const innerRight = inner.map(([x, y, corner]): Point => [corner ? x : x + t * 0.6, y, corner]);
  return outline(...withMirrorImage(jawline), ...innerLeft, ...innerRight.reverse());
}

function goatee({ body, pose }: PortraitContext): string {
  const x = pose.turnX;
  const { mouth, chin, nose } = body;
  return outline(
    ...withMirrorImage([
      [0, nose + 20],
      [26, nose + 20],
      [47, mouth - 4],
      [44, mouth + 22],
      [30, chin - 6],
      [0, chin + 9],
    ]).map(([px, py]): Point => [px + x * (1.1 - Math.max(0, py - mouth) * 0.012), py]),
  );
}

/** Lines of hair along the lower edge of the beard. */
function strands({ body, hair, light, random }: PortraitContext, drop: number): string {
  return times(14, (index) => {
    const spread = (index / 13) * 2 - 1;
    const [x] = skullPoint(body, 90);
    const start = spread * x * 0.96;
    const y = body.chin * (1 - Math.abs(spread) ** 2 * 0.6) - 34 + random.between(-8, 8);
    const lit = Math.sign(spread) === light.side;
    return stroke(
      curve([start, y], [start * 0.92, y + 18], [start * 0.8, y + 34 + drop * 0.6]),
      lit ? hair.light : hair.deep,
      3,
      lit ? 0.22 : 0.24,
    );
  });
}

/** How far the ends of a moustache follow the corners of the mouth upwards, in px. */
const MOUTH_LIFT: Record<Expression, number> = { smile: 4, content: 5, grin: 9, beam: 11, laugh: 10 };

/** Draws the moustache over the upper lip; every beard but stubble has one. */
export function drawMoustache({ traits, body, pose, hair }: PortraitContext): string {
  const { beard } = traits;
  if (!beard || beard === 'stubble') return '';
  const x = pose.turnX * 1.15;
  const top = body.nose + 14;
  const half = beard === 'moustache' ? 50 : 48;
  const lift = MOUTH_LIFT[pose.expression];
  const { mouth } = body;
  const shape =
    `M${x} ${top}C${x - 26} ${top - 6} ${x - half} ${mouth - 14 - lift} ${x - half - 4} ${mouth + 8 - lift}` +
    `C${x - half + 18} ${mouth - 4 - lift} ${x - 14} ${mouth - 6} ${x} ${mouth - 7}` +
    `C${x + 14} ${mouth - 6} ${x + half - 18} ${mouth - 4 - lift} ${x + half + 4} ${mouth + 8 - lift}` +
    `C${x + half} ${mouth - 14 - lift} ${x + 26} ${top - 6} ${x} ${top}Z`;
  const combed = each([-30, -20, -10, 10, 20, 30], (dx) => stroke(`M${x + dx * 0.8} ${top + 5}l${dx * 0.25} 9`, hair.light, 2.4, 0.25));
  return fill(shape, darken(mix(hair.base, hair.dark, 0.4), 0.06)) + combed;
}
