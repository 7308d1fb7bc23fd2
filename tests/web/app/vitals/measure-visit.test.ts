import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { measureVisit } from '../../../../web/app/vitals/measure-visit.ts';
import { stubWindow } from '../../realtime/fake-network.ts';

type Report = (metric: { value: number }) => void;
const fixture = vi.hoisted(() => ({ isRefused: false, library: {} as Record<string, (metric: { value: number }) => void> }));
vi.mock('../../../../web/session/visit/tracking-consent.ts', () => ({ isTrackingAllowed: () => !fixture.isRefused }));
vi.mock('web-vitals', () => {
  const on = (name: string) => (report: Report) => void Object.assign(fixture.library, { [name]: report });
  return { onTTFB: on('ttfb'), onLCP: on('lcp'), onCLS: on('cls'), onINP: on('inp') };
});

let page: ReturnType<typeof stubWindow>;
let requests: [path: string, init: RequestInit][];
let navigation: object;
const bodies = () => requests.map(([, { body }]) => JSON.parse(String(body)));

beforeEach(() => {
  page = stubWindow();
  requests = [];
  navigation = { workerStart: 0, activationStart: 0 };
  Object.assign(fixture, { isRefused: false, library: {} });
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(pointer: coarse)' }));
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => requests.push([path, init]));
  vi.spyOn(performance, 'getEntriesByType').mockImplementation((type) =>
    type === 'navigation' ? [navigation as PerformanceNavigationTiming] : [],
  );
  performance.mark('first_tap', { startTime: 1400, detail: 'members' });
  performance.mark('first_tap', { startTime: 9000, detail: 'profile' });
});
afterEach(() => {
  performance.clearMarks();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const REPORT = { page: 'members', device: 'phone', source: 'network', values: { first_tap: [1400] } };

test('a hidden page sends one report about the first screen, without cookies and without the path as referrer', () => {
  measureVisit();
  fixture.library.ttfb?.({ value: 210 });
  fixture.library.lcp?.({ value: 900 });
  fixture.library.lcp?.({ value: 1100.2 });
  fixture.library.cls?.({ value: 0.01 });
  fixture.library.inp?.({ value: 64 });
  expect(requests).toEqual([]);
  page.show('hidden');
  expect(bodies()).toEqual([{ ...REPORT, values: { first_tap: [1400], ttfb: [210], lcp: [1100], cls: [0.01], inp: [64] } }]);
  const [path, init] = requests[0] ?? expect.unreachable('a report was sent');
  expect(path).toBe('/api/vitals.php');
  expect(init).toMatchObject({ method: 'POST', keepalive: true, credentials: 'omit', referrerPolicy: 'origin' });
  page.show('visible');
  page.show('hidden');
  expect(requests).toHaveLength(1);
});

test('messages are reported from the press until they were acknowledged, each once', () => {
  const send = (agoMs: number) => performance.mark('send', { detail: new Date(Date.now() - agoMs).toISOString() });
  measureVisit();
  send(40);
  send(5);
  page.show('hidden');
  const [first, second] = bodies()[0].values.send;
  expect([first >= 39 && first < 1000, second >= 4 && second < first]).toEqual([true, true]);
  page.show('visible');
  send(20);
  page.show('hidden');
  expect(bodies()[1]).toEqual({ ...REPORT, values: { send: [expect.any(Number)] } });
});

test('a message that an earlier page has queued is not reported', () => {
  performance.mark('send', { detail: new Date(performance.timeOrigin - 1000).toISOString() });
  measureVisit();
  page.show('hidden');
  expect(bodies()).toEqual([REPORT]);
});

test.each([
  ['the service worker', { workerStart: 12, activationStart: 0 }, 'service_worker', 1400],
  ['a page rendered in advance', { workerStart: 12, activationStart: 1000 }, 'prerender', 400],
  ['a page rendered before it was opened', { workerStart: 0, activationStart: 5000 }, 'prerender', 0],
])('a load from %s is told apart, and is measured from when it was opened', (_, entry, source, firstTap) => {
  navigation = entry;
  measureVisit();
  page.show('hidden');
  expect(bodies()).toEqual([{ ...REPORT, source, values: { first_tap: [firstTap] } }]);
});

test('a pointer that is no finger is a desktop', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  measureVisit();
  page.show('hidden');
  expect(bodies()).toEqual([{ ...REPORT, device: 'desktop' }]);
});

test('after a refusal nothing is sent any more', () => {
  measureVisit();
  fixture.isRefused = true;
  page.show('hidden');
  expect(requests).toEqual([]);
});

test('without a screen nothing is measured', () => {
  performance.clearMarks('first_tap');
  measureVisit();
  page.show('hidden');
  expect([requests, fixture.library]).toEqual([[], {}]);
});

test('a report that fails is dropped', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.stubGlobal('fetch', async () => Promise.reject(new Error('offline')));
  measureVisit();
  page.show('hidden');
  await expect.poll(() => warn.mock.calls.length).toBe(1);
  page.show('visible');
  page.show('hidden');
  expect(warn).toHaveBeenCalledTimes(1);
});
