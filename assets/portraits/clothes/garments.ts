import type { GarmentName } from '../model/names.ts';
import type { PortraitContext } from '../model/portrait.ts';
import { KNITWEAR } from './knitwear.ts';
import { straps } from './straps.ts';
import { TAILORED } from './tailored.ts';

const GARMENTS: Record<GarmentName, (sitting: PortraitContext) => string> = { ...KNITWEAR, straps, ...TAILORED };

/** Draws the garment of the outfit, over the neck. */
export const drawGarment = (sitting: PortraitContext): string => GARMENTS[sitting.pose.outfit.garment](sitting);
