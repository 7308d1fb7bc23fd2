import { fill } from '../shape.ts';
import type { Sitting } from '../sitting.ts';
import { capPath, type HairlineName } from './brush.ts';

/** Short hair over the ears and temples, under whatever grows on top. */
export function sides(sitting: Sitting, grow = 7, line: HairlineName = 'short'): { art: string; path: string } {
  const path = capPath(sitting, line, (degrees) => grow + Math.max(0, 10 - Math.abs(degrees) * 0.12), 98);
  return { art: fill(path, sitting.hair.dark), path };
}
