import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { signUpInput } from '../../../../web/features/signup/form/signup-input.ts';
import { refuseTracking } from '../../../../web/session/visit/tracking-consent.ts';
import { currentVisit } from '../../../../web/session/visit/traffic-source.ts';

const settings = vi.hoisted(() => ({ signups: 'all', asks_tracking_consent: false }));
vi.mock('../../../../web/session/settings.ts', () => ({ currentSettings: () => settings }));

const NOON = Date.UTC(2026, 10, 21, 12);
const STORED_VISIT = {
  source: { network: 'ads', sub: 'a' },
  path: '/landers/gallery/makers',
  referrer: 'https://ads.example/',
  until: NOON + 1,
};

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
  const stored = new Map([['tracking', encodeURIComponent(JSON.stringify(STORED_VISIT))]]);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  vi.stubGlobal('document', { cookie: '', referrer: 'https://search.example/' });
  vi.stubGlobal('performance', { getEntriesByType: () => [{ name: 'https://vonk.example/signup' }] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const VALUES = { email: 'kim@example.org', name: 'Kim', password: 'a boat called Which Version' };
const inputFor = (search = '') =>
  signUpInput(
    VALUES,
    { search: new URLSearchParams(search), language: 'en', country: null, member: null },
    { csrf: 'c', token: 't', n: 'A'.repeat(22) },
  );

describe('the campaign data of a sign-up', () => {
  test('is the stored visit; after a refusal neither that nor the parameters of the address are sent, even in the same tab', () => {
    expect(currentVisit().source).toEqual(STORED_VISIT.source);
    expect(inputFor()).toMatchObject({ trafficsource: STORED_VISIT.source, form_path: STORED_VISIT.path, referrer: STORED_VISIT.referrer });
    refuseTracking();
    expect(inputFor().trafficsource).toBeUndefined();
    expect(inputFor('network=ads&ref=7').trafficsource).toBeUndefined();
    expect(inputFor()).toMatchObject({ form_path: '/signup', referrer: 'https://search.example/' });
  });

  test('is the network alone after a refusal, if sign-ups require a traffic source', () => {
    settings.signups = 'with_trafficsource';
    refuseTracking();
    expect(inputFor('network=ads&ref=7&sub=a').trafficsource).toEqual({ network: 'ads' });
  });
});
