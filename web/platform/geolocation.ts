import * as v from 'valibot';
import { HOUR } from '#contract/durations';
import { CountryCode } from '#contract/primitives';
import { createStore, type Store } from './store.ts';
import type { readItem, writeItem } from './web-storage.ts';

/** The town of a position, as named by the server; the coordinates are not stored. */
const Place = v.object({ country: CountryCode, countryregion: v.nullable(v.string()), city: v.nullable(v.string()) });
export type Place = v.InferOutput<typeof Place>;
const StoredPlace = v.object({ place: Place, until: v.number() });

/**
 * `unsupported` without geolocation, `unknown` until the browser reports its permission, else that permission
 * (docs/product.md, "Browser location").
 */
export type GeoPermission = 'unsupported' | 'unknown' | PermissionState;

export interface LocationState {
  readonly permission: GeoPermission;
  /** Null before the first lookup and after a failed one. */
  readonly place: Place | null;
  readonly isLocating: boolean;
}

export interface Coordinates {
  readonly latitude: number;
  readonly longitude: number;
}

/** What the locator needs of the browser and the server. */
export interface LocatorPorts {
  readonly geolocation: Pick<Geolocation, 'getCurrentPosition'> | undefined;
  readonly permissions: Pick<Permissions, 'query'> | undefined;
  readonly storage: { readonly readItem: typeof readItem; readonly writeItem: typeof writeItem };
  readonly nameTown: (at: Coordinates, signal: AbortSignal) => Promise<{ [K in keyof Place]: Place[K] | null }>;
  readonly now: () => number;
  readonly log: (error: unknown) => void;
}

export interface Locator {
  readonly state: Store<LocationState>;
  /** Starts to follow the browser's permission; further calls change nothing. */
  readonly followPermission: () => void;
  /** The town the browser is in, stored for an hour; null if it cannot be found. Never rejects; concurrent calls share one lookup. */
  readonly locate: () => Promise<Place | null>;
  /** Deletes the stored town. */
  readonly forget: () => void;
}

/** The localStorage key of the town. */
export const PLACE_KEY = 'place';
const STORED_MS = HOUR;
/** Limit of a whole lookup, in milliseconds. Unlike the browser's own limit, it includes the time of the permission prompt. */
export const LOCATE_MS = 30_000;
const POSITION_MS = 10_000;

/** The stored town; null if there is none, or if it is stale or has another form. Those are deleted. */
function readStoredPlace({ readItem, writeItem }: LocatorPorts['storage'], now: number): Place | null {
  const stored = v.safeParse(v.pipe(v.string(), v.parseJson(), StoredPlace), readItem(PLACE_KEY));
  if (stored.success && stored.output.until > now && stored.output.until <= now + STORED_MS) return stored.output.place;
  writeItem(PLACE_KEY, null);
  return null;
}

/**
 * Finds the town the browser is in: follows the permission, asks for the position, has the server name the town and stores it
 * (docs/product.md, "Browser location").
 */
export function createLocator(ports: LocatorPorts): Locator {
  const { geolocation, permissions, storage, nameTown, now, log } = ports;
  const state = createStore<LocationState>({ permission: geolocation ? 'unknown' : 'unsupported', place: null, isLocating: false });
  const change = (part: Partial<LocationState>) => state.set({ ...state.get(), ...part });
  let isFollowing = false;
  let running: Promise<Place | null> | null = null;

  const followPermission = () => {
    if (isFollowing || !geolocation || !permissions) return;
    isFollowing = true;
    permissions.query({ name: 'geolocation' }).then((status) => {
      change({ permission: status.state });
      status.onchange = () => change({ permission: status.state });
    }, log);
  };

  const readPosition = (browser: NonNullable<typeof geolocation>) =>
    new Promise<Coordinates>((resolve, reject) => {
      browser.getCurrentPosition(({ coords }) => resolve(coords), reject, { maximumAge: STORED_MS, timeout: POSITION_MS });
    });

  const lookUpTown = async (signal: AbortSignal): Promise<Place | null> => {
    if (!geolocation) return null;
    const town = await nameTown(await readPosition(geolocation), signal);
    return town.country === null ? null : { ...town, country: town.country };
  };

  const lookUp = async (): Promise<Place | null> => {
    const abort = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        reject(new Error('locating took too long'));
        abort.abort();
      }, LOCATE_MS);
    });
    change({ isLocating: true });
    try {
      const place = await Promise.race([lookUpTown(abort.signal), timeout]);
      // Where storage is blocked or full, the town is looked up again the next time.
      if (place) storage.writeItem(PLACE_KEY, JSON.stringify({ place, until: now() + STORED_MS }));
      change({ place, isLocating: false });
      return place;
    } catch (error) {
      log(error);
      change({ place: null, isLocating: false });
      return null;
    } finally {
      clearTimeout(timer);
      running = null;
    }
  };

  const locate = async (): Promise<Place | null> => {
    if (running) return running;
    const stored = readStoredPlace(storage, now());
    if (stored) {
      change({ place: stored });
      return stored;
    }
    running = lookUp();
    return running;
  };

  const forget = () => {
    storage.writeItem(PLACE_KEY, null);
    change({ place: null });
  };
  return { state, followPermission, locate, forget };
}
