import { createStoredFlag } from '../../platform/stored-flag.ts';

const KEY = 'desk-shortcuts-off';

/** Whether shortcuts of a single letter are switched off on this device (WCAG 2.1.4). */
export const shortcutsOff = createStoredFlag(KEY);
