import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DAY } from '#contract/durations';
import { allowTracking, isTrackingAllowed, refuseTracking, trackingConsent } from '../../../../web/session/visit/tracking-consent.ts';
import { currentVisit } from '../../../../web/session/visit/traffic-source.ts';

const settings = vi.hoisted(() => ({ asks_tracking_consent: true }));
vi.mock('../../../../web/session/settings.ts', () => ({ currentSettings: () => settings }));

const NOON = Date.UTC(2026, 10, 21, 12);
const browser = { stored: new Map<string, string>(), cookies: new Map<string, string>(), navigator: {} as Record<string, unknown> };

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
  settings.asks_tracking_consent = true;
  browser.stored.clear();
  browser.cookies.clear();
  browser.navigator = {};
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => browser.stored.get(key) ?? null,
    setItem: (key: string, value: string) => browser.stored.set(key, value),
    removeItem: (key: string) => browser.stored.delete(key),
  });
  vi.stubGlobal('document', {
    referrer: '',
    get cookie() {
      return [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    },
    set cookie(text: string) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(text) ?? [];
      if (text.includes('max-age=0')) browser.cookies.delete(name);
      else browser.cookies.set(name, value);
    },
  });
  vi.stubGlobal('navigator', browser.navigator);
  vi.stubGlobal('performance', { getEntriesByType: () => [{ name: 'https://vonk.example/?network=ads' }] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const names = () => [...browser.cookies.keys(), ...browser.stored.keys()].toSorted();

describe('where the law wants a question', () => {
  test('nothing is stored before the answer, and the campaign of the address counts for this page', () => {
    expect([trackingConsent(), isTrackingAllowed(), currentVisit().source]).toEqual(['unanswered', false, { network: 'ads' }]);
    expect(names()).toEqual([]);
  });

  test('a campaign that an earlier release stored is deleted unread', () => {
    browser.cookies.set('tracking', 'x');
    browser.stored.set('tracking', 'x');
    currentVisit();
    expect(names()).toEqual([]);
  });

  test('a yes stores the visit of this page and counts for 180 days', () => {
    currentVisit();
    allowTracking();
    currentVisit();
    expect([trackingConsent(), names()]).toEqual(['allowed', ['tracking', 'tracking', 'tracking-allowed', 'tracking-allowed']]);
    browser.cookies.clear();
    vi.setSystemTime(NOON + 179 * DAY);
    expect(trackingConsent()).toBe('allowed');
    vi.setSystemTime(NOON + 181 * DAY);
    expect(trackingConsent()).toBe('unanswered');
  });

  test('a no stores itself alone for 365 days, and a later yes takes its place', () => {
    allowTracking();
    currentVisit();
    refuseTracking();
    expect([trackingConsent(), names()]).toEqual(['refused', ['tracking-refused', 'tracking-refused']]);
    browser.cookies.clear();
    vi.setSystemTime(NOON + 364 * DAY);
    expect(trackingConsent()).toBe('refused');
    allowTracking();
    expect([trackingConsent(), names()]).toEqual(['allowed', ['tracking-allowed', 'tracking-allowed']]);
  });
});

describe('elsewhere', () => {
  beforeEach(() => {
    settings.asks_tracking_consent = false;
  });

  test('no answer is needed, and a yes after a no stores nothing', () => {
    expect([trackingConsent(), isTrackingAllowed()]).toEqual(['default', true]);
    refuseTracking();
    expect(trackingConsent()).toBe('refused');
    allowTracking();
    expect([trackingConsent(), names()]).toEqual(['default', []]);
  });

  test('a refusal that an earlier release stored has no end', () => {
    browser.stored.set('tracking-refused', '1');
    vi.setSystemTime(NOON + 1000 * DAY);
    expect(trackingConsent()).toBe('refused');
  });

  test.each([
    ['Global Privacy Control', { globalPrivacyControl: true }],
    ['Do Not Track', { doNotTrack: '1' }],
  ])('%s is a refusal that stores nothing, and an answer on this site counts before it', (_, asked) => {
    Object.assign(browser.navigator, asked);
    expect([trackingConsent(), isTrackingAllowed(), names()]).toEqual(['refused', false, []]);
    allowTracking();
    expect(trackingConsent()).toBe('allowed');
  });

  test.each([{ globalPrivacyControl: false }, { doNotTrack: '0' }, { doNotTrack: 'unspecified' }])('%j is no refusal', (asked) => {
    Object.assign(browser.navigator, asked);
    expect(trackingConsent()).toBe('default');
  });
});
