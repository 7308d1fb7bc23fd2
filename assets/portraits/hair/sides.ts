import type { PortraitContext } from '../model/portrait.ts';
import { fill } from '../svg/shapes.ts';
import { capPath, type HairlineName } from './hair-shapes.ts';

/** Short hair over the ears and temples, under whatever grows on top. */
export function drawShortSides(sitting: PortraitContext, grow = 7, line: HairlineName = 'short'): { art: string; path: string } {
  const path = capPath(sitting, line, (degrees) => grow + Math.max(0, 10 - Math.abs(degrees) * 0.12), 98);
  return { art: fill(path, sitting.hair.dark), path };
}
