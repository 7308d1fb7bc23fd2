import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { DAY } from '#contract/durations';
import { determineVisit, trafficSourceOf, type VisitStorage } from '../../../../web/session/visit/traffic-source.ts';

vi.mock('../../../../web/session/settings.ts', () => ({ currentSettings: () => ({ asks_tracking_consent: false }) }));

const from = (query: string) => trafficSourceOf(new URLSearchParams(query));

describe('tracking parameters', () => {
  it('are taken from the address', () => {
    expect(from('network=ads&ref=r1&sub=a&sub2=b&sub3=c&next=/likes')).toEqual({
      network: 'ads',
      ref: 'r1',
      sub: 'a',
      sub2: 'b',
      sub3: 'c',
    });
  });

  it('know sub by three names, of which the first that is given counts', () => {
    expect(from('sub1=one')).toEqual({ sub: 'one' });
    expect(from('aff_sub=aff')).toEqual({ sub: 'aff' });
    expect(from('aff_sub=aff&sub1=one&sub=')).toEqual({ sub: 'one' });
  });

  it('are null when the address has none', () => {
    expect(from('next=/likes&ref=')).toBeNull();
  });

  it('are never longer than the server takes', () => {
    expect(from(`ref=${'x'.repeat(400)}`)?.ref).toHaveLength(255);
  });
});

const NOON = Date.UTC(2026, 10, 21, 12);

/** A browser's cookie and storage. `load` is a page load; `stored` holds the cookie, its attributes and its copy (mirror) in localStorage. */
function aVisitStorage() {
  const stored = { cookie: '', attributes: '', mirror: null as string | null };
  const consent = { isAllowed: true };
  const shelf: VisitStorage = {
    isAllowed: () => consent.isAllowed,
    forget: () => Object.assign(stored, { cookie: '', attributes: '', mirror: null }),
    cookie: () => `other=1; ${stored.cookie}`,
    setCookie: (cookie) => {
      const [pair = '', ...attributes] = cookie.split('; ');
      Object.assign(stored, { cookie: pair, attributes: attributes.join('; ') });
    },
    mirror: () => stored.mirror,
    setMirror: (text) => {
      stored.mirror = text;
    },
  };
  const load = (search: string, { at = NOON, pathname = '/', referrer = '', isSecure = true } = {}) =>
    determineVisit({ search, pathname, referrer, isSecure, now: at }, shelf);
  return { stored, consent, load };
}

const EXPECTED_VISIT = { source: { network: 'ads', sub: 'a' }, path: '/members/x/landing', referrer: 'https://ads.example/' };
const first = { pathname: EXPECTED_VISIT.path, referrer: EXPECTED_VISIT.referrer };

describe('the first load of a visit', () => {
  it('stores traffic source, page and referrer for thirty days', () => {
    const { stored, load } = aVisitStorage();
    expect(load('?network=ads&aff_sub=a', first)).toEqual(EXPECTED_VISIT);
    expect(stored.attributes).toBe('max-age=2592000; path=/; samesite=lax; secure');
    expect(stored.cookie).toBe(`tracking=${stored.mirror}`);
    expect(load('?q=1', { at: NOON + 29 * DAY, pathname: '/signup' })).toEqual(EXPECTED_VISIT);
    expect(load('', { at: NOON + 31 * DAY, pathname: '/signup' })).toEqual({ source: null, path: '/signup', referrer: '' });
  });

  it('is not marked secure where the site is not', () => {
    const { stored, load } = aVisitStorage();
    load('?ref=r', { isSecure: false });
    expect(stored.attributes).not.toContain('secure');
  });

  it('is replaced by a later one with parameters of its own', () => {
    const { load } = aVisitStorage();
    load('?network=ads&sub3=z', first);
    expect(load('?ref=friend', { pathname: '/signup' }).source).toEqual({ ref: 'friend' });
    expect(load('').source).toEqual({ ref: 'friend' });
  });

  it('is read from its mirror when the cookie is missing', () => {
    const { stored, load } = aVisitStorage();
    load('?network=ads&sub=a', first);
    stored.cookie = '';
    expect(load('')).toEqual(EXPECTED_VISIT);
  });

  it('stores nothing without campaign parameters', () => {
    const { stored, load } = aVisitStorage();
    expect(load('?next=/likes', first)).toEqual({ ...EXPECTED_VISIT, source: null });
    expect(stored).toEqual({ cookie: '', attributes: '', mirror: null });
  });

  it('is neither stored nor read without permission, and what was stored before is deleted', () => {
    const { stored, consent, load } = aVisitStorage();
    load('?network=earlier', first);
    consent.isAllowed = false;
    expect(load('', { pathname: '/signup' })).toEqual({ source: null, path: '/signup', referrer: '' });
    expect(load('?network=ads&sub=a', first)).toEqual(EXPECTED_VISIT);
    expect(stored).toEqual({ cookie: '', attributes: '', mirror: null });
  });

  it.each(['%', 'null', '%7B%7D', '%7B%22source%22%3A1%7D'])('ignores the malformed cookie %s', (text) => {
    const { stored, load } = aVisitStorage();
    Object.assign(stored, { cookie: `tracking=${text}`, mirror: text });
    expect(load('').source).toBeNull();
  });

  it('fits into a cookie, whatever it holds, and comes back with its network', () => {
    const word = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 400 }).filter((text) => text.trim() !== '');
    fc.assert(
      fc.property(word, word, word, fc.webUrl(), (network, ref, sub2, referrer) => {
        const { stored, load } = aVisitStorage();
        const seen = load(`?${new URLSearchParams({ network, ref, sub2 })}`, { referrer: referrer.repeat(40) });
        expect(stored.cookie.length).toBeLessThan(4000);
        expect(seen.source?.network).toBeTruthy();
        expect(load('').source?.network).toBeTruthy();
      }),
    );
  });
});
