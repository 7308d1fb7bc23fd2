import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arrive, type TrackingShelf, trafficSourceOf } from '../../../../web/session/visit/traffic-source.ts';

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

  it('know three spellings of sub, the first one given in that order', () => {
    expect(from('sub1=one')).toEqual({ sub: 'one' });
    expect(from('aff_sub=aff')).toEqual({ sub: 'aff' });
    expect(from('aff_sub=aff&sub1=one&sub=')).toEqual({ sub: 'one' });
  });

  it('are nothing when the address names nothing', () => {
    expect(from('next=/likes&ref=')).toBeNull();
  });

  it('are never longer than the server takes', () => {
    expect(from(`ref=${'x'.repeat(400)}`)?.ref).toHaveLength(255);
  });
});

const NOON = Date.UTC(2026, 10, 21, 12);
const DAY = 86_400_000;

/** A browser's cookie and storage, with what was asked of the cookie. */
function aShelf() {
  const kept = { cookie: '', attributes: '', mirror: null as string | null };
  const consent = { isRefused: false };
  const shelf: TrackingShelf = {
    isRefused: () => consent.isRefused,
    cookie: () => `other=1; ${kept.cookie}`,
    setCookie: (cookie) => {
      const [pair = '', ...attributes] = cookie.split('; ');
      Object.assign(kept, { cookie: pair, attributes: attributes.join('; ') });
    },
    mirror: () => kept.mirror,
    setMirror: (text) => {
      kept.mirror = text;
    },
  };
  const load = (search: string, { at = NOON, pathname = '/', referrer = '', isSecure = true } = {}) =>
    arrive({ search, pathname, referrer, isSecure, now: at }, shelf);
  return { kept, consent, load };
}

const SEEN = { source: { network: 'ads', sub: 'a' }, path: '/members/x/landing', referrer: 'https://ads.example/' };
const first = { pathname: SEEN.path, referrer: SEEN.referrer };

describe('the first load of a visit', () => {
  it('keeps who led here, the page and the page before, for thirty days', () => {
    const { kept, load } = aShelf();
    expect(load('?network=ads&aff_sub=a', first)).toEqual(SEEN);
    expect(kept.attributes).toBe('max-age=2592000; path=/; samesite=lax; secure');
    expect(kept.cookie).toBe(`tracking=${kept.mirror}`);
    expect(load('?q=1', { at: NOON + 29 * DAY, pathname: '/signup' })).toEqual(SEEN);
    expect(load('', { at: NOON + 31 * DAY, pathname: '/signup' })).toEqual({ source: null, path: '/signup', referrer: '' });
  });

  it('is not marked secure where the site is not', () => {
    const { kept, load } = aShelf();
    load('?ref=r', { isSecure: false });
    expect(kept.attributes).not.toContain('secure');
  });

  it('gives way to a later one with parameters of its own', () => {
    const { load } = aShelf();
    load('?network=ads&sub3=z', first);
    expect(load('?ref=friend', { pathname: '/signup' }).source).toEqual({ ref: 'friend' });
    expect(load('').source).toEqual({ ref: 'friend' });
  });

  it('is known by its mirror when the cookie is gone', () => {
    const { kept, load } = aShelf();
    load('?network=ads&sub=a', first);
    kept.cookie = '';
    expect(load('')).toEqual(SEEN);
  });

  it('leaves nothing behind when it names nobody', () => {
    const { kept, load } = aShelf();
    expect(load('?next=/likes', first)).toEqual({ ...SEEN, source: null });
    expect(kept).toEqual({ cookie: '', attributes: '', mirror: null });
  });

  it('is kept nowhere once that was refused', () => {
    const { kept, consent, load } = aShelf();
    consent.isRefused = true;
    expect(load('?network=ads&sub=a', first)).toEqual(SEEN);
    expect(kept).toEqual({ cookie: '', attributes: '', mirror: null });
  });

  it.each(['%', 'null', '%7B%7D', '%7B%22source%22%3A1%7D'])('is not led astray by a cookie that says %s', (text) => {
    const { kept, load } = aShelf();
    Object.assign(kept, { cookie: `tracking=${text}`, mirror: text });
    expect(load('').source).toBeNull();
  });

  it('fits into a cookie, whatever it holds, and comes back with its network', () => {
    const word = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 400 }).filter((text) => text.trim() !== '');
    fc.assert(
      fc.property(word, word, word, fc.webUrl(), (network, ref, sub2, referrer) => {
        const { kept, load } = aShelf();
        const seen = load(`?${new URLSearchParams({ network, ref, sub2 })}`, { referrer: referrer.repeat(40) });
        expect(kept.cookie.length).toBeLessThan(4000);
        expect(seen.source?.network).toBeTruthy();
        expect(load('').source?.network).toBeTruthy();
      }),
    );
  });
});
