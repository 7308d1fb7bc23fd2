import { onCLS, onINP, onLCP, onTTFB } from 'web-vitals';
import type { InputOf } from '#contract/endpoint';
import type { PageName } from '#contract/pages/page-routes';
import { type Device, type LoadSource, recordVitals, type Vital } from '#contract/vitals';
import { isTrackingAllowed } from '../../session/visit/tracking-consent.ts';
import { VisitValues } from './visit-values.ts';
import { watchReconnects } from './watch-reconnects.ts';

const navigation = () => performance.getEntriesByType('navigation')[0];
/** When a page that was rendered in advance was opened, in milliseconds; 0 for others. */
const openedAt = () => navigation()?.activationStart ?? 0;

function loadSource(): LoadSource {
  if (openedAt() > 0) return 'prerender';
  return (navigation()?.workerStart ?? 0) > 0 ? 'service_worker' : 'network';
}

const device = (): Device => (matchMedia('(pointer: coarse)').matches ? 'phone' : 'desktop');

/** The entries of the browser's timeline that the app makes under the name of a figure. */
const marksOf = (vital: Vital) => performance.getEntriesByName(vital, 'mark') as PerformanceMark[];

/** Milliseconds from the press of the send button until a message was acknowledged; its mark holds the time of the press. */
function sendTimeOf({ startTime, detail }: PerformanceMark): number {
  const acknowledgedAt = Date.now() - (performance.now() - startTime);
  return acknowledgedAt - Date.parse(String(detail));
}

/** Records the messages since the last report, without those that an earlier page has queued. */
function recordSends(values: VisitValues): void {
  for (const sent of marksOf('send')) if (sendTimeOf(sent) < sent.startTime) values.record('send', sendTimeOf(sent));
  performance.clearMarks('send' satisfies Vital);
}

/** Sends a report, also while the page is closing. It carries no cookie and no path as referrer. A report that fails is dropped. */
function send(report: InputOf<typeof recordVitals>): void {
  const request: RequestInit = {
    method: recordVitals.method,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(report),
    keepalive: true,
    credentials: 'omit',
    referrerPolicy: 'origin',
  };
  fetch(recordVitals.path, request).catch((error: unknown) => console.warn(error));
}

/**
 * Measures the visit that began with this page, under the name of the first screen, and reports its values when the page is hidden: those of
 * the load once, others that have come since with the next time. Nothing is reported without a screen or once tracking was refused.
 */
export function measureVisit(): void {
  const [first] = marksOf('first_tap');
  if (!first) return;
  const about = { page: first.detail as PageName, device: device(), source: loadSource() };
  const values = new VisitValues();
  values.record('first_tap', Math.max(0, first.startTime - openedAt()));
  const options = { reportAllChanges: true };
  onTTFB(({ value }) => values.record('ttfb', value));
  onLCP(({ value }) => values.record('lcp', value), options);
  onCLS(({ value }) => values.record('cls', value), options);
  onINP(({ value }) => values.record('inp', value), options);
  watchReconnects((ms) => values.record('reconnect', ms));
  // The library completes its values in the capture phase of the same event.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'hidden' || !isTrackingAllowed()) return;
    recordSends(values);
    const taken = values.take();
    if (taken) send({ ...about, values: taken });
  });
}
