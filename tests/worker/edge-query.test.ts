import { describe, expect, test } from 'vitest';
import { testSite } from '../support/site.ts';

const site = testSite();

const ask = (query: string) => site.visitor.get(`/api/search.php?country=NL&${query}`);
/** What objects and lists have of themselves, and what tries to write there. */
const NAMES = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'prototype', 'length', '__proto__[country]', 'country[__proto__]'];

describe('a query', () => {
  test.each(NAMES)('with %s among its keys is the query without it', async (name) => {
    const without = await ask('a=x');
    for (const query of [`${name}=x`, `${name}=x&${name}=y`]) {
      const answer = await ask(query);
      expect([query, answer.status, answer.at('filter_options')]).toEqual([query, 200, without.at('filter_options')]);
    }
  });

  test.each(NAMES)('with %s for a value finds nothing behind that name', async (name) => {
    for (const key of ['country', 'countries', 'countryregion', 'gender', 'source', 'sort', 'similar_to', 'photo']) {
      const answer = await site.visitor.get(`/api/search.php?${key === 'country' ? '' : 'country=NL&'}${key}=${encodeURIComponent(name)}`);
      expect([key, answer.status, answer.at('error.code')]).toEqual([key, 422, 'invalid']);
    }
  });

  test('of tens of thousands of keys, alike or not, is answered; a longer address is refused before it is read', async () => {
    expect((await ask('a&'.repeat(30_000))).status).toBe(200);
    expect((await ask(Array.from({ length: 8_000 }, (_, i) => `k${i}=`).join('&'))).status).toBe(200);
    expect((await ask('page=2&'.repeat(5_000))).at('error.fields')).toEqual({ page: 'wrong_type' });
    expect((await ask('a'.repeat(100_000))).status).toBe(414);
  });
});
