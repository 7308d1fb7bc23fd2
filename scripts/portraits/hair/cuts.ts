import type { CutName } from '../names.ts';
import type { Cut } from './brush.ts';
import { COMBED } from './combed.ts';
import { COVERED } from './covered.ts';
import { CROPPED } from './cropped.ts';
import { CURLY } from './curly.ts';
import { LONG } from './long.ts';
import { TIED } from './tied.ts';

export const CUTS: Record<CutName, Cut> = { ...COMBED, ...CROPPED, ...LONG, ...TIED, ...CURLY, ...COVERED };
