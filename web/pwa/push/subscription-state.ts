import { createStore } from '../../platform/store.ts';

/** Whether this browser takes pushes for its member, as web/pwa/push/push.ts last saw it; polling then looks less often. */
export const isSubscribed = createStore(false);
