import { useEffect } from 'react';
import { geocode } from '#contract/geocode';
import { call } from '../../../api/call.ts';
import { createLocator, type Location, type Locator } from '../../../platform/geolocation.ts';
import { useStore } from '../../../platform/store.ts';
import { onSignOut } from '../../../session/user.ts';

const locator = createLocator({
  geolocation: navigator.geolocation,
  permissions: navigator.permissions,
  storage: () => localStorage,
  // A hundredth of a degree names the town; nothing finer leaves the browser.
  nameTown: ({ latitude, longitude }, signal) => call(geocode, { lat: latitude.toFixed(2), lon: longitude.toFixed(2) }, { signal }),
  now: Date.now,
  log: (error) => console.warn(error),
});
onSignOut(locator.forget);

/** The browser's permission, the town it is in once asked for, and the asking; for members only, as the call is. */
export function useGeolocation(): Location & { locate: Locator['locate'] } {
  useEffect(locator.followPermission, []);
  return { ...useStore(locator.state), locate: locator.locate };
}
