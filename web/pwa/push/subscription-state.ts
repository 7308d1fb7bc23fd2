import { createStore } from '../../platform/store.ts';

/** Whether this browser is subscribed to pushes, as last read by web/pwa/push/push.ts. Polling is less frequent then. */
export const isPushSubscribed = createStore(false);
