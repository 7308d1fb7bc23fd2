import { FABRIC } from '../model/palettes.ts';
import type { PortraitContext } from '../model/portrait.ts';
import { bothSides, curve, fill, outline, stroke } from '../svg/shapes.ts';
import { drapery, torsoPath } from './torso.ts';

/** Thin straps over bare shoulders. */
export function straps(s: PortraitContext): string {
  const { neckBase: base, shoulder, neck } = s.body;
  const color = FABRIC[s.pose.outfit.main];
  const skinPath = torsoPath(s, 'high');
  const x = neck + 38;
  const bones = bothSides((side) =>
    stroke(curve([side * 22, base + 52], [side * 66, base + 38], [side * shoulder * 0.62, base + 36]), s.skin.shade, 5.5, 0.7),
  );
  const bare =
    fill(skinPath, s.skin.base) +
    s.ink.clipTo(
      skinPath,
      skinShade(s) +
        bones +
        bothSides((side) =>
          stroke(
            curve([side * shoulder * 0.76, 560], [side * shoulder * 0.72, base + 190], [side * shoulder * 0.84, base + 130]),
            s.skin.shade,
            7,
            0.7,
          ),
        ),
    );
  const bust = outline(
    [-x - 11, base + 2, 1],
    [-x + 11, base - 3, 1],
    [-x + 16, base + 104],
    [0, base + 136],
    [x - 16, base + 104],
    [x - 11, base - 3, 1],
    [x + 11, base + 2, 1],
    [x + 34, base + 120],
    [shoulder * 0.8, base + 196],
    [shoulder * 0.86, 560, 1],
    [-shoulder * 0.86, 560, 1],
    [-shoulder * 0.8, base + 196],
    [-x - 34, base + 120],
  );
  return bare + fill(bust, color) + s.ink.clipTo(bust, drapery(s, color));
}

/** Shade on the bare skin: on the side away from the light, and below the chin. */
function skinShade({ body, light, skin, pose }: PortraitContext): string {
  const d = -light.side;
  const base = body.neckBase;
  const side = fill(
    outline(
      [d * 30, base - 70, 1],
      [d * 76, base + 60],
      [d * 90, base + 220],
      [d * 130, 560, 1],
      [d * 500, 560, 1],
      [d * 500, base - 70, 1],
    ),
    skin.shade,
    0.5,
  );
  return side + fill(outline([pose.turnX - 60, base - 60], [pose.turnX + 60, base - 60], [pose.turnX + d * 10, base + 8]), skin.shade, 0.4);
}
