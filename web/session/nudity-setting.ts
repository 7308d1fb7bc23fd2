import { createStoredFlag } from '../platform/stored-flag.ts';
import { currentUser, useUser } from './user.ts';

const KEY = 'show-nudity';
const showsNudity = createStoredFlag(KEY);

/** Whether photos that show nudity stay blurred: always for visitors; for members on this device until they choose to see them. */
export function useHidesNudity(): boolean {
  const isShown = showsNudity.use();
  return !useUser() || !isShown;
}

/** `useHidesNudity` outside components. */
export const hidesNudity = (): boolean => !currentUser() || !showsNudity.isOn();

/** Stores on this device whether photos that show nudity stay blurred. */
export const setHidesNudity = (hides: boolean): void => showsNudity.set(!hides);
