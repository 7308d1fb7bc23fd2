import type { Slug } from '#contract/landers';
import ewaLarge from '../../features/pages/portraits/ewa.webp';
import annekeLarge from './portraits/anneke.webp';
import anneke from './portraits/anneke-400.webp';
import davidLarge from './portraits/david.webp';
import david from './portraits/david-400.webp';
import ewa from './portraits/ewa-400.webp';
import graceLarge from './portraits/grace.webp';
import grace from './portraits/grace-400.webp';
import henkLarge from './portraits/henk.webp';
import henk from './portraits/henk-400.webp';
import ingridLarge from './portraits/ingrid.webp';
import ingrid from './portraits/ingrid-400.webp';
import leilaLarge from './portraits/leila.webp';
import leila from './portraits/leila-400.webp';
import lucaLarge from './portraits/luca.webp';
import luca from './portraits/luca-400.webp';
import markusLarge from './portraits/markus.webp';
import markus from './portraits/markus-400.webp';
import olgaLarge from './portraits/olga.webp';
import olga from './portraits/olga-400.webp';
import omarLarge from './portraits/omar.webp';
import omar from './portraits/omar-400.webp';
import priyaLarge from './portraits/priya.webp';
import priya from './portraits/priya-400.webp';
import rashidLarge from './portraits/rashid.webp';
import rashid from './portraits/rashid-400.webp';
import tomaszLarge from './portraits/tomasz.webp';
import tomasz from './portraits/tomasz-400.webp';
import zofiaLarge from './portraits/zofia.webp';
import zofia from './portraits/zofia-400.webp';

/** Where on the wall a picture hangs; its label stands in the texts under the same word. */
export const PLACES = ['one', 'two', 'three', 'four', 'five'] as const;

/** 400 and 640 wide. */
export type Portrait = readonly [string, string];

/** What hangs in each exhibition. */
export const HANGINGS: Record<Slug<'landers-gallery-slug'>, Record<(typeof PLACES)[number], Portrait>> = {
  'over-40': {
    one: [ingrid, ingridLarge],
    two: [henk, henkLarge],
    three: [omar, omarLarge],
    four: [olga, olgaLarge],
    five: [markus, markusLarge],
  },
  makers: {
    one: [david, davidLarge],
    two: [anneke, annekeLarge],
    three: [grace, graceLarge],
    four: [leila, leilaLarge],
    five: [luca, lucaLarge],
  },
  outdoors: {
    one: [tomasz, tomaszLarge],
    two: [ewa, ewaLarge],
    three: [rashid, rashidLarge],
    four: [zofia, zofiaLarge],
    five: [priya, priyaLarge],
  },
};
