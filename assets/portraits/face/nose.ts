import type { PortraitContext } from '../model/portrait.ts';
import type { NoseShape } from '../model/traits.ts';
import { mix } from '../svg/color.ts';
import { curve, fill, outline, stroke } from '../svg/shapes.ts';

/** In px. `length`: how much longer than average. */
interface NoseForm {
  width: number;
  tip: number;
  length: number;
  bridge: number;
}

const NOSES: Record<NoseShape, NoseForm> = {
  straight: { width: 19, tip: 11, length: 0, bridge: 4 },
  button: { width: 18, tip: 14, length: -6, bridge: 2 },
  broad: { width: 25, tip: 14, length: -1, bridge: 3 },
  aquiline: { width: 19, tip: 10, length: 4, bridge: 9 },
  long: { width: 18, tip: 11, length: 7, bridge: 5 },
};

/** Draws the nose: a wedge of shade, its wings and a light on the tip. */
export function drawNose({ traits, pose, body, skin, light, ink }: PortraitContext): string {
  const form = NOSES[traits.nose];
  const side = -light.side;
  const x = pose.turnX * 1.25;
  const y = body.nose + form.length + (traits.age > 60 ? 3 : 0);
  const width = form.width * (0.94 + traits.bone * 0.14);
  const wedge = outline(
    [x + side * 4, 0, 1],
    [x + side * (form.bridge + 4), y * 0.42],
    [x + side * width * 0.72, y - 14],
    [x + side * width, y],
    [x + side * width * 0.6, y + 10],
    [x, y + 11, 1],
    [x + side * 5, y - 6],
    [x + side * 1, y * 0.45],
  );
  const wings = curve(
    [x - width, y + 1],
    [x - width * 0.66, y + 9],
    [x - form.tip * 0.45, y + 7],
    [x, y + 11],
    [x + form.tip * 0.45, y + 7],
    [x + width * 0.66, y + 9],
    [x + width, y + 1],
  );
  const shine = ink.glow(x + light.side * 3, y - 8, form.tip * 0.9, skin.light, 0.95, form.tip);
  const ridge = stroke(curve([x + light.side * 3, y * 0.25], [x + light.side * 4, y * 0.65]), skin.light, 6, 0.4);
  return fill(wedge, skin.shade, 0.62) + ridge + shine + stroke(wings, mix(skin.shade, skin.line, 0.6), 3.6, 0.85);
}
