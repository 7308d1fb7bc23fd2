import { reportPageHidden } from '#contract/session';

const BODY = '{}';
const TYPE = 'application/json';

/**
 * Reports to the server that the member no longer looks at the page, also while it is closing. If the browser refuses the beacon, a
 * keepalive request is tried.
 */
export function sendPageHiddenBeacon(): void {
  if (navigator.sendBeacon(reportPageHidden.path, new Blob([BODY], { type: TYPE }))) return;
  const request = { method: reportPageHidden.method, headers: { 'Content-Type': TYPE }, body: BODY, keepalive: true };
  // If this fails too, the room notices the absence later.
  fetch(reportPageHidden.path, request).catch((error: unknown) => console.warn(error));
}
