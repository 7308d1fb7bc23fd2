import type { SceneName } from '../model/names.ts';
import type { Light } from '../model/portrait.ts';
import type { Random } from '../svg/seeded-random.ts';
import { box, fill, outline, oval, type Point, times } from '../svg/shapes.ts';
import type { Ink } from '../svg/svg-definitions.ts';

export interface Scene {
  art: string;
  blur: number;
  light: Light;
}

export type Painter = (ink: Ink, random: Random) => Scene;
export type Painters = Partial<Record<SceneName, Painter>>;

/** A gradient over the whole picture, given as evenly spread colours. */
export function sky(ink: Ink, ...colors: string[]): string {
  return box(0, 0, 800, 1000, ink.vertical(...colors));
}

/** A line of hills that fills the picture below it. */
export function hills(random: Random, y: number, height: number, color: string, count = 6): string {
  const crest = Array.from({ length: count + 1 }, (_, i): Point => [-40 + (i * 880) / count, y + random.between(-height, height)]);
  return fill(outline(...crest, [860, 1060, 1], [-60, 1060, 1]), color);
}

type Span = readonly [low: number, high: number];
type Spread = Record<'x' | 'y' | 'width' | 'height', Span>;

/** Strokes of a round brush, spread at random. */
export function daubs(random: Random, count: number, spread: Spread, colors: readonly string[], opacity: number): string {
  const { x, y, width, height } = spread;
  return times(count, () =>
    oval(random.between(...x), random.between(...y), random.between(...width), random.between(...height), random.pick(colors), opacity),
  );
}
