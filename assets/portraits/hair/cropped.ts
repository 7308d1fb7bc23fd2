import type { Sitting } from '../model/portrait.ts';
import { brightness, darken, mix } from '../svg/color.ts';
import { curve, each, fill, outline, type Point, stroke, times } from '../svg/shapes.ts';
import { arc, at, type Cuts, capPath, comb, gloss, type Hairdo, leftward, places, tress } from './hair-shapes.ts';
import { sides } from './sides.ts';

/** Cut by machine to a few millimetres. */
function buzz(s: Sitting): Hairdo {
  const path = capPath(s, 'short', 5, 97);
  const color = mix(s.hair.base, s.skin.shade, brightness(s.hair.base) > 0.6 ? 0.45 : 0.24);
  return { back: '', front: fill(path, color, 0.94) + s.ink.within(path, `<g opacity=".5">${gloss(s, -16)}</g>`), shadow: '', ears: true };
}

/** Short sides that step up to a flat top. */
function flatTop(s: Sitting): Hairdo {
  const fade = sides(s, 4);
  const top = outline(
    ...places(s, '-.95,-.42! -1.01,-.76 -.95,-1.08 -.76,-1.2 0,-1.25 .76,-1.2 .95,-1.08 1.01,-.76 .95,-.42! .8,-.58 0,-.63 -.8,-.58'),
  );
  const dots = times(46, () => {
    const [x, y] = at(s, s.random.between(-0.95, 0.95), s.random.between(-1.2, -0.66));
    return stroke(`M${x - 4} ${y}q4 -6 8 0`, s.hair.light, 2.6, 0.35);
  });
  return { back: '', front: `<g opacity=".88">${fade.art}</g>${tress(s, top)}${s.ink.within(top, dots)}`, shadow: fade.path, ears: true };
}

/** Short hair that has receded over the temples. */
function receding(s: Sitting): Hairdo {
  const base = sides(s, 10, 'receding');
  const strands = comb(s, at(s, 0, -0.7), places(s, '-.8,-.8 -.4,-1 0,-1.1 .4,-1 .8,-.8'), 0.04);
  return { back: '', front: tress(s, base.path) + s.ink.within(base.path, strands + gloss(s, -2)), shadow: '', ears: true };
}

/** A wreath of hair around a bald crown. */
function wreath(s: Sitting): Hairdo {
  const wing = (side: 1 | -1) => {
    const path = outline(
      ...places(s, '.98,.2! 1.06,.16 1.1,-.12 1.055,-.34 .98,-.5 .93,-.32 .92,-.02').map(([x, y, corner]): Point => [x * side, y, corner]),
    );
    const lines = each([1, 1.05], (x) =>
      stroke(curve(at(s, x * side * 0.98, -0.44), at(s, x * side, -0.2), at(s, x * side, 0.15)), s.hair.light, 4, 0.5),
    );
    return tress(s, path) + s.ink.within(path, lines);
  };
  return { back: '', front: wing(1) + wing(-1), shadow: '', ears: true };
}

/** No hair at all; a faint shadow where it would grow. */
function shaved(s: Sitting): Hairdo {
  const path = capPath(s, 'short', 1, 95);
  return { back: '', front: fill(path, mix(darken(s.hair.base, 0.2), s.skin.shade, 0.7), 0.14), shadow: '', ears: true };
}

/** Short all over with a soft sweep to one side. */
function pixie(s: Sitting): Hairdo {
  const base = sides(s, 11);
  const top = outline(
    ...arc(s, 96, (d) => 15 + Math.max(0, 14 - Math.abs(d) * 0.2)),
    ...leftward(s, '1,.2! .9,.04 .92,-.22 .74,-.32 .3,-.4 -.12,-.56 -.5,-.76! -.7,-.52 -.9,-.24 -.9,.02 -1,.2!'),
  );
  const strands = comb(s, at(s, -0.5, -0.95), places(s, '.95,-.1 .85,-.32 .55,-.4 .98,-.5 .8,-.85 -.95,-.2 -.98,-.5'), 0.16);
  return { back: '', front: base.art + tress(s, top) + s.ink.within(top, strands + gloss(s, 2)), shadow: top, ears: true };
}

export const CROPPED = { buzz, flatTop, receding, wreath, shaved, pixie } satisfies Cuts;
