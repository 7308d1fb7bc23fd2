import type { LanderSlug } from '#contract/pages/landers';
import p03 from '../../../assets/landers/alonetonight/p03-1.webp';
import p13 from '../../../assets/landers/alonetonight/p13-2.webp';
import p14 from '../../../assets/landers/alonetonight/p14-1.webp';
import p16 from '../../../assets/landers/alonetonight/p16-1.webp';
import p17 from '../../../assets/landers/alonetonight/p17-4.webp';
import p26 from '../../../assets/landers/alonetonight/p26-2.webp';
import p27 from '../../../assets/landers/alonetonight/p27-1.webp';
import p33 from '../../../assets/landers/alonetonight/p33-4.webp';
import p37 from '../../../assets/landers/alonetonight/p37-1.webp';
import p48 from '../../../assets/landers/alonetonight/p48-2.webp';
import p58 from '../../../assets/landers/alonetonight/p58-1.webp';
import p66 from '../../../assets/landers/alonetonight/p66-1.webp';
import p68 from '../../../assets/landers/alonetonight/p68-2.webp';
import p71 from '../../../assets/landers/alonetonight/p71-2.webp';
import p79 from '../../../assets/landers/alonetonight/p79-1.webp';

export type NightSlug = LanderSlug<'landers-alonetonight-slug'>;

export interface Street {
  /**
   * Rows of windows from the roof down, one character a window: `.` dark, `y` the visitor's own, `c` curtains, `t` television, `k` cat, `p`
   * plant, `b` blinds; a number is a person of `people`, counted from 1.
   */
  readonly rows: readonly string[];
  /** URLs of portraits. */
  readonly people: readonly string[];
}

export const STREETS: Record<NightSlug, Street> = {
  'night-shift': {
    rows: ['.1....', 'y...b.', '....2.', '.b3...', '...c.4', '5.b...', '..p..c'],
    people: [p03, p48, p79, p17, p16],
  },
  'rainy-evening': {
    rows: ['1....k', '..c..y', '....2.', 'p.3..t', '.c...4', '5..b..', '.t..c.'],
    people: [p13, p33, p26, p66, p58],
  },
  'sunday-evening': {
    rows: ['...1.p', 'c....y', '.2....', 't...3c', '.k4...', '...5.p', 'c...b.'],
    people: [p68, p27, p14, p37, p71],
  },
};
