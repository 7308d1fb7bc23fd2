import { KITCHEN } from './kitchen-things.tsx';
import { MUSIC } from './music-things.tsx';
import { ROAD } from './road-things.tsx';
import type { DrawnThing, IconsSlug } from './thing.ts';

export const THINGS: Record<IconsSlug, readonly DrawnThing[]> = { music: MUSIC, kitchen: KITCHEN, 'on-the-road': ROAD };
