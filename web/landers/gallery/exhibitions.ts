import type { LanderSlug } from '#contract/pages/landers';
import annekeLarge from '../../../assets/landers/gallery/anneke.webp';
import anneke from '../../../assets/landers/gallery/anneke-440.webp';
import davidLarge from '../../../assets/landers/gallery/david.webp';
import david from '../../../assets/landers/gallery/david-440.webp';
import ewa from '../../../assets/landers/gallery/ewa-440.webp';
import graceLarge from '../../../assets/landers/gallery/grace.webp';
import grace from '../../../assets/landers/gallery/grace-440.webp';
import henkLarge from '../../../assets/landers/gallery/henk.webp';
import henk from '../../../assets/landers/gallery/henk-440.webp';
import ingridLarge from '../../../assets/landers/gallery/ingrid.webp';
import ingrid from '../../../assets/landers/gallery/ingrid-440.webp';
import leilaLarge from '../../../assets/landers/gallery/leila.webp';
import leila from '../../../assets/landers/gallery/leila-440.webp';
import lucaLarge from '../../../assets/landers/gallery/luca.webp';
import luca from '../../../assets/landers/gallery/luca-440.webp';
import markusLarge from '../../../assets/landers/gallery/markus.webp';
import markus from '../../../assets/landers/gallery/markus-440.webp';
import olgaLarge from '../../../assets/landers/gallery/olga.webp';
import olga from '../../../assets/landers/gallery/olga-440.webp';
import omarLarge from '../../../assets/landers/gallery/omar.webp';
import omar from '../../../assets/landers/gallery/omar-440.webp';
import priyaLarge from '../../../assets/landers/gallery/priya.webp';
import priya from '../../../assets/landers/gallery/priya-440.webp';
import rashidLarge from '../../../assets/landers/gallery/rashid.webp';
import rashid from '../../../assets/landers/gallery/rashid-440.webp';
import tomaszLarge from '../../../assets/landers/gallery/tomasz.webp';
import tomasz from '../../../assets/landers/gallery/tomasz-440.webp';
import zofiaLarge from '../../../assets/landers/gallery/zofia.webp';
import zofia from '../../../assets/landers/gallery/zofia-440.webp';
import ewaLarge from '../../../assets/portraits/site/ewa.webp';

/** The places on the wall: parts of the keys of the labels' texts. */
export const PLACES = ['one', 'two', 'three', 'four', 'five'] as const;

/** URLs of a portrait, 440 and 640 px wide. */
export type Portrait = readonly [string, string];

/** The portraits of each exhibition. */
export const PORTRAITS: Record<LanderSlug<'landers-gallery-slug'>, Record<(typeof PLACES)[number], Portrait>> = {
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
