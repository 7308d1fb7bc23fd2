import { keptFlag } from '../platform/stored-flag.ts';
import { currentUser, useUser } from './user.ts';

const KEY = 'show-nudity';
const shown = keptFlag(KEY);

/** Whether photos that show nudity stay blurred: always for visitors; for members on this device until they choose to see them. */
export function useHidesNudity(): boolean {
  const isShown = shown.use();
  return !useUser() || !isShown;
}

/** `useHidesNudity` outside components. */
export const hidesNudity = (): boolean => !currentUser() || !shown.isOn();

/** Stores on this device whether photos that show nudity stay blurred. */
export const setHidesNudity = (hides: boolean): void => shown.set(!hides);
