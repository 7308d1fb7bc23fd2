import type { Ink } from '../ink.ts';
import type { Random } from '../random.ts';
import { box, fill, outline, type Point } from '../shape.ts';
import type { Light } from '../sitting.ts';

export interface Scene {
  art: string;
  blur: number;
  light: Light;
}

export type Painter = (ink: Ink, random: Random) => Scene;

/** A gradient over the whole picture, given as evenly spread colours. */
export function sky(ink: Ink, ...colors: string[]): string {
  const paint = ink.vertical(colors.map((color, index) => [index / Math.max(1, colors.length - 1), color]));
  return box(0, 0, 800, 1000, paint);
}

/** A line of hills that fills the picture below it. */
export function hills(random: Random, y: number, height: number, color: string, count = 6): string {
  const crest = Array.from({ length: count + 1 }, (_, i): Point => [-40 + (i * 880) / count, y + random.between(-height, height)]);
  return fill(outline([...crest, [860, 1060, 1], [-60, 1060, 1]]), color);
}
