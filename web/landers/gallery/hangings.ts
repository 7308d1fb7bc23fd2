import type { Slug } from '#contract/landers';
import ewa from '../../features/pages/portraits/ewa.webp';
import henk from '../../features/pages/portraits/henk.webp';
import tomasz from '../../features/pages/portraits/tomasz.webp';
import anneke from './portraits/anneke.webp';
import david from './portraits/david.webp';
import grace from './portraits/grace.webp';
import ingrid from './portraits/ingrid.webp';
import leila from './portraits/leila.webp';
import luca from './portraits/luca.webp';
import markus from './portraits/markus.webp';
import olga from './portraits/olga.webp';
import omar from './portraits/omar.webp';
import priya from './portraits/priya.webp';
import rashid from './portraits/rashid.webp';
import zofia from './portraits/zofia.webp';

/** Where on the wall a picture hangs; its label stands in the texts under the same word. */
export const PLACES = ['one', 'two', 'three', 'four', 'five'] as const;

/** What hangs in each exhibition. */
export const HANGINGS: Record<Slug<'landers-gallery-slug'>, Record<(typeof PLACES)[number], string>> = {
  'over-40': { one: ingrid, two: henk, three: omar, four: olga, five: markus },
  makers: { one: david, two: anneke, three: grace, four: leila, five: luca },
  outdoors: { one: tomasz, two: ewa, three: rashid, four: zofia, five: priya },
};
