import { brightness, darken, mix } from '../color.ts';
import { curve, each, fill, outline, stroke } from '../shape.ts';
import type { Sitting } from '../sitting.ts';
import { arc, at, capPath, comb, gloss, type Hairdo, type Place, places, tress } from './brush.ts';
import { sides } from './sides.ts';

/** Cut by machine to a few millimetres. */
export function buzz(s: Sitting): Hairdo {
  const path = capPath(s, 'short', 5, 97);
  const color = mix(s.hair.base, s.skin.shade, brightness(s.hair.base) > 0.6 ? 0.45 : 0.24);
  return { back: '', front: fill(path, color, 0.94) + s.ink.within(path, `<g opacity=".5">${gloss(s, -16)}</g>`), shadow: '', ears: true };
}

/** Short sides that step up to a flat top. */
export function flatTop(s: Sitting): Hairdo {
  const fade = sides(s, 4);
  const top = outline(
    places(s, [
      [-0.95, -0.42, 1],
      [-1.01, -0.76],
      [-0.95, -1.08],
      [-0.76, -1.2],
      [0, -1.25],
      [0.76, -1.2],
      [0.95, -1.08],
      [1.01, -0.76],
      [0.95, -0.42, 1],
      [0.8, -0.58],
      [0, -0.63],
      [-0.8, -0.58],
    ]),
  );
  const dots = each(46, () => {
    const [x, y] = at(s, s.random.between(-0.95, 0.95), s.random.between(-1.2, -0.66));
    return stroke(`M${x - 4} ${y}q4 -6 8 0`, s.hair.light, 2.6, 0.35);
  });
  return { back: '', front: `<g opacity=".88">${fade.art}</g>${tress(s, top)}${s.ink.within(top, dots)}`, shadow: fade.path, ears: true };
}

/** Thinning over the temples. */
export function receding(s: Sitting): Hairdo {
  const base = sides(s, 10, 'receding');
  const strands = comb(
    s,
    at(s, 0, -0.7),
    places(s, [
      [-0.8, -0.8],
      [-0.4, -1],
      [0, -1.1],
      [0.4, -1],
      [0.8, -0.8],
    ]),
    0.04,
  );
  return { back: '', front: tress(s, base.path) + s.ink.within(base.path, strands + gloss(s, -2)), shadow: '', ears: true };
}

/** A wreath of hair around a bald crown. */
export function wreath(s: Sitting): Hairdo {
  const wing = (side: 1 | -1) => {
    const path = outline(
      (
        [
          [0.98, 0.2, 1],
          [1.06, 0.16],
          [1.1, -0.12],
          [1.055, -0.34],
          [0.98, -0.5],
          [0.93, -0.32],
          [0.92, -0.02],
        ] as const
      ).map(([x, y, corner]) => at(s, x * side, y, corner)),
    );
    const lines = each([1, 1.05], (x) =>
      stroke(curve([at(s, x * side * 0.98, -0.44), at(s, x * side, -0.2), at(s, x * side, 0.15)]), s.hair.light, 4, 0.5),
    );
    return tress(s, path) + s.ink.within(path, lines);
  };
  return { back: '', front: wing(1) + wing(-1), shadow: '', ears: true };
}

/** No hair at all; a faint shadow where it would grow. */
export function shaved(s: Sitting): Hairdo {
  const path = capPath(s, 'short', 1, 95);
  return { back: '', front: fill(path, mix(darken(s.hair.base, 0.2), s.skin.shade, 0.7), 0.14), shadow: '', ears: true };
}

/** Short all over with a soft sweep to one side. */
export function pixie(s: Sitting): Hairdo {
  const base = sides(s, 11);
  const top = outline([
    ...arc(s, 96, (d) => 15 + Math.max(0, 14 - Math.abs(d) * 0.2)),
    ...ordered(s, [
      [1.0, 0.2, 1],
      [0.9, 0.04],
      [0.92, -0.22],
      [0.74, -0.32],
      [0.3, -0.4],
      [-0.12, -0.56],
      [-0.5, -0.76, 1],
      [-0.7, -0.52],
      [-0.9, -0.24],
      [-0.9, 0.02],
      [-1.0, 0.2, 1],
    ]),
  ]);
  const strands = comb(
    s,
    at(s, -0.5, -0.95),
    places(s, [
      [0.95, -0.1],
      [0.85, -0.32],
      [0.55, -0.4],
      [0.98, -0.5],
      [0.8, -0.85],
      [-0.95, -0.2],
      [-0.98, -0.5],
    ]),
    0.16,
  );
  return { back: '', front: base.art + tress(s, top) + s.ink.within(top, strands + gloss(s, 2)), shadow: top, ears: true };
}

function ordered(s: Sitting, list: readonly Place[]) {
  const points = places(s, list);
  return s.traits.parting === 1 ? points : points.reverse();
}
