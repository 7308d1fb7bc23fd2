import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { hasSensitiveAnswers, SENSITIVE_CONSENT_VERSION, SENSITIVE_FIELDS } from '#contract/consent';
import { LOCALES } from '#contract/primitives';

const root = new URL('../../', import.meta.url);
const read = (path: string): unknown => JSON.parse(readFileSync(new URL(path, root), 'utf8'));

/**
 * The digest of the sentence of each version in all languages. A member has consented to a version: whoever changes what it means adds a new
 * version, and whoever mends its words replaces the digest.
 */
const DIGESTS: Readonly<Record<number, string>> = { 1: '39a35bf178636ef4' };

test('the sentence of the version in force is the one that was reviewed', () => {
  const key = `sentence_${SENSITIVE_CONSENT_VERSION}`;
  const sentences = LOCALES.map((locale) => (read(`web/locales/${locale}/consent.json`) as Record<string, string>)[key]);
  expect(createHash('sha256').update(sentences.join('\n')).digest('hex').slice(0, 16)).toBe(DIGESTS[SENSITIVE_CONSENT_VERSION]);
});

test('every sensitive field is one of the catalogue', () => {
  const ids = (read('db/catalogue/fields.json') as { id: string }[]).map(({ id }) => id);
  expect(SENSITIVE_FIELDS.filter((field) => !ids.includes(field))).toEqual([]);
});

test.each<[boolean, Parameters<typeof hasSensitiveAnswers>[0]]>([
  [false, {}],
  [false, { fields: { smoking: null, education: 'master' } }],
  [false, { search_preference: { gender: '' } }],
  [true, { fields: { smoking: 'no' } }],
  [true, { search_preference: { gender: 'male' } }],
])('that a change has sensitive answers is %s for %j', (expected, change) => {
  expect(hasSensitiveAnswers(change)).toBe(expected);
});
