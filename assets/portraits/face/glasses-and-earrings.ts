import type { PortraitContext } from '../model/portrait.ts';
import type { Glasses } from '../model/traits.ts';
import { bothSides, curve, disc, fill, outline, stroke } from '../svg/shapes.ts';

interface FrameForm {
  color: string;
  /** Half the width and half the height of a lens, in px. */
  width: number;
  height: number;
  radius: number;
  line: number;
}

const FRAMES: Record<Glasses, FrameForm> = {
  round: { color: '#2a1d1f', width: 37, height: 35, radius: 35, line: 6.5 },
  square: { color: '#221b20', width: 40, height: 29, radius: 9, line: 7.5 },
  wire: { color: '#97733f', width: 36, height: 33, radius: 32, line: 3.8 },
  cat: { color: '#6b2b35', width: 40, height: 27, radius: 20, line: 6.5 },
  clear: { color: '#b99a7c', width: 39, height: 32, radius: 17, line: 6 },
};

/** Draws the glasses, if the person wears some. */
export function drawGlasses({ traits, pose, body }: PortraitContext): string {
  if (!traits.glasses) return '';
  const frame = FRAMES[traits.glasses];
  const top = -frame.height + 3;
  const lenses = bothSides((side) => {
    const x = pose.turnX + side * body.eyeGap;
    const shape = `<rect x="${x - frame.width}" y="${top}" width="${frame.width * 2}" height="${frame.height * 2}" rx="${frame.radius}" fill="#ffffff" fill-opacity=".1" stroke="${frame.color}" stroke-width="${frame.line}"/>`;
    const wing =
      traits.glasses === 'cat'
        ? fill(
            outline([x + side * 12, top - 3, 1], [x + side * 47, top - 11, 1], [x + side * 41, top + 20, 1], [x + side * 34, top + 6]),
            frame.color,
          )
        : '';
    const arm = stroke(
      `M${x + side * frame.width} -9L${side * (body.halfWidth - (Math.sign(pose.turnX) === side ? 6 : 0))} -7`,
      frame.color,
      frame.line * 0.9,
    );
    return arm + shape + wing + stroke(`M${x - 20} ${top + 18}l13 -9`, '#ffffff', 4.5, 0.55);
  });
  const gap = body.eyeGap - frame.width;
  const bridge = curve([pose.turnX - gap, -5], [pose.turnX, -12], [pose.turnX + gap, -5]);
  return lenses + stroke(bridge, frame.color, frame.line);
}

/** Draws the earrings, if the person wears some. The caller leaves them out where the hair covers the ears. */
export function drawEarrings({ traits, body }: PortraitContext): string {
  if (!traits.earring) return '';
  const kind = traits.earring;
  return bothSides((side) => {
    const x = side * (body.halfWidth + 5);
    if (kind === 'stud') return disc(x, 40, 6, '#f4dfa6') + disc(x - 1.5, 38.5, 2, '#ffffff');
    if (kind === 'drop') return stroke(`M${x} 40v22`, '#d6a64c', 3.5) + disc(x, 70, 9, '#e3b65c') + disc(x - 3, 67, 3, '#fff4d8', 0.8);
    return `<circle cx="${x}" cy="62" r="20" fill="none" stroke="#dcab49" stroke-width="5.5"/><path d="M${x - 14} 50a20 20 0 0 1 14 -8" fill="none" stroke="#fff0c4" stroke-width="3" stroke-linecap="round"/>`;
  });
}
