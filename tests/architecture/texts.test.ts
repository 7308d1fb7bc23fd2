import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ERROR_CODES, FIELD_CODES } from '#contract/errors';
import { inProject } from '../../scripts/support/paths.ts';
import { shippedLocales, textFiles, textsOf, variablesOf, wantedKeys } from './texts.ts';

test.each(shippedLocales())('every refusal has a sentence in %s', (locale) => {
  const sentences = textsOf(`web/locales/${locale}/errors.json`);
  const wanted = [...ERROR_CODES, ...FIELD_CODES.map((code) => `fields.${code}`)];
  expect(wanted.filter((key) => !sentences.get(key)?.trim())).toEqual([]);
});

describe.each(textFiles())('$twin', ({ english, locale, twin }) => {
  test('exists', () => {
    expect(existsSync(inProject(twin))).toBe(true);
  });

  test('has every key of the English file, every plural form of its language, and nothing else', () => {
    expect([...textsOf(twin).keys()].sort()).toEqual(wantedKeys(textsOf(english), locale));
  });

  test('fills in what the English sentence fills in', () => {
    const others = textsOf(twin);
    const differing = [...textsOf(english)].filter(([key, sentence]) => {
      const other = others.get(key);
      return other !== undefined && variablesOf(other).join() !== variablesOf(sentence).join();
    });
    expect(differing.map(([key]) => key)).toEqual([]);
  });
});
