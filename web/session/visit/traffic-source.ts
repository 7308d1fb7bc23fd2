import * as v from 'valibot';
import { readItem, writeItem } from '../../platform/web-storage.ts';
import { forgetCampaign, isTrackingAllowed, TRACKING_KEY } from './tracking-consent.ts';

const MAX_VALUE_LENGTH = 255;
const MAX_REFERRER_LENGTH = 500;
const STORED_SECONDS = 2_592_000;
/** Below the 4,096 bytes of name and value beyond which browsers drop the whole cookie. */
const MAX_COOKIE_LENGTH = 3_800;

const Value = v.optional(v.string());
const TrafficSource = v.object({ network: Value, ref: Value, sub: Value, sub2: Value, sub3: Value });
type TrafficSource = v.InferOutput<typeof TrafficSource>;

/** Where a visit began: the campaign parameters, the path of the first page, and its referrer. */
const Visit = v.object({ source: v.nullable(TrafficSource), path: v.string(), referrer: v.string() });
export type Visit = v.InferOutput<typeof Visit>;

const StoredVisit = v.object({ ...Visit.entries, until: v.number() });

const truncate = (text: string, most: number) => [...text].slice(0, most).join('');

/** The traffic source in the parameters of an address; null if there is none (docs/product.md, "Campaign parameters"). */
export function trafficSourceOf(search: URLSearchParams): TrafficSource | null {
  const read = (...names: string[]) => {
    const found = names.map((name) => search.get(name)?.trim()).find(Boolean);
    return found ? truncate(found, MAX_VALUE_LENGTH) : undefined;
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

/** The two places where a visit is stored. Either may be blocked, and is then empty. Without permission nothing is stored or read. */
export interface VisitStorage {
  isAllowed: () => boolean;
  /** Deletes what is stored from before the permission ended. */
  forget: () => void;
  cookie: () => string;
  setCookie: (cookie: string) => void;
  mirror: () => string | null;
  setMirror: (text: string) => void;
}

interface PageLoad {
  search: string;
  pathname: string;
  referrer: string;
  isSecure: boolean;
  now: number;
}

/** The stored visit; null if there is none, it has expired or it is invalid. `now` is in milliseconds since 1970. */
function parseStoredVisit(text: string | null | undefined, now: number): Visit | null {
  if (!text) return null;
  try {
    const { until, ...visit } = v.parse(StoredVisit, JSON.parse(decodeURIComponent(text)));
    return until > now ? visit : null;
  } catch {
    return null;
  }
}

const visitCookieIn = (cookies: string) =>
  cookies
    .split('; ')
    .find((cookie) => cookie.startsWith(`${TRACKING_KEY}=`))
    ?.slice(TRACKING_KEY.length + 1);

/** The visit as text for the cookie, shortened until it fits: first without the referrer, then with halved values. */
function serializeVisit(visit: Visit, until: number): string {
  const encoded = encodeURIComponent(JSON.stringify({ ...visit, until }));
  if (encoded.length <= MAX_COOKIE_LENGTH) return encoded;
  return visit.referrer
    ? serializeVisit({ ...visit, referrer: '' }, until)
    : serializeVisit({ ...visit, source: halved(visit.source) }, until);
}

const halved = (source: TrafficSource | null): TrafficSource | null =>
  source && Object.fromEntries(Object.entries(source).map(([key, value]) => [key, value && truncate(value, Math.floor(value.length / 2))]));

/**
 * Determines the visit when a page is loaded. Campaign parameters replace the stored visit; without any, a visit stored within 30 days
 * still holds. Without permission the visit is that of this page alone (docs/product.md, "Consent to campaign tracking").
 */
export function determineVisit({ search, pathname, referrer, isSecure, now }: PageLoad, shelf: VisitStorage): Visit {
  const source = trafficSourceOf(new URLSearchParams(search));
  const here = { source, path: truncate(pathname, MAX_VALUE_LENGTH), referrer: truncate(referrer, MAX_REFERRER_LENGTH) };
  if (!shelf.isAllowed()) {
    shelf.forget();
    return here;
  }
  if (!source) return parseStoredVisit(visitCookieIn(shelf.cookie()), now) ?? parseStoredVisit(shelf.mirror(), now) ?? here;
  const text = serializeVisit(here, now + STORED_SECONDS * 1000);
  shelf.setCookie(`${TRACKING_KEY}=${text}; max-age=${STORED_SECONDS}; path=/; samesite=lax${isSecure ? '; secure' : ''}`);
  shelf.setMirror(text);
  return here;
}

const BROWSER_STORAGE: VisitStorage = {
  isAllowed: isTrackingAllowed,
  forget: forgetCampaign,
  cookie: () => document.cookie,
  setCookie: (cookie) => {
    // biome-ignore lint/suspicious/noDocumentCookie: cookieStore is missing in Firefox and Safari
    document.cookie = cookie;
  },
  mirror: () => readItem(TRACKING_KEY) ?? null,
  // If storage is blocked, the cookie is enough.
  setMirror: (text) => void writeItem(TRACKING_KEY, text),
};

/** The address at which this page was loaded, before any navigation within the app. */
const firstAddress = (): URL => new URL(performance.getEntriesByType('navigation')[0]?.name ?? location.href);

let visit: Visit | undefined;
/** Whether `visit` was determined with permission, so that stored visits counted. */
let wasAllowed = false;

/**
 * Where this visit began. The first call with permission stores it on this device. Without permission stored visits do not count, also those
 * of before a refusal.
 */
export function currentVisit(): Visit {
  const isAllowed = isTrackingAllowed();
  if (visit && isAllowed && wasAllowed) return visit;
  const { search, pathname, protocol } = firstAddress();
  const arrival = { search, pathname, referrer: document.referrer, isSecure: protocol === 'https:', now: Date.now() };
  visit = determineVisit(arrival, BROWSER_STORAGE);
  wasAllowed = isAllowed;
  return visit;
}
