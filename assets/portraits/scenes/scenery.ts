import type { SceneName } from '../model/names.ts';
import type { Light } from '../model/portrait.ts';
import type { Random } from '../svg/seeded-random.ts';
import { box, fill, outline, oval, type Point, times } from '../svg/shapes.ts';
import type { SvgDefinitions } from '../svg/svg-definitions.ts';

export interface Scene {
  /** SVG of 800 by 1000. */
  art: string;
  /** Standard deviation of the blur it is shown with. */
  blur: number;
  light: Light;
}

export type SceneFunction = (ink: SvgDefinitions, random: Random) => Scene;
export type SceneFunctions = Partial<Record<SceneName, SceneFunction>>;

/** A gradient over the whole picture, of evenly spread colours from top to bottom. */
export function fillGradient(ink: SvgDefinitions, ...colors: string[]): string {
  return box(0, 0, 800, 1000, ink.verticalGradient(...colors));
}

/** A line of hills at `y`, up to `height` px higher or lower; everything below is filled. */
export function hills(random: Random, y: number, height: number, color: string, count = 6): string {
  const crest = Array.from({ length: count + 1 }, (_, i): Point => [-40 + (i * 880) / count, y + random.between(-height, height)]);
  return fill(outline(...crest, [860, 1060, 1], [-60, 1060, 1]), color);
}

type Span = readonly [low: number, high: number];
/** Ranges of the position and size of random shapes. */
type Spread = Record<'x' | 'y' | 'width' | 'height', Span>;

/** Ellipses of random position, size and colour. */
export function scatterEllipses(random: Random, count: number, spread: Spread, colors: readonly string[], opacity: number): string {
  const { x, y, width, height } = spread;
  return times(count, () =>
    oval(random.between(...x), random.between(...y), random.between(...width), random.between(...height), random.pick(colors), opacity),
  );
}
