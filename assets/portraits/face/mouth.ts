import type { PortraitContext } from '../model/portrait.ts';
import type { Expression } from '../model/traits.ts';
import { mix } from '../svg/color.ts';
import { bothSides, fill, oval, stroke } from '../svg/shapes.ts';

/** `wider`: px added to half the width; `lift`: how far the corners are raised in px; `open`: how far the mouth is open, 1 for a broad smile. */
interface MouthForm {
  wider: number;
  lift: number;
  open: number;
}

const MOUTHS: Record<Expression, MouthForm> = {
  smile: { wider: 4.5, lift: 7.5, open: 0 },
  content: { wider: 3, lift: 7, open: 0 },
  grin: { wider: 0, lift: 3, open: 0.78 },
  beam: { wider: 3, lift: 4, open: 0.98 },
  laugh: { wider: 4, lift: 3, open: 1.14 },
};

/** A mouth with its position, its colours and the thickness of its lips. */
interface PlacedMouth extends MouthForm {
  /** Half the width without the corners. */
  half: number;
  lip: string;
  edge: string;
  /** Thickness of the lips; 1 is average. */
  full: number;
  /** A point of a path, `dx` and `dy` px from the middle of the mouth. */
  at: (dx: number, dy: number) => string;
}

function mouthOf({ traits, pose, body, skin }: PortraitContext): PlacedMouth {
  const form = MOUTHS[pose.expression];
  const thin = traits.age > 60 ? 0.8 : traits.age > 48 ? 0.9 : 1;
  const x = pose.turnX * 1.15;
  const y = body.mouth;
  return {
    ...form,
    half: 34 + traits.bone * 3 + form.wider,
    lip: mix(skin.lip, skin.base, traits.lashes ? 0.08 : 0.42),
    edge: mix(skin.lip, '#3a0d14', 0.45),
    full: traits.lips * thin * (traits.lashes ? 1 : 0.86),
    at: (dx, dy) => `${(x + dx).toFixed(1)} ${(y + dy).toFixed(1)}`,
  };
}

function closedMouth({ light, traits, pose, body }: PortraitContext, m: PlacedMouth): string {
  const { at, half: w, lift, full } = m;
  const top = -9 - full * 3;
  const upper = `M${at(-w, 1 - lift)}Q${at(-13, top)} ${at(0, -6)}Q${at(13, top)} ${at(w, 1 - lift)}Q${at(0, 11)} ${at(-w, 1 - lift)}Z`;
  const lower =
    `M${at(-w + 4, 3 - lift)}Q${at(0, 12)} ${at(w - 4, 3 - lift)}` +
    `Q${at(14, 9 + 16 * full)} ${at(0, 9 + 16 * full)}Q${at(-14, 9 + 16 * full)} ${at(-w + 4, 3 - lift)}Z`;
  const seam =
    `M${at(-w - 6, -3 - lift * 1.25)}Q${at(-w + 2, 5 - lift)} ${at(-16, 5 - lift * 0.25)}` +
    `Q${at(0, 10)} ${at(16, 5 - lift * 0.25)}Q${at(w - 2, 5 - lift)} ${at(w + 6, -3 - lift * 1.25)}`;
  const shine = oval(pose.turnX * 1.15 + light.side * 9, body.mouth + 13, 8, 2.8, '#ffffff', traits.lashes ? 0.26 : 0.1);
  return fill(upper, mix(m.lip, '#4a1018', 0.16)) + fill(lower, m.lip) + stroke(seam, m.edge, 3.8) + shine;
}

function openMouth({ ink, pose, body }: PortraitContext, m: PlacedMouth): string {
  const { at, half: w, lift, open, full } = m;
  const corner = -7 - lift;
  const depth = 32 * open;
  const cavity = `M${at(-w - 6, corner)}Q${at(0, 4)} ${at(w + 6, corner)}Q${at(w * 0.7, depth - 1)} ${at(0, depth)}Q${at(-w * 0.7, depth - 1)} ${at(-w - 6, corner)}Z`;
  const row = Math.min(17, 6 + depth * 0.36);
  const teeth = `M${at(-w + 1, corner + 3)}Q${at(0, 5)} ${at(w - 1, corner + 3)}Q${at(w * 0.62, row)} ${at(0, row)}Q${at(-w * 0.62, row)} ${at(-w + 1, corner + 3)}Z`;
  const bow = -5 - lift * 0.5;
  const upper =
    `M${at(-w - 8, corner - 1)}Q${at(-14, bow - 5 * full)} ${at(0, bow)}Q${at(14, bow - 5 * full)} ${at(w + 8, corner - 1)}` +
    `Q${at(0, 6)} ${at(-w - 8, corner - 1)}Z`;
  const rim = depth * 0.7;
  const lower = `M${at(-w * 0.72, rim)}Q${at(0, rim + 13)} ${at(w * 0.72, rim)}Q${at(0, rim + 13 + 15 * full)} ${at(-w * 0.72, rim)}Z`;
  const tongue = open > 0.9 ? oval(pose.turnX * 1.15, body.mouth + depth, w * 0.5, depth * 0.3, '#b9504f', 0.9) : '';
  return ink.clipTo(cavity, fill(cavity, '#5a1d22') + tongue + fill(teeth, '#fff8f0')) + fill(upper, m.lip) + fill(lower, m.lip);
}

/** Draws the mouth with its dimples. A thick beard covers the dimples. */
export function drawMouth(sitting: PortraitContext): string {
  const m = mouthOf(sitting);
  const { beard } = sitting.traits;
  const isCheekVisible = !beard || beard === 'stubble' || beard === 'moustache';
  const dimple = (side: 1 | -1) =>
    `M${m.at(side * (m.half + 13), -13 - m.lift)}Q${m.at(side * (m.half + 20), -4 - m.lift)} ${m.at(side * (m.half + 15), 6 - m.lift)}`;
  const dimples = isCheekVisible ? bothSides((side) => stroke(dimple(side), sitting.skin.shade, 3.8, m.lift > 2 ? 0.75 : 0.5)) : '';
  return dimples + (m.open > 0 ? openMouth(sitting, m) : closedMouth(sitting, m));
}
