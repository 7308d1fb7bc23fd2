import { leavePage } from '#contract/session';

const BODY = '{}';
const TYPE = 'application/json';

/**
 * Reports to the server that the member no longer looks at the page, also while it is closing. If the browser refuses the beacon, a
 * keepalive request is tried.
 */
export function sendLeaveBeacon(): void {
  if (navigator.sendBeacon(leavePage.path, new Blob([BODY], { type: TYPE }))) return;
  const request = { method: leavePage.method, headers: { 'Content-Type': TYPE }, body: BODY, keepalive: true };
  // If this fails too, the room notices the absence later.
  fetch(leavePage.path, request).catch((error: unknown) => console.warn(error));
}
