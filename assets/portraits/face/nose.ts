import type { PortraitContext } from '../model/portrait.ts';
import type { NoseShape } from '../model/traits.ts';
import { mix } from '../svg/color.ts';
import { fill, oval, stroke } from '../svg/shapes.ts';

/** In px. `width`: from the middle to a wing; `length`: how much longer than average; `bridge`: how far the shade reaches at the bridge. */
interface NoseForm {
  width: number;
  length: number;
  bridge: number;
}

const NOSES: Record<NoseShape, NoseForm> = {
  straight: { width: 19, length: 0, bridge: 7 },
  button: { width: 18.5, length: -5, bridge: 5 },
  broad: { width: 24, length: -1, bridge: 6 },
  aquiline: { width: 19, length: 3, bridge: 11 },
  long: { width: 18, length: 5, bridge: 8 },
};

/** Draws the nose: a wedge of shade, the soft line below it and a light on the tip. */
export function drawNose({ traits, pose, body, skin, light }: PortraitContext): string {
  const form = NOSES[traits.nose];
  const side = -light.side;
  const x = pose.turnX * 1.25;
  const y = body.nose + form.length - 3 + (traits.age > 60 ? 2 : 0);
  const width = form.width * (0.95 + traits.bone * 0.1);
  const at = (dx: number, dy: number) => `${(x + dx).toFixed(1)} ${dy.toFixed(1)}`;
  const wedge =
    `M${at(side * 3, -2)}C${at(side * form.bridge, y * 0.5)} ${at(side * width * 0.76, y - 16)} ${at(side * (width + 1), y - 2)}` +
    `C${at(side * (width + 3), y + 9)} ${at(side * 8, y + 12)} ${at(0, y + 11)}C${at(side * 5, y - 10)} ${at(-side * 2, y * 0.45)} ${at(side * 3, -2)}Z`;
  const below =
    `M${at(-width, y + 3)}Q${at(-width * 0.64, y + 12.5)} ${at(-3, y + 10)}` + `Q${at(width * 0.3, y + 13)} ${at(width * 0.95, y + 4)}`;
  return (
    fill(wedge, skin.shade, 0.72) +
    stroke(below, mix(skin.shade, skin.line, 0.5), 3.8, 0.8) +
    oval(x - side * 4, y - 11, 5.2, 7.6, skin.light, 0.72)
  );
}
