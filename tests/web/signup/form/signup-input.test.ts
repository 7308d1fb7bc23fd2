import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { signUpInput } from '../../../../web/features/signup/form/signup-input.ts';
import { refuseTracking } from '../../../../web/session/visit/tracking-consent.ts';
import { currentVisit } from '../../../../web/session/visit/traffic-source.ts';

const settings = vi.hoisted(() => ({ signups: 'all' }));
vi.mock('../../../../web/session/settings.ts', () => ({ currentSettings: () => settings }));

const NOON = Date.UTC(2026, 10, 21, 12);
const KEPT = { source: { network: 'ads', sub: 'a' }, path: '/landers/gallery/makers', referrer: 'https://ads.example/', until: NOON + 1 };

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
  const kept = new Map([['tracking', encodeURIComponent(JSON.stringify(KEPT))]]);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  vi.stubGlobal('document', { cookie: '', referrer: 'https://search.example/' });
  vi.stubGlobal('performance', { getEntriesByType: () => [{ name: 'https://vonk.example/signup' }] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const VALUES = { email: 'kim@example.org', name: 'Kim', password: 'a boat called Which Version' };
const sent = (search = '') =>
  signUpInput(
    VALUES,
    { search: new URLSearchParams(search), language: 'en', country: null, member: null },
    { csrf: 'c', token: 't', n: 'A'.repeat(22) },
  );

describe('what a sign-up tells of the campaign', () => {
  test('is what was kept, until that was refused: nothing of it then, in the same tab, and nothing the address says', () => {
    expect(currentVisit().source).toEqual(KEPT.source);
    expect(sent()).toMatchObject({ trafficsource: KEPT.source, form_path: KEPT.path, referrer: KEPT.referrer });
    refuseTracking();
    expect(sent().trafficsource).toBeUndefined();
    expect(sent('network=ads&ref=7').trafficsource).toBeUndefined();
    expect(sent()).toMatchObject({ form_path: '/signup', referrer: 'https://search.example/' });
  });

  test('is the network alone where only that lets one in', () => {
    settings.signups = 'with_trafficsource';
    refuseTracking();
    expect(sent('network=ads&ref=7&sub=a').trafficsource).toEqual({ network: 'ads' });
  });
});
