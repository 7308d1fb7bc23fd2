import * as v from 'valibot';
import { isTrackingRefused, TRACKING } from './tracking-consent.ts';

const LONGEST = 255;
const LONGEST_REFERRER = 500;
const KEPT_S = 2_592_000;
/** Browsers drop a cookie whose name and value are more than 4,096 bytes, all of it. */
const LONGEST_COOKIE = 3_800;

const Value = v.optional(v.string());
const TrafficSource = v.object({ network: Value, ref: Value, sub: Value, sub2: Value, sub3: Value });
type TrafficSource = v.InferOutput<typeof TrafficSource>;

/** Where a visit began: the parameters that led here, the first page, and the page before it. */
const Visit = v.object({ source: v.nullable(TrafficSource), path: v.string(), referrer: v.string() });
export type Visit = v.InferOutput<typeof Visit>;

const Kept = v.object({ ...Visit.entries, until: v.number() });

const cut = (text: string, most: number) => [...text].slice(0, most).join('');

/** Where a visitor came from, by the parameters of the address; null if it names nothing (docs/product.md, "Campaign parameters"). */
export function trafficSourceOf(search: URLSearchParams): TrafficSource | null {
  const read = (...names: string[]) => {
    const found = names.map((name) => search.get(name)?.trim()).find(Boolean);
    return found ? cut(found, LONGEST) : undefined;
  };
  const source = {
    network: read('network'),
    ref: read('ref'),
    sub: read('sub', 'sub1', 'aff_sub'),
    sub2: read('sub2'),
    sub3: read('sub3'),
  };
  const named = Object.entries(source).filter(([, value]) => value !== undefined);
  return named.length ? Object.fromEntries(named) : null;
}

/** The two places a visit is kept in; either may be blocked, and is then empty. Nothing goes there once it was refused. */
export interface TrackingShelf {
  isRefused: () => boolean;
  cookie: () => string;
  setCookie: (cookie: string) => void;
  mirror: () => string | null;
  setMirror: (text: string) => void;
}

interface Arrival {
  search: string;
  pathname: string;
  referrer: string;
  isSecure: boolean;
  now: number;
}

function read(text: string | null | undefined, now: number): Visit | null {
  if (!text) return null;
  try {
    const { until, ...visit } = v.parse(Kept, JSON.parse(decodeURIComponent(text)));
    return until > now ? visit : null;
  } catch {
    return null;
  }
}

const inCookie = (cookies: string) =>
  cookies
    .split('; ')
    .find((cookie) => cookie.startsWith(`${TRACKING}=`))
    ?.slice(TRACKING.length + 1);

function written(visit: Visit, until: number): string {
  const whole = encodeURIComponent(JSON.stringify({ ...visit, until }));
  if (whole.length <= LONGEST_COOKIE) return whole;
  return visit.referrer ? written({ ...visit, referrer: '' }, until) : written({ ...visit, source: shorter(visit.source) }, until);
}

const shorter = (source: TrafficSource | null): TrafficSource | null =>
  source && Object.fromEntries(Object.entries(source).map(([key, value]) => [key, value && cut(value, Math.floor(value.length / 2))]));

/** The first load of a visit: parameters replace what was kept; without any, what was kept within 30 days still holds. */
export function arrive({ search, pathname, referrer, isSecure, now }: Arrival, shelf: TrackingShelf): Visit {
  const source = trafficSourceOf(new URLSearchParams(search));
  const here = { source, path: cut(pathname, LONGEST), referrer: cut(referrer, LONGEST_REFERRER) };
  if (shelf.isRefused()) return here;
  if (!source) return read(inCookie(shelf.cookie()), now) ?? read(shelf.mirror(), now) ?? here;
  const text = written(here, now + KEPT_S * 1000);
  shelf.setCookie(`${TRACKING}=${text}; max-age=${KEPT_S}; path=/; samesite=lax${isSecure ? '; secure' : ''}`);
  shelf.setMirror(text);
  return here;
}

const SHELF: TrackingShelf = {
  isRefused: isTrackingRefused,
  cookie: () => document.cookie,
  setCookie: (cookie) => {
    // biome-ignore lint/suspicious/noDocumentCookie: cookieStore is missing in Firefox and Safari
    document.cookie = cookie;
  },
  mirror: () => {
    try {
      return localStorage.getItem(TRACKING);
    } catch {
      return null;
    }
  },
  setMirror: (text) => {
    try {
      localStorage.setItem(TRACKING, text);
    } catch {
      // Storage is blocked: the cookie is enough.
    }
  },
};

/** The address this page was loaded at: later ones are ways inside it. */
const firstAddress = (): URL => new URL(performance.getEntriesByType('navigation')[0]?.name ?? location.href);

let visit: Visit | undefined;

/** Where this visit began; kept on this device with the first question. What an earlier visit has kept is forgotten once that was refused. */
export function currentVisit(): Visit {
  const { search, pathname, protocol } = firstAddress();
  const arrival = { search, pathname, referrer: document.referrer, isSecure: protocol === 'https:', now: Date.now() };
  if (!visit || isTrackingRefused()) visit = arrive(arrival, SHELF);
  return visit;
}
