import type { LanderSlug } from '#contract/pages/landers';
import p01 from '../../../assets/landers/map/p01-2.webp';
import p05 from '../../../assets/landers/map/p05-1.webp';
import p07 from '../../../assets/landers/map/p07-2.webp';
import p10 from '../../../assets/landers/map/p10-1.webp';
import p22 from '../../../assets/landers/map/p22-1.webp';
import p26 from '../../../assets/landers/map/p26-4.webp';
import p29 from '../../../assets/landers/map/p29-1.webp';
import p31 from '../../../assets/landers/map/p31-1.webp';
import p33 from '../../../assets/landers/map/p33-2.webp';
import p38 from '../../../assets/landers/map/p38-1.webp';
import p44 from '../../../assets/landers/map/p44-1.webp';
import p47 from '../../../assets/landers/map/p47-1.webp';
import p49 from '../../../assets/landers/map/p49-2.webp';
import p54 from '../../../assets/landers/map/p54-1.webp';
import p61 from '../../../assets/landers/map/p61-2.webp';
import p74 from '../../../assets/landers/map/p74-2.webp';
import p77 from '../../../assets/landers/map/p77-3.webp';

export type TownSlug = LanderSlug<'landers-maplanding-slug'>;

export interface Pin {
  readonly portrait: string;
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

/** The places with a text on the map: parts of the keys of its texts. */
export const PLACES = ['park', 'water', 'station', 'corner'] as const;
export type Place = (typeof PLACES)[number];

interface Town {
  /** The visitor's own position. */
  readonly here: readonly [x: number, y: number];
  readonly pins: readonly Pin[];
  /** Position of the text of each place. */
  readonly places: Record<Place, readonly [x: number, y: number]>;
}

/** Positions in a viewBox of 1440 by 900, of which narrow screens show the middle. */
export const TOWNS: Record<TownSlug, Town> = {
  nearby: {
    here: [770, 420],
    pins: [
      { portrait: p10, x: 636, y: 298, size: 66 },
      { portrait: p74, x: 872, y: 470, size: 86 },
      { portrait: p47, x: 1030, y: 300, size: 74 },
      { portrait: p31, x: 1212, y: 534, size: 64 },
      { portrait: p33, x: 1296, y: 250, size: 70 },
      { portrait: p05, x: 752, y: 682, size: 72 },
    ],
    places: { park: [1150, 782], water: [1150, 318], station: [602, 338], corner: [900, 584] },
  },
  'just-moved': {
    here: [806, 520],
    pins: [
      { portrait: p29, x: 1016, y: 420, size: 78 },
      { portrait: p49, x: 648, y: 372, size: 70 },
      { portrait: p22, x: 918, y: 716, size: 76 },
      { portrait: p38, x: 1230, y: 606, size: 66 },
      { portrait: p54, x: 1286, y: 300, size: 70 },
    ],
    places: { park: [1110, 742], water: [625, 752], station: [862, 186], corner: [625, 620] },
  },
  'across-the-border': {
    here: [716, 452],
    pins: [
      { portrait: p77, x: 1066, y: 566, size: 88 },
      { portrait: p44, x: 1000, y: 318, size: 70 },
      { portrait: p01, x: 1262, y: 304, size: 74 },
      { portrait: p61, x: 1260, y: 612, size: 66 },
      { portrait: p26, x: 652, y: 330, size: 68 },
      { portrait: p07, x: 640, y: 838, size: 70 },
    ],
    places: { park: [1196, 724], water: [836, 700], station: [1160, 478], corner: [640, 560] },
  },
};
