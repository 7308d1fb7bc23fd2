import { headOutline } from '../model/anatomy.ts';
import type { PortraitContext } from '../model/portrait.ts';
import { darken, mix } from '../svg/color.ts';
import { bothSides, curve, disc, each, fill, mirrorPoints, outline, oval, type Point, stroke, times } from '../svg/shapes.ts';

/** Draws both ears, behind the face. */
export function drawEars({ body, skin, light, pose }: PortraitContext): string {
  return bothSides((side) => {
    const isFarSide = Math.sign(pose.turnX) === side;
    const x = side * (body.halfWidth - (isFarSide ? 5 : 0));
    const lobe = outline(
      [x - side * 8, -22],
      [x + side * 10, -26],
      [x + side * 19, -8],
      [x + side * 15, 22],
      [x + side * 5, 42],
      [x - side * 9, 38],
    );
    const fold = curve([x + side * 8, -14], [x + side * 12, 4], [x + side * 4, 22]);
    return fill(lobe, side === light.side ? skin.base : mix(skin.base, skin.shade, 0.7)) + stroke(fold, skin.line, 3.5, 0.45);
  });
}

/** Draws the face without its features: skin, light and shade, blush, freckles and the shadow that the hair casts. */
export function drawFace(sitting: PortraitContext, hairShadow: string): string {
  const { body, skin, light, pose, ink } = sitting;
  const points = headOutline(body, pose.turnX);
  const head = outline(...points);
  const lit = outline(...points.map(([x, y]): Point => [x + light.side * 42, y - 14]));
  const around = 'M-400 -400H400V400H-400Z';
  const shade = `<path d="${lit}${around}" fill-rule="evenodd" fill="${skin.shade}"/>`;
  const cheeks = bothSides((side) =>
    ink.glow(pose.turnX + side * body.halfWidth * 0.54, body.chin * 0.42, body.halfWidth * 0.4, skin.blush, 0.55, 38),
  );
  const brow = oval(light.side * body.halfWidth * 0.5, body.crown * 0.52, 82, 54, skin.light, 0.42);
  const cast = hairShadow ? `<g transform="translate(${-light.side * 8} 17)" opacity=".5">${fill(hairShadow, skin.shade)}</g>` : '';
  const details = `<g opacity=".72">${shade}</g>${brow}${cheeks}${cast}${speckles(sitting)}`;
  return fill(head, skin.base) + ink.clipTo(head, details);
}

/** Freckles and the mole. */
function speckles({ traits, body, skin, pose, random }: PortraitContext): string {
  const dot = (x: number, y: number) => disc(x, y, random.between(1.6, 3), skin.shade, random.between(0.6, 0.95));
  const freckles = traits.freckles
    ? times(30, () => {
        const x = random.between(-1, 1);
        return dot(pose.turnX + x * body.halfWidth * 0.74, body.chin * (0.2 + random.next() * 0.26 - Math.abs(x) * 0.03));
      })
    : '';
  const mole = traits.mole
    ? disc(pose.turnX + traits.parting * body.halfWidth * 0.42, body.mouth - 18, 3.4, darken(skin.line, 0.3), 0.9)
    : '';
  return freckles + mole;
}

/** Draws the lines of age: none before 42, then from folds beside the mouth up to lines on the forehead. */
export function drawAge({ traits, body, skin, pose }: PortraitContext): string {
  const { age } = traits;
  if (age < 42) return '';
  const strength = Math.min(0.8, 0.28 + (age - 42) * 0.017);
  const line = (points: readonly Point[], width = 3.4, factor = 1) =>
    stroke(curve(...points), mix(skin.shade, skin.line, 0.35), width, strength * factor);
  const paired = (draw: (side: number, x: number) => string) => bothSides((side) => draw(side, pose.turnX + side * body.eyeGap));
  let art = paired((side) => {
    const x = pose.turnX * 1.15;
    return line([
      [x + side * 30, body.nose + 2],
      [x + side * 50, body.nose + 18],
      [x + side * 57, body.mouth - 6],
    ]);
  });
  if (age >= 48) art += paired((side, x) => crowsFeet(side, x, body.eyeHalf, line));
  if (age >= 54)
    art += paired((_, x) =>
      line(
        [
          [x - 21, 24],
          [x, 31],
          [x + 21, 24],
        ],
        3,
        0.75,
      ),
    );
  if (age >= 56) art += foreheadLines(pose.turnX, body.crown, age, line);
  if (age >= 66) {
    art += paired((side, x) =>
      line(
        [
          [x + side * 14, body.mouth + 8],
          [x + side * 17, body.mouth + 20],
          [x + side * 14, body.mouth + 32],
        ],
        3,
        0.5,
      ),
    );
  }
  return art;
}

type LineDrawing = (points: readonly Point[], width?: number, factor?: number) => string;

function crowsFeet(side: number, x: number, eyeHalf: number, line: LineDrawing): string {
  const start = x + side * (eyeHalf + 10);
  return each([-9, 0, 9], (dy) =>
    line(
      [
        [start, 2 + dy * 0.5],
        [start + side * 8, 2 + dy],
        [start + side * 15, 3 + dy * 1.7],
      ],
      2.6,
      0.8,
    ),
  );
}

function foreheadLines(turn: number, crown: number, age: number, line: LineDrawing): string {
  const rows = age >= 64 ? [0.4, 0.5, 0.6] : [0.42, 0.53];
  return each(rows, (row, index) => {
    const width = 54 - index * 9;
    const y = crown * row;
    return line(
      [
        [turn - width, y + 3],
        [turn - width * 0.4, y - 2],
        [turn + width * 0.3, y],
        [turn + width, y + 4],
      ],
      2.8,
      0.7,
    );
  });
}

/** Draws the neck and the skin below it, with the shadow of the head. */
export function drawNeck({ body, skin, light, pose, ink, traits }: PortraitContext): string {
  const { neck, neckBase: base, shoulder } = body;
  const half: Point[] = [
    [neck, 40, 1],
    [neck - 2, base - 48],
    [neck + 9, base - 22],
    [neck + 40, base + 6],
    [shoulder * 0.72, base + 44],
    [shoulder * 0.8, base + 150],
    [shoulder * 0.7, base + 420, 1],
  ];
  const shape = outline(...half, ...mirrorPoints(half));
  const shadow = outline(...headOutline(body).map(([x, y]): Point => [x * 0.97 + pose.turnX * 0.4 - light.side * 16, y + 40]));
  const darkSide = `M${-light.side * neck * 0.25} ${base - 90}L${-light.side * neck * 0.15} ${base + 30}L${-light.side * shoulder * 0.2} ${base + 400}H${-light.side * 500}V${base - 90}Z`;
  const collarbones = bothSides((side) =>
    stroke(curve([side * 20, base + 50], [side * 60, base + 38], [side * shoulder * 0.56, base + 32]), skin.shade, 5, 0.6),
  );
  const lines =
    traits.age >= 56
      ? times(2, (row) =>
          stroke(
            curve([-neck * 0.7, base - 26 + row * 18], [0, base - 18 + row * 18], [neck * 0.7, base - 27 + row * 18]),
            skin.line,
            2.6,
            0.3,
          ),
        )
      : '';
  return (
    fill(shape, skin.base) + ink.clipTo(shape, fill(darkSide, skin.shade, 0.45) + collarbones + fill(shadow, skin.shade, 0.95) + lines)
  );
}

/** Draws a soft shine on a bald head. */
export function drawScalpShine({ body, skin, light }: PortraitContext): string {
  return oval(light.side * 44, body.crown * 0.78, 36, 17, mix(skin.light, '#ffffff', 0.5), 0.35);
}
