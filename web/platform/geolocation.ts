import * as v from 'valibot';
import { CountryCode } from '#contract/primitives';
import { createStore, type Store } from './store.ts';

/** A town as the server names it; never coordinates. */
const Place = v.object({ country: CountryCode, countryregion: v.nullable(v.string()), city: v.nullable(v.string()) });
export type Place = v.InferOutput<typeof Place>;
const KeptPlace = v.object({ place: Place, until: v.number() });

/**
 * `unsupported` without geolocation, `unknown` as long as the browser does not tell, else the permission it names
 * (docs/product.md, "Browser location").
 */
export type GeoPermission = 'unsupported' | 'unknown' | PermissionState;

export interface Location {
  readonly permission: GeoPermission;
  /** Null until it was asked for, and after a failure. */
  readonly place: Place | null;
  readonly isLocating: boolean;
}

export interface Coordinates {
  readonly latitude: number;
  readonly longitude: number;
}

/** What locating needs of the browser and the server. */
export interface LocatorPorts {
  readonly geolocation: Pick<Geolocation, 'getCurrentPosition'> | undefined;
  readonly permissions: Pick<Permissions, 'query'> | undefined;
  readonly storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  readonly nameTown: (at: Coordinates, signal: AbortSignal) => Promise<{ [K in keyof Place]: Place[K] | null }>;
  readonly now: () => number;
  readonly log: (error: unknown) => void;
}

export interface Locator {
  readonly state: Store<Location>;
  /** Follows the browser's permission from here on; asking again changes nothing. */
  readonly followPermission: () => void;
  /** The town the browser is in, kept for an hour; null when it cannot be told. Never throws; two at once are one. */
  readonly locate: () => Promise<Place | null>;
  /** Drops the kept town. */
  readonly forget: () => void;
}

/** Under which localStorage holds the town. */
export const PLACE_KEY = 'place';
const KEPT_MS = 3600_000;
/** Also ends a permission prompt that nobody answers, which the browser's own limit does not count. */
export const LOCATE_MS = 30_000;
const POSITION_MS = 10_000;

function readKept(storage: LocatorPorts['storage'], now: number): Place | null {
  try {
    const kept = v.safeParse(KeptPlace, JSON.parse(storage().getItem(PLACE_KEY) ?? 'null'));
    if (kept.success && kept.output.until > now && kept.output.until <= now + KEPT_MS) return kept.output.place;
    storage().removeItem(PLACE_KEY);
  } catch {
    // Storage is blocked or holds something else: nothing is kept.
  }
  return null;
}

function keep(storage: LocatorPorts['storage'], place: Place, now: number): void {
  try {
    storage().setItem(PLACE_KEY, JSON.stringify({ place, until: now + KEPT_MS }));
  } catch {
    // Storage is blocked or full: the town is asked for again.
  }
}

/**
 * Where the browser is, as a town: permission, position and name of the town, and what is kept of them
 * (docs/product.md, "Browser location").
 */
export function createLocator(ports: LocatorPorts): Locator {
  const { geolocation, permissions, storage, nameTown, now, log } = ports;
  const state = createStore<Location>({ permission: geolocation ? 'unknown' : 'unsupported', place: null, isLocating: false });
  const change = (part: Partial<Location>) => state.set({ ...state.get(), ...part });
  let isFollowing = false;
  let asking: Promise<Place | null> | null = null;

  const followPermission = () => {
    if (isFollowing || !geolocation || !permissions) return;
    isFollowing = true;
    permissions.query({ name: 'geolocation' }).then((status) => {
      change({ permission: status.state });
      status.onchange = () => change({ permission: status.state });
    }, log);
  };

  const askPosition = (from: NonNullable<typeof geolocation>) =>
    new Promise<Coordinates>((resolve, reject) => {
      from.getCurrentPosition(({ coords }) => resolve(coords), reject, { maximumAge: KEPT_MS, timeout: POSITION_MS });
    });

  const askTown = async (signal: AbortSignal): Promise<Place | null> => {
    if (!geolocation) return null;
    const town = await nameTown(await askPosition(geolocation), signal);
    return town.country === null ? null : { ...town, country: town.country };
  };

  const askAnew = async (): Promise<Place | null> => {
    const limit = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tooLate = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        reject(new Error('locating took too long'));
        limit.abort();
      }, LOCATE_MS);
    });
    change({ isLocating: true });
    try {
      const place = await Promise.race([askTown(limit.signal), tooLate]);
      if (place) keep(storage, place, now());
      change({ place, isLocating: false });
      return place;
    } catch (error) {
      log(error);
      change({ place: null, isLocating: false });
      return null;
    } finally {
      clearTimeout(timer);
      asking = null;
    }
  };

  const locate = async (): Promise<Place | null> => {
    if (asking) return asking;
    const kept = readKept(storage, now());
    if (kept) {
      change({ place: kept });
      return kept;
    }
    asking = askAnew();
    return asking;
  };

  const forget = () => {
    try {
      storage().removeItem(PLACE_KEY);
    } catch {
      // Storage is blocked: nothing was kept.
    }
    change({ place: null });
  };
  return { state, followPermission, locate, forget };
}
