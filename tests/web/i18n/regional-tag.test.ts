import { describe, expect, it, test } from 'vitest';
import { LOCALES } from '#contract/primitives';
import { LANGUAGE_TAGS, regionalTag } from '../../../web/i18n/regional-tag.ts';

describe('the region of dates and numbers', () => {
  it.each([
    ['en', ['en-GB', 'en-US', 'en'], 'en-GB'],
    ['de', ['de-AT', 'de'], 'de-AT'],
    ['fr', ['fr-CH'], 'fr-CH'],
    ['nl', ['fr-BE', 'nl-BE', 'nl-NL'], 'nl-BE'],
    ['es', ['es-419'], 'es-419'],
  ] as const)('of a page in %s is that of the first language of %j that is this one', (locale, languages, tag) => {
    expect(regionalTag(locale, languages)).toBe(tag);
  });

  it('passes over languages without a region and other languages', () => {
    expect(regionalTag('en', ['en', 'de-AT', 'EN-ie'])).toBe('en-IE');
  });

  it.each([[[]], [['en']], [['de-DE', 'nl-BE']], [['fil-PH']]])('is that of the language where %j names none', (languages) => {
    expect(regionalTag('en', languages)).toBe('en-US');
  });

  it('takes region and language alone, without calendars, digits and scripts', () => {
    expect(regionalTag('en', ['en-Latn-GB-u-ca-buddhist-nu-arab-x-mine'])).toBe('en-GB');
  });

  it.each(['', 'en_GB', '*', '-', 'en-', 'en-GB-', '<script>', 'e'.repeat(10_000), 'en-u-', '\u{d800}'])(
    'passes over the malformed %j',
    (hostile) => {
      expect(regionalTag('en', [hostile, 'en-AU'])).toBe('en-AU');
      expect(regionalTag('en', [hostile])).toBe('en-US');
    },
  );
});

test('every language has a form of its own without a browser', () => {
  for (const locale of LOCALES) expect(LANGUAGE_TAGS[locale]).toMatch(new RegExp(`^${locale}-[A-Z]{2}$`));
});
