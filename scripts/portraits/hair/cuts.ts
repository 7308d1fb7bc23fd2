import type { Sitting } from '../sitting.ts';
import type { Hairdo } from './brush.ts';
import * as combed from './combed.ts';
import * as covered from './covered.ts';
import * as cropped from './cropped.ts';
import * as curly from './curly.ts';
import * as long from './long.ts';
import * as tied from './tied.ts';

const CUTS = { ...combed, ...cropped, ...long, ...tied, ...curly, ...covered } satisfies Record<string, (sitting: Sitting) => Hairdo>;
export type CutName = keyof typeof CUTS;

/** Draws the named cut on the person. */
export const cutHair = (cut: CutName, sitting: Sitting): Hairdo => CUTS[cut](sitting);
