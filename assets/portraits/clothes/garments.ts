import type { GarmentName } from '../model/names.ts';
import type { Sitting } from '../model/portrait.ts';
import { KNITWEAR } from './knitwear.ts';
import { straps } from './straps.ts';
import { TAILORED } from './tailored.ts';

const GARMENTS: Record<GarmentName, (sitting: Sitting) => string> = { ...KNITWEAR, straps, ...TAILORED };

/** Draws the garment of the outfit, over the neck. */
export const dress = (sitting: Sitting): string => GARMENTS[sitting.pose.outfit.garment](sitting);
