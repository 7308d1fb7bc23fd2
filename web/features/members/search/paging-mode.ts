import { keptFlag } from '../../../platform/stored-flag.ts';

const KEY = 'search-pages';
const paged = keptFlag(KEY);

/** Whether this device shows results a page at a time; else more of them come as one scrolls. */
export const useIsPaged = paged.use;
export const setPaged = paged.set;
