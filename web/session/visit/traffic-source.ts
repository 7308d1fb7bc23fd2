import * as v from 'valibot';
import { readItem, writeItem } from '../../platform/web-storage.ts';
import { isTrackingRefused, TRACKING } from './tracking-consent.ts';

const LONGEST = 255;
const LONGEST_REFERRER = 500;
const KEPT_S = 2_592_000;
/** Below the 4,096 bytes of name and value beyond which browsers drop the whole cookie. */
const LONGEST_COOKIE = 3_800;

const Value = v.optional(v.string());
const TrafficSource = v.object({ network: Value, ref: Value, sub: Value, sub2: Value, sub3: Value });
type TrafficSource = v.InferOutput<typeof TrafficSource>;

/** Where a visit began: the campaign parameters, the path of the first page, and its referrer. */
const Visit = v.object({ source: v.nullable(TrafficSource), path: v.string(), referrer: v.string() });
export type Visit = v.InferOutput<typeof Visit>;

const Kept = v.object({ ...Visit.entries, until: v.number() });

const cut = (text: string, most: number) => [...text].slice(0, most).join('');

/** The traffic source in the parameters of an address; null if there is none (docs/product.md, "Campaign parameters"). */
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

/** The two places where a visit is stored. Either may be blocked, and is then empty. Nothing is stored if tracking was refused. */
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

/** The stored visit; null if there is none, it has expired or it is invalid. `now` is in milliseconds since 1970. */
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

/** The visit as text for the cookie, shortened until it fits: first without the referrer, then with halved values. */
function written(visit: Visit, until: number): string {
  const encoded = encodeURIComponent(JSON.stringify({ ...visit, until }));
  if (encoded.length <= LONGEST_COOKIE) return encoded;
  return visit.referrer ? written({ ...visit, referrer: '' }, until) : written({ ...visit, source: shorter(visit.source) }, until);
}

const shorter = (source: TrafficSource | null): TrafficSource | null =>
  source && Object.fromEntries(Object.entries(source).map(([key, value]) => [key, value && cut(value, Math.floor(value.length / 2))]));

/**
 * Determines the visit when a page is loaded. Campaign parameters replace the stored visit; without any, a visit stored within 30 days
 * still holds.
 */
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
  mirror: () => readItem(TRACKING) ?? null,
  // If storage is blocked, the cookie is enough.
  setMirror: (text) => void writeItem(TRACKING, text),
};

/** The address at which this page was loaded, before any navigation within the app. */
const firstAddress = (): URL => new URL(performance.getEntriesByType('navigation')[0]?.name ?? location.href);

let visit: Visit | undefined;

/** Where this visit began. The first call stores it on this device. After a refusal of tracking, earlier stored visits no longer count. */
export function currentVisit(): Visit {
  const { search, pathname, protocol } = firstAddress();
  const arrival = { search, pathname, referrer: document.referrer, isSecure: protocol === 'https:', now: Date.now() };
  if (!visit || isTrackingRefused()) visit = arrive(arrival, SHELF);
  return visit;
}
