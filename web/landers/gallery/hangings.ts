import type { Slug } from '#contract/pages/landers';
import ewaLarge from '../../features/pages/portraits/ewa.webp';
import annekeLarge from './portraits/anneke.webp';
import anneke from './portraits/anneke-440.webp';
import davidLarge from './portraits/david.webp';
import david from './portraits/david-440.webp';
import ewa from './portraits/ewa-440.webp';
import graceLarge from './portraits/grace.webp';
import grace from './portraits/grace-440.webp';
import henkLarge from './portraits/henk.webp';
import henk from './portraits/henk-440.webp';
import ingridLarge from './portraits/ingrid.webp';
import ingrid from './portraits/ingrid-440.webp';
import leilaLarge from './portraits/leila.webp';
import leila from './portraits/leila-440.webp';
import lucaLarge from './portraits/luca.webp';
import luca from './portraits/luca-440.webp';
import markusLarge from './portraits/markus.webp';
import markus from './portraits/markus-440.webp';
import olgaLarge from './portraits/olga.webp';
import olga from './portraits/olga-440.webp';
import omarLarge from './portraits/omar.webp';
import omar from './portraits/omar-440.webp';
import priyaLarge from './portraits/priya.webp';
import priya from './portraits/priya-440.webp';
import rashidLarge from './portraits/rashid.webp';
import rashid from './portraits/rashid-440.webp';
import tomaszLarge from './portraits/tomasz.webp';
import tomasz from './portraits/tomasz-440.webp';
import zofiaLarge from './portraits/zofia.webp';
import zofia from './portraits/zofia-440.webp';

/** Where on the wall a picture hangs; its label stands in the texts under the same word. */
export const PLACES = ['one', 'two', 'three', 'four', 'five'] as const;

/** 440 and 640 wide. */
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
