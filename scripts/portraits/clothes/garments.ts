import type { Sitting } from '../sitting.ts';
import * as knitwear from './knitwear.ts';
import { straps } from './straps.ts';
import * as tailored from './tailored.ts';

const GARMENTS = { ...knitwear, straps, ...tailored } satisfies Record<string, (sitting: Sitting) => string>;
export type GarmentName = keyof typeof GARMENTS;

/** Draws the clothes of the outfit over the neck. */
export const dress = (sitting: Sitting): string => GARMENTS[sitting.pose.outfit.garment](sitting);
