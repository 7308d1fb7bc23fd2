import type { Slug } from '#contract/pages/landers';
import p29 from './portraits/p29-3-400.webp';
import p34 from './portraits/p34-1-400.webp';
import p34Large from './portraits/p34-1-640.webp';
import p43 from './portraits/p43-1-400.webp';
import p43Large from './portraits/p43-1-640.webp';
import p45 from './portraits/p45-1-400.webp';
import p45Large from './portraits/p45-1-640.webp';
import p50 from './portraits/p50-1-400.webp';
import p52 from './portraits/p52-1-400.webp';

export type Mood = Slug<'landers-collagelanding-slug'>;

interface Pieces {
  /** Torn out large: 400 and 640 wide. */
  readonly photo: readonly [string, string];
  /** Under glass with a word below it, 400 by 500. */
  readonly print: string;
  /** What the stamp is printed in. */
  readonly ink: string;
}

export const MOODS: Record<Mood, Pieces> = {
  'second-time': { photo: [p43, p43Large], print: p50, ink: '#7a2f45' },
  slowly: { photo: [p45, p45Large], print: p29, ink: '#2f6b55' },
  'round-the-corner': { photo: [p34, p34Large], print: p52, ink: '#33597f' },
};
