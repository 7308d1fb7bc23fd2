import { keptFlag } from '../platform/stored-flag.ts';
import { currentUser, useUser } from './user.ts';

const KEY = 'show-nudity';
const shown = keptFlag(KEY);

/** Whether photos that show nudity stay blurred: always for visitors; for members on this device until they choose to see them. */
export function useHidesNudity(): boolean {
  const isShown = shown.use();
  return !useUser() || !isShown;
}

/** The same as plain code reads it. */
export const hidesNudity = (): boolean => !currentUser() || !shown.isOn();

/** Blurs photos that show nudity, or shows them, and keeps the choice on this device. */
export const setHidesNudity = (hides: boolean): void => shown.set(!hides);
