import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { PAGES, type PageName } from './pages/page-routes.ts';
import { Empty } from './primitives.ts';

/** A figure of real visits (docs/product.md, "Web vitals of real visits"). */
interface VitalOptions {
  /** As `npm run bench` and `npm run site -- vitals show` print it. */
  readonly label: string;
  readonly unit: 'ms' | '';
  /** The upper bounds of the buckets in which values are counted. The last one is the greatest value that is sent. */
  readonly bounds: readonly [number, ...number[]];
  /** The most values that one report holds. */
  readonly most: number;
}

const LOAD_BOUNDS = [
  ...([100, 200, 300, 400, 500, 600, 800, 1000, 1200, 1500, 1800, 2000] as const),
  ...([2500, 3000, 3500, 4000, 5000, 7000, 10_000, 60_000] as const),
] as const;

/** Each bound that `docs/performance.md` names as an aim is among those of its figure, so that a percentile tells whether it is reached. */
export const VITALS = {
  ttfb: { label: 'TTFB', unit: 'ms', most: 1, bounds: [25, 50, ...LOAD_BOUNDS] },
  lcp: { label: 'LCP', unit: 'ms', most: 1, bounds: LOAD_BOUNDS },
  first_tap: { label: 'first tap', unit: 'ms', most: 1, bounds: LOAD_BOUNDS },
  cls: { label: 'CLS', unit: '', most: 1, bounds: [0, 0.005, 0.01, 0.02, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 100] },
  inp: { label: 'INP', unit: 'ms', most: 1, bounds: [16, 24, 32, 48, 64, 80, 100, 120, 150, 200, 300, 500, 1000, 2000, 60_000] },
  send: {
    label: 'send',
    unit: 'ms',
    most: 50,
    bounds: [25, 40, 60, 80, 100, 150, 200, 300, 400, 500, 750, 1000, 2000, 5000, 10_000, 30_000, 60_000],
  },
  reconnect: {
    label: 'reconnect',
    unit: 'ms',
    most: 20,
    bounds: [100, 200, 300, 500, 750, 1000, 1500, 2000, 3000, 5000, 10_000, 20_000, 30_000, 60_000],
  },
} as const satisfies Readonly<Record<string, VitalOptions>>;

export type Vital = keyof typeof VITALS;
export const VITAL_NAMES = Object.keys(VITALS) as Vital[];

/** `phone`: its pointer is a finger. */
export const DEVICES = ['phone', 'desktop'] as const;
export type Device = (typeof DEVICES)[number];
/** How the document came: from the network, through the service worker, or rendered by the browser before it was opened. */
export const LOAD_SOURCES = ['network', 'service_worker', 'prerender'] as const;
export type LoadSource = (typeof LOAD_SOURCES)[number];

/** The greatest value of a figure that is sent; a page sends it for all that are greater. */
export const greatestOf = (vital: Vital): number => Math.max(...VITALS[vital].bounds);

const valuesOf = (vital: Vital) => {
  const value = v.pipe(v.number('wrong_type'), v.minValue(0, 'not_allowed'), v.maxValue(greatestOf(vital), 'not_allowed'));
  return v.optional(v.pipe(v.array(value, 'wrong_type'), v.maxLength(VITALS[vital].most, 'too_long')));
};

/** The values of each figure, in milliseconds; `cls` has no unit. */
const VitalValues = v.object(
  {
    ttfb: valuesOf('ttfb'),
    lcp: valuesOf('lcp'),
    first_tap: valuesOf('first_tap'),
    cls: valuesOf('cls'),
    inp: valuesOf('inp'),
    send: valuesOf('send'),
    reconnect: valuesOf('reconnect'),
  },
  'wrong_type',
);

export const recordVitals = endpoint({
  method: 'POST',
  path: '/api/vitals.php',
  who: 'everybody',
  limits: ['vitals_a_minute'],
  input: v.object({
    /** The page that was loaded. */
    page: v.picklist(Object.keys(PAGES) as PageName[], 'unknown'),
    device: v.picklist(DEVICES, 'unknown'),
    source: v.picklist(LOAD_SOURCES, 'unknown'),
    values: v.pipe(
      VitalValues,
      v.check((values) => Object.values(values).some((list) => list !== undefined && list.length > 0), 'required'),
    ),
  }),
  output: Empty,
  status: 204,
  errors: ['too_many'],
  summary: 'Counts the speed of a visit of the sample, without the person and the address',
});
