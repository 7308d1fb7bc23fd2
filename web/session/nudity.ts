import { keptFlag } from './kept-flag.ts';

const KEY = 'show-nudity';
const shown = keptFlag(KEY);

/** Whether photos that show nudity stay blurred on this device; they do until the member chooses to see them. */
export const useHidesNudity = (): boolean => !shown.use();

/** Blurs photos that show nudity, or shows them, and keeps the choice on this device. */
export const setHidesNudity = (hides: boolean): void => shown.set(!hides);
