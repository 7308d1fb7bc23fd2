import { FABRIC, type FabricColor } from '../model/palettes.ts';
import type { PortraitContext } from '../model/portrait.ts';
import { darken, lighten, mix } from '../svg/color.ts';
import { bothSides, disc, fill, mirrorPoints, outline, type Point, stroke, times } from '../svg/shapes.ts';
import { patterned } from './patterns.ts';
import { drapery, drawTop, type Garments, shoulderEdge } from './torso.ts';

/** An open shirt collar; its points end `reach` px below the base of the neck. */
function collar(s: PortraitContext, color: string, reach = 64): string {
  const { neck, neckBase: base } = s.body;
  return bothSides((side) => {
    const wing = outline(
      [side * (neck + 2), base - 50, 1],
      [side * (neck + 24), base - 34, 1],
      [side * (neck + 46), base + 8],
      [side * 66, base + reach + 8, 1],
      [side * 12, base + reach - 24, 1],
      [side * neck * 0.72, base + 8],
    );
    const lit = side === s.light.side;
    return (
      fill(wing, lit ? lighten(color, 0.3) : mix(lighten(color, 0.12), darken(color, 0.3), 0.3)) +
      stroke(
        `M${side * 12} ${base + reach - 24}L${side * 66} ${base + reach + 8}L${side * (neck + 46)} ${base + 8}`,
        darken(color, 0.35),
        3.5,
        0.5,
      )
    );
  });
}

/** A buttoned shirt with an open collar. */
function shirt(s: PortraitContext): string {
  const base = s.body.neckBase;
  const color = FABRIC[s.pose.outfit.main];
  const placket =
    stroke(`M0 ${base + 78}V560`, darken(color, 0.3), 4, 0.7) +
    times(3, (i) => disc(10, base + 124 + i * 56, 4.6, darken(color, 0.4), 0.8));
  return drawTop(s, 'vee') + placket + collar(s, color);
}

/** A knitted polo shirt. */
function polo(s: PortraitContext): string {
  const { neck, neckBase: base } = s.body;
  const color = FABRIC[s.pose.outfit.main];
  const wings = bothSides((side) => {
    const wing = outline(
      [side * (neck + 2), base - 40, 1],
      [side * (neck + 28), base - 24, 1],
      [side * (neck + 36), base + 18],
      [side * 44, base + 54, 1],
      [side * 4, base + 34, 1],
      [side * neck * 0.7, base + 6],
    );
    return fill(wing, side === s.light.side ? FABRIC[s.pose.outfit.second] : darken(FABRIC[s.pose.outfit.second], 0.2));
  });
  return (
    drawTop(s, 'vee') +
    fill(`M-3 ${base + 36}L14 ${base + 36}L14 ${base + 128}L-10 ${base + 128}Z`, darken(color, 0.2)) +
    times(2, (i) => disc(2, base + 62 + i * 34, 4.4, '#f4ead8')) +
    wings
  );
}

interface JacketForm {
  /** Half the width of the opening at the front, in px. */
  opening: number;
  lapel: boolean;
  patterned: boolean;
}

/** Both halves of an open jacket, with or without lapels. */
function jacket(s: PortraitContext, color: string, form: JacketForm): string {
  const { neck, neckBase: base } = s.body;
  return bothSides((side) => {
    const right = shoulderEdge(s, 26);
    const inner: Point[] = [
      [form.opening + 14, 560, 1],
      [form.opening, base + 210],
      [neck * 0.9, base + 70],
    ];
    const path = side === 1 ? outline(...right, ...inner) : outline(...mirrorPoints(right), ...mirrorPoints(inner));
    const weave = form.patterned ? patterned(s, color) : '';
    const lapel = outline(
      [side * (neck + 6), base - 36, 1],
      [side * (neck + 30), base - 22, 1],
      [side * (neck + 72), base + 62],
      [side * (neck + 92), base + 96, 1],
      [side * (neck + 58), base + 104, 1],
      [side * (neck + 70), base + 128, 1],
      [side * (form.opening + 12), base + 280, 1],
      [side * (form.opening - 4), base + 210],
      [side * neck * 0.88, base + 70],
    );
    const lit = side === s.light.side;
    const lapelArt = form.lapel
      ? fill(lapel, lit ? lighten(color, 0.17) : lighten(color, 0.04)) +
        stroke(
          `M${side * (neck + 92)} ${base + 96}L${side * (neck + 58)} ${base + 104}L${side * (neck + 70)} ${base + 128}`,
          darken(color, 0.4),
          3.5,
          0.6,
        )
      : '';
    return fill(path, color) + s.ink.clipTo(path, weave + drapery(s, color)) + lapelArt;
  });
}

/** A blazer over a plain top. */
const blazer = (s: PortraitContext) =>
  drawTop(s, 'crew', s.pose.outfit.second, true) + jacket(s, FABRIC[s.pose.outfit.main], { opening: 26, lapel: true, patterned: false });

/** A blazer over an open shirt. */
function suit(s: PortraitContext): string {
  const under = FABRIC[s.pose.outfit.second];
  const placket = stroke(`M0 ${s.body.neckBase + 70}V560`, darken(under, 0.25), 4, 0.6);
  return (
    drawTop(s, 'vee', s.pose.outfit.second, true) +
    placket +
    jacket(s, FABRIC[s.pose.outfit.main], { opening: 24, lapel: true, patterned: false }) +
    collar(s, under, 50)
  );
}

/** An open shirt over a plain tee. */
function overshirt(s: PortraitContext): string {
  const color = FABRIC[s.pose.outfit.main];
  const under: FabricColor = s.pose.outfit.pattern === 'check' ? 'cream' : s.pose.outfit.second;
  return drawTop(s, 'crew', under, true) + jacket(s, color, { opening: 44, lapel: false, patterned: true }) + flatCollar(s, color);
}

/** A flat collar, for jackets without lapels. */
function flatCollar(s: PortraitContext, color: string): string {
  const { neck, neckBase: base } = s.body;
  return bothSides((side) => {
    const wing = outline(
      [side * (neck + 4), base - 44, 1],
      [side * (neck + 30), base - 28, 1],
      [side * (neck + 70), base + 22],
      [side * (neck + 56), base + 84, 1],
      [side * (neck + 2), base + 62, 1],
      [side * (neck + 8), base],
    );
    return (
      fill(wing, side === s.light.side ? lighten(color, 0.2) : darken(color, 0.12)) +
      stroke(
        `M${side * (neck + 2)} ${base + 62}L${side * (neck + 56)} ${base + 84}L${side * (neck + 70)} ${base + 22}`,
        darken(color, 0.36),
        3.4,
        0.55,
      )
    );
  });
}

/** A denim jacket with its seams. */
function denimJacket(s: PortraitContext): string {
  const base = s.body.neckBase;
  const color = FABRIC.denim;
  const seam = lighten(FABRIC.ochre, 0.1);
  const seams = bothSides(
    (side) =>
      `<g stroke-dasharray="7 5">${stroke(`M${side * 50} ${base + 130}H${side * s.body.shoulder * 0.74}M${side * 46} ${base + 74}V560`, seam, 2.4, 0.8)}</g>` +
      disc(side * 62, base + 176, 5.5, '#d9b98a'),
  );
  return (
    drawTop(s, 'crew', s.pose.outfit.second, true) +
    jacket(s, color, { opening: 36, lapel: false, patterned: false }) +
    seams +
    flatCollar(s, color)
  );
}

/** A dress wrapped over the chest. */
function wrap(s: PortraitContext): string {
  const base = s.body.neckBase;
  const color = FABRIC[s.pose.outfit.main];
  const fold = stroke(
    `M${-s.light.side * (s.body.neck + 18)} ${base - 10}C${-s.light.side * 44} ${base + 70} ${s.light.side * 10} ${base + 110} ${s.light.side * 110} ${base + 190}`,
    darken(color, 0.3),
    6,
    0.7,
  );
  return drawTop(s, 'vee') + fold;
}

export const TAILORED = { shirt, polo, blazer, suit, overshirt, denimJacket, wrap } satisfies Garments;
