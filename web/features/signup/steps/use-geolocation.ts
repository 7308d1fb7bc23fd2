import { useEffect } from 'react';
import { reverseGeocode } from '#contract/geocode';
import { call } from '../../../api/call.ts';
import { createLocator, type LocationState, type Locator } from '../../../platform/geolocation.ts';
import { useStore } from '../../../platform/store.ts';
import { readItem, writeItem } from '../../../platform/web-storage.ts';
import { onSignOut } from '../../../session/user.ts';

const locator = createLocator({
  geolocation: navigator.geolocation,
  permissions: navigator.permissions,
  storage: { readItem, writeItem },
  // Coordinates leave the browser rounded to 0.01 degrees, which is enough to name the town.
  nameTown: ({ latitude, longitude }, signal) => call(reverseGeocode, { lat: latitude.toFixed(2), lon: longitude.toFixed(2) }, { signal }),
  now: Date.now,
  log: (error) => console.warn(error),
});
onSignOut(locator.forget);

/** The permission, the town once it was located, and `locate`. For members only, because the call that names the town is. */
export function useGeolocation(): LocationState & { locate: Locator['locate'] } {
  useEffect(locator.followPermission, []);
  return { ...useStore(locator.state), locate: locator.locate };
}
