import type { CutName } from '../model/names.ts';
import { COMBED } from './combed.ts';
import { COVERED } from './covered.ts';
import { CROPPED } from './cropped.ts';
import { CURLY } from './curly.ts';
import type { Cut } from './hair-shapes.ts';
import { LONG } from './long.ts';
import { TIED } from './tied.ts';

/** How each haircut is drawn. */
export const CUTS: Record<CutName, Cut> = { ...COMBED, ...CROPPED, ...LONG, ...TIED, ...CURLY, ...COVERED };
