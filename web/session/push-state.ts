import { createStore } from './store.ts';

/** Whether this browser takes pushes for the member: then a look at the server is due less often (specification 9). */
export const isSubscribed = createStore(false);
