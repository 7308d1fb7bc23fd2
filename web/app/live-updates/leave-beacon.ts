import { leavePage } from '#contract/session';

const BODY = '{}';
const TYPE = 'application/json';

/** Tells the server that the member no longer looks at the page, also while it is being closed. A browser that queues no more beacons may still take a request that outlives its page. */
export function sendLeaveBeacon(): void {
  if (navigator.sendBeacon(leavePage.path, new Blob([BODY], { type: TYPE }))) return;
  const request = { method: leavePage.method, headers: { 'Content-Type': TYPE }, body: BODY, keepalive: true };
  // The room notices by itself, later.
  fetch(leavePage.path, request).catch((error: unknown) => console.warn(error));
}
