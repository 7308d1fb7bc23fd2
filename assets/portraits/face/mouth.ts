import type { PortraitContext } from '../model/portrait.ts';
import type { Expression } from '../model/traits.ts';
import { mix } from '../svg/color.ts';
import { curve, each, fill, outline, oval, type Point, stroke } from '../svg/shapes.ts';

/** In px. `width`: half the width; `lift`: how far the corners are raised; `open`: how far the mouth is open; `skew`: by how much one corner is higher. */
interface MouthForm {
  width: number;
  lift: number;
  open: number;
  skew: number;
}

const MOUTHS: Record<Expression, MouthForm> = {
  calm: { width: 35, lift: 4, open: 0, skew: 0 },
  soft: { width: 37, lift: 7, open: 0, skew: 0 },
  smile: { width: 42, lift: 11, open: 0, skew: 0 },
  smirk: { width: 39, lift: 7, open: 0, skew: 4.5 },
  grin: { width: 40, lift: 11, open: 17, skew: 0 },
  beam: { width: 44, lift: 13, open: 25, skew: 0 },
  laugh: { width: 45, lift: 12, open: 34, skew: 0 },
};

/** A mouth with its position, its colours and the thickness of its lips. */
interface PlacedMouth extends MouthForm {
  x: number;
  y: number;
  lip: string;
  edge: string;
  upper: number;
  lower: number;
}

function mouthOf({ traits, pose, body, skin }: PortraitContext): PlacedMouth {
  const form = MOUTHS[pose.expression];
  const natural = traits.lashes ? 0.1 : 0.5;
  const thin = traits.age > 60 ? 0.78 : traits.age > 48 ? 0.9 : 1;
  const fullness = traits.lips * thin * (traits.lashes ? 1 : 0.84);
  return {
    ...form,
    skew: form.skew * traits.parting,
    x: pose.turnX * 1.15,
    y: body.mouth + (form.open > 0 ? -6 : 0),
    lip: mix(skin.lip, skin.base, natural),
    edge: mix(skin.line, '#3b0f16', traits.lashes ? 0.4 : 0.25),
    upper: 9.5 * fullness,
    lower: 14.5 * fullness,
  };
}

const corners = (m: PlacedMouth): [Point, Point] => [
  [m.x - m.width, m.y - m.lift + m.skew, 1],
  [m.x + m.width, m.y - m.lift - m.skew, 1],
];

function closedMouth(sitting: PortraitContext, m: PlacedMouth): string {
  const [left, right] = corners(m);
  const seam: Point[] = [
    [m.x - m.width * 0.5, m.y + m.skew * 0.45],
    [m.x, m.y + 1.5],
    [m.x + m.width * 0.5, m.y - m.skew * 0.45],
  ];
  const bow: Point[] = [
    [m.x + m.width * 0.5, m.y - m.upper * 0.72 - m.lift * 0.3 - m.skew * 0.4],
    [m.x + m.width * 0.19, m.y - m.upper],
    [m.x, m.y - m.upper * 0.68],
    [m.x - m.width * 0.19, m.y - m.upper],
    [m.x - m.width * 0.5, m.y - m.upper * 0.72 - m.lift * 0.3 + m.skew * 0.4],
  ];
  const lowerLip: Point[] = [
    [m.x + m.width * 0.52, m.y + m.lower * 0.68 - m.skew * 0.3],
    [m.x, m.y + m.lower],
    [m.x - m.width * 0.52, m.y + m.lower * 0.68 + m.skew * 0.3],
  ];
  const shine = oval(m.x + sitting.light.side * 8, m.y + m.lower * 0.55, 9, 2.6, '#ffffff', sitting.traits.lashes ? 0.3 : 0.12);
  return (
    fill(outline(left, ...seam, right, ...bow), mix(m.lip, m.edge, 0.16)) +
    fill(outline(left, ...seam, right, ...lowerLip), m.lip) +
    stroke(curve(left, ...seam, right), m.edge, 3.8) +
    shine
  );
}

function openMouth(sitting: PortraitContext, m: PlacedMouth): string {
  const [left, right] = corners(m);
  const roof: Point[] = [
    [m.x - m.width * 0.5, m.y - 1],
    [m.x, m.y + 2],
    [m.x + m.width * 0.5, m.y - 1],
  ];
  const floor = (drop: number): Point[] => [
    [m.x + m.width * 0.66, m.y + drop * 0.55],
    [m.x, m.y + drop],
    [m.x - m.width * 0.66, m.y + drop * 0.55],
  ];
  const cavity = outline(left, ...roof, right, ...floor(m.open));
  const teeth = outline([m.x - m.width, m.y - m.lift - 8, 1], [m.x + m.width, m.y - m.lift - 8, 1], ...floor(Math.min(m.open * 0.66, 16)));
  const lowerTip = m.open + m.lower * 0.74;
  const upperLip = outline(
    [left[0] - 2, left[1] - 1, 1],
    ...roof,
    [right[0] + 2, right[1] - 1, 1],
    [m.x + m.width * 0.55, m.y - m.upper * 0.72 - m.lift * 0.3],
    [m.x + m.width * 0.17, m.y - m.upper * 0.8],
    [m.x, m.y - m.upper * 0.5],
    [m.x - m.width * 0.17, m.y - m.upper * 0.8],
    [m.x - m.width * 0.55, m.y - m.upper * 0.72 - m.lift * 0.3],
  );
  const lowerLip = outline(
    left,
    ...floor(m.open - 1).reverse(),
    right,
    [m.x + m.width * 0.68, m.y + lowerTip * 0.62],
    [m.x, m.y + lowerTip],
    [m.x - m.width * 0.68, m.y + lowerTip * 0.62],
  );
  const inside =
    fill(cavity, '#541a20') +
    (m.open > 20 ? oval(m.x, m.y + m.open, m.width * 0.46, m.open * 0.34, '#c0605c') : '') +
    fill(teeth, '#fff8ef');
  return (
    sitting.ink.clipTo(cavity, inside) +
    fill(lowerLip, m.lip) +
    fill(upperLip, mix(m.lip, m.edge, 0.12)) +
    stroke(curve(left, ...roof, right), m.edge, 2.4, 0.7)
  );
}

/** Draws the mouth with dimples and the shade below the lower lip. A thick beard covers the dimples. */
export function drawMouth(sitting: PortraitContext): string {
  const m = mouthOf(sitting);
  const { skin } = sitting;
  const { beard } = sitting.traits;
  const isCheekVisible = !beard || beard === 'stubble' || beard === 'moustache';
  const dimples = each(isCheekVisible ? [-1, 1] : [], (side) => {
    const x = m.x + side * (m.width + 7);
    const y = m.y - m.lift - side * m.skew;
    return stroke(curve([x, y - 8], [x + side * 4, y], [x, y + 8]), mix(skin.shade, skin.line, 0.3), 3.4, m.lift > 4 ? 0.75 : 0.35);
  });
  const below = stroke(
    curve([m.x - 15, m.y + m.open + m.lower + 9], [m.x, m.y + m.open + m.lower + 12], [m.x + 15, m.y + m.open + m.lower + 9]),
    skin.shade,
    5,
    0.6,
  );
  return dimples + below + (m.open > 0 ? openMouth(sitting, m) : closedMouth(sitting, m));
}
