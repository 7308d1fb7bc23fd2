import { describe, expect, it } from 'vitest';
import { makeFormId } from '../../../web/features/signup/form-id.ts';
import { trafficSourceOf } from '../../../web/features/signup/tracking.ts';

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

describe('the id of a form', () => {
  it('is 128 random bits in 22 characters', () => {
    const ids = new Set(Array.from({ length: 200 }, makeFormId));
    expect(ids.size).toBe(200);
    for (const id of ids) expect(id).toMatch(/^[\w-]{22}$/);
  });
});
