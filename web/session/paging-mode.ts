import { createStoredFlag } from '../platform/stored-flag.ts';

const KEY = 'search-pages';
const paged = createStoredFlag(KEY);

/** Whether this device shows results a page at a time; otherwise more are loaded on scroll. */
export const useIsPaged = paged.use;
export const setPaged = paged.set;
