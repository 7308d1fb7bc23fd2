import { skullPoint } from '../model/anatomy.ts';
import type { HatName } from '../model/names.ts';
import { FABRIC } from '../model/palettes.ts';
import type { PortraitContext } from '../model/portrait.ts';
import { darken, lighten } from '../svg/color.ts';
import { curve, fill, outline, type Point, stroke, times } from '../svg/shapes.ts';

/** Points over the top of the head from left to right, up to `reach` degrees from the crown and `grow` px outside the skull. */
function hatCrown({ body }: PortraitContext, reach: number, grow: number): Point[] {
  return Array.from({ length: 13 }, (_, i) => skullPoint(body, -reach + (i * reach) / 6, grow + Math.max(0, 1 - Math.abs(i - 6) / 6) * 12));
}

/** Fills a shape and darkens its side away from the light. */
function shaded({ ink, light }: PortraitContext, path: string, color: string): string {
  const shade = `M${-light.side * 30} -400L${-light.side * 60} 0H${-light.side * 400}V-400Z`;
  return fill(path, color) + ink.clipTo(path, fill(shade, darken(color, 0.3), 0.5));
}

function beanie(s: PortraitContext, color: string): string {
  const w = s.body.halfWidth;
  const crown = outline(...hatCrown(s, 74, 27), [w * 0.6, -78], [-w * 0.6, -78]);
  const cuff = outline(
    [-w - 25, -84],
    [-w * 0.55, -104],
    [0, -112],
    [w * 0.55, -104],
    [w + 25, -84],
    [w + 22, -42],
    [w * 0.55, -60],
    [0, -67],
    [-w * 0.55, -60],
    [-w - 22, -42],
  );
  const ribs = times(11, (i) => stroke(`M${-w + (i * w) / 5} ${-98 + Math.abs(i - 5) * 2.4}l0 36`, darken(color, 0.28), 4, 0.5));
  return shaded(s, crown, color) + fill(cuff, lighten(color, 0.14)) + s.ink.clipTo(cuff, ribs);
}

function cap(s: PortraitContext, color: string): string {
  const w = s.body.halfWidth;
  const t = Math.sign(s.pose.turnX) * 26;
  const crown = outline(...hatCrown(s, 72, 22), [w * 0.5, -88], [-w * 0.5, -88]);
  const peak = outline(
    [-w * 0.94, -82, 1],
    [-w * 0.5 + t, -104],
    [t, -110],
    [w * 0.5 + t, -104],
    [w * 0.94, -82, 1],
    [w * 0.8 + t, -58],
    [t, -72],
    [-w * 0.8 + t, -58],
  );
  const seam = curve(skullPoint(s.body, 0, 30), [t * 0.4, -150], [t * 0.6, -108]);
  return shaded(s, crown, color) + stroke(seam, darken(color, 0.3), 3, 0.5) + fill(peak, darken(color, 0.2));
}

function sunhat(s: PortraitContext, color: string): string {
  const w = s.body.halfWidth;
  const crown = outline(...hatCrown(s, 68, 24), [w * 0.5, -84], [-w * 0.5, -84]);
  const brim = outline(
    [-w - 96, -54],
    [-w * 0.7, -96],
    [0, -110],
    [w * 0.7, -96],
    [w + 96, -54],
    [w * 0.6, -64],
    [0, -70],
    [-w * 0.6, -64],
  );
  const band = stroke(curve([-w - 8, -96], [0, -120], [w + 8, -96]), darken(color, 0.5), 22, 0.8);
  const ring = stroke(curve([-w - 80, -57], [0, -86], [w + 80, -57]), darken(color, 0.25), 3, 0.35);
  return shaded(s, crown, color) + s.ink.clipTo(crown, band) + fill(brim, lighten(color, 0.12)) + ring;
}

const HATS: Record<HatName, (s: PortraitContext, color: string) => string> = { beanie, cap, sunhat };

/** Draws the hat of the outfit, if it has one. */
export function drawHat(sitting: PortraitContext): string {
  const { hat, hatColor } = sitting.pose.outfit;
  return hat ? HATS[hat](sitting, FABRIC[hatColor]) : '';
}
