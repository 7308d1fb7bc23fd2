import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MINUTE } from '#contract/durations';
import { createToken, readToken } from '../../../worker/lib/tokens.ts';

const KEY = 'a-signing-key-of-at-least-32-characters';
const NOW = Date.parse('2026-05-01T12:00:00Z');
const activation = { member: 'AAAAAAAAAAAAAAAAAAAAAA', email: 'noor@example.org' };

describe('a token', () => {
  test('gives back what was put into it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), fc.string(), async (member, email) => {
        const token = await createToken(KEY, 'activate', { member, email }, NOW);
        expect(token).toMatch(/^[\w-]+\.[\w-]{43}$/);
        expect(await readToken(KEY, 'activate', token, NOW)).toEqual({ member, email });
      }),
    );
  });

  test('is valid for its own use only', async () => {
    const token = await createToken(KEY, 'activate', activation, NOW);
    expect(await readToken(KEY, 'email', token, NOW)).toBeNull();
    expect(await readToken(KEY, 'csrf', token, NOW)).toBeNull();
  });

  test('of another key is invalid', async () => {
    const token = await createToken('another-key-of-at-least-32-characters', 'activate', activation, NOW);
    expect(await readToken(KEY, 'activate', token, NOW)).toBeNull();
  });

  test.each([
    ['csrf', {}, 24 * 60],
    ['email', { email: 'noor@example.org' }, 30],
    ['activate', activation, 24 * 60],
  ] as const)('for %s expires on time', async (use, claims, minutes) => {
    const token = await createToken(KEY, use, claims as never, NOW);
    expect(await readToken(KEY, use, token, NOW + minutes * MINUTE - 1)).toEqual(claims);
    expect(await readToken(KEY, use, token, NOW + minutes * MINUTE)).toBeNull();
  });

  test('with any character changed is invalid', async () => {
    const token = await createToken(KEY, 'activate', activation, NOW);
    // The last character of a signature carries two bits that no decoder looks at.
    const places = fc.integer({ min: 0, max: token.length - 2 });
    await fc.assert(
      fc.asyncProperty(places, fc.constantFrom(...'AQgwBRhx09-_.'), async (place, character) => {
        fc.pre(token[place] !== character);
        const forged = token.slice(0, place) + character + token.slice(place + 1);
        expect(await readToken(KEY, 'activate', forged, NOW)).toBeNull();
      }),
    );
  });

  test('read from any other text is invalid, without an exception', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[\w-]{1,9}\.[\w-]{43}$/)), async (text) => {
        expect(await readToken(KEY, 'activate', text, NOW)).toBeNull();
      }),
    );
  });

  test('that is encrypted gives its claims back, is unreadable, and is invalid when anything in it is changed', async () => {
    const walk = { query: 'a query', count: 3, fictional: 1, is_capped: false, first_page: 1, starts: ['2n9c.AAAAAAAAAAAAAAAAAAAAAA'] };
    const token = await createToken(KEY, 'walk', walk, NOW);
    expect(token).toMatch(/^[\w-]+$/);
    expect(Buffer.from(token, 'base64url').toString('latin1')).not.toMatch(/2n9c|query/);
    expect(await createToken(KEY, 'walk', walk, NOW)).not.toBe(token);
    expect(await readToken(KEY, 'walk', token, NOW)).toEqual(walk);
    const later = NOW + 24 * 60 * MINUTE;
    expect([await readToken(KEY, 'walk', token, later - 1), await readToken(KEY, 'walk', token, later)]).toEqual([walk, null]);
    expect(await readToken('another-key-of-at-least-32-characters', 'walk', token, NOW)).toBeNull();
    const bytes = [...Buffer.from(token, 'base64url')];
    for (const place of bytes.keys()) {
      const forged = Buffer.from(bytes.map((byte, i) => (i === place ? byte ^ 1 : byte))).toString('base64url');
      expect(await readToken(KEY, 'walk', forged, NOW)).toBeNull();
    }
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.stringMatching(/^[\w-]{0,60}$/),
      fc.nat(token.length - 1).map((end) => token.slice(0, end)),
    );
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        expect(await readToken(KEY, 'walk', text, NOW)).toBeNull();
      }),
    );
  });

  test('with other claims under an old signature is invalid', async () => {
    const [, signature] = (await createToken(KEY, 'activate', activation, NOW)).split('.');
    const body = Buffer.from(JSON.stringify({ use: 'activate', until: NOW + MINUTE, claims: { ...activation, email: 'x@example.org' } }));
    expect(await readToken(KEY, 'activate', `${body.toString('base64url')}.${signature}`, NOW)).toBeNull();
  });
});
