import { KITCHEN } from './kitchen-things.tsx';
import { MUSIC } from './music-things.tsx';
import { ROAD } from './road-things.tsx';
import type { Drawn, Love } from './thing.ts';

export const THINGS: Record<Love, readonly Drawn[]> = { music: MUSIC, kitchen: KITCHEN, 'on-the-road': ROAD };
