import { describe, expect, test } from 'vitest';
import { aMember, newId } from '../../support/database/factories.ts';
import { testSite } from '../../support/product/test-site.ts';

const site = testSite();

const ask = (query: string) => site.visitor.get(`/api/search.php?country=NL&${query}`);
/** Built-in properties of objects and lists, and keys that try to write to them. */
const NAMES = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'prototype', 'length', '__proto__[country]', 'country[__proto__]'];

describe('a query', () => {
  test.each(NAMES)('with %s among its keys is answered as without it', async (name) => {
    const without = await ask('a=x');
    for (const query of [`${name}=x`, `${name}=x&${name}=y`]) {
      const answer = await ask(query);
      expect([query, answer.status, answer.at('filter_options')]).toEqual([query, 200, without.at('filter_options')]);
    }
  });

  test.each(NAMES)('with %s as a value does not reach the built-in property', async (name) => {
    for (const key of ['country', 'countries', 'countryregion', 'gender', 'source', 'sort', 'similar_to', 'photo']) {
      const answer = await site.visitor.get(`/api/search.php?${key === 'country' ? '' : 'country=NL&'}${key}=${encodeURIComponent(name)}`);
      expect([key, answer.status, answer.at('error.code')]).toEqual([key, 422, 'invalid']);
    }
  });

  test('of tens of thousands of keys, alike or not, is answered; a longer address is refused unread', async () => {
    expect((await ask('a&'.repeat(30_000))).status).toBe(200);
    expect((await ask(Array.from({ length: 8_000 }, (_, i) => `k${i}=`).join('&'))).status).toBe(200);
    expect((await ask('page=2&'.repeat(5_000))).at('error.fields')).toEqual({ page: 'wrong_type' });
    expect((await ask('a'.repeat(100_000))).status).toBe(414);
  });
});

describe('a refusal', () => {
  test('names a hundred faults at most', async () => {
    const me = site.as(await aMember(site.db));
    const bodies = [
      await me.post('/api/report.php', { profile: newId(), reason: 'spam', messages: Array(80_000).fill(1) }),
      await me.put('/api/user.php', { interests: Array(60_000).fill('?') }),
      await me.put('/api/user.php', { fields: Object.fromEntries(Array.from({ length: 15_000 }, (_, i) => [`f${i}`, 1])) }),
      await site.visitor.get(`/api/search.php?countries=${Array.from({ length: 10_000 }, (_, i) => i).join(',')}`),
    ];
    for (const { status, body } of bodies) {
      const { fields } = (body as { error: { fields: object } }).error;
      expect([status, Object.keys(fields).length]).toEqual([422, 100]);
    }
    const many = Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`f${i}`, 'x']));
    expect((await me.put('/api/user.php', { fields: many })).at('error.fields')).toEqual({ fields: 'too_long' });
  });
});
