import type { LanderSlug } from '#contract/pages/landers';
import p29 from '../../../assets/landers/collage/p29-3-400.webp';
import p34 from '../../../assets/landers/collage/p34-1-400.webp';
import p34Large from '../../../assets/landers/collage/p34-1-640.webp';
import p43 from '../../../assets/landers/collage/p43-1-400.webp';
import p43Large from '../../../assets/landers/collage/p43-1-640.webp';
import p45 from '../../../assets/landers/collage/p45-1-400.webp';
import p45Large from '../../../assets/landers/collage/p45-1-640.webp';
import p50 from '../../../assets/landers/collage/p50-1-400.webp';
import p52 from '../../../assets/landers/collage/p52-1-400.webp';

export type CollageSlug = LanderSlug<'landers-collagelanding-slug'>;

interface Pieces {
  /** URLs of the torn photo, 400 and 640 px wide. */
  readonly photo: readonly [string, string];
  /** URL of the print with a caption, 400 by 500 px. */
  readonly print: string;
  /** Colour of the stamp. */
  readonly ink: string;
}

export const COLLAGE_PIECES: Record<CollageSlug, Pieces> = {
  'second-time': { photo: [p43, p43Large], print: p50, ink: '#7a2f45' },
  slowly: { photo: [p45, p45Large], print: p29, ink: '#2f6b55' },
  'round-the-corner': { photo: [p34, p34Large], print: p52, ink: '#33597f' },
};
