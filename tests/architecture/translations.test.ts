import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ERROR_CODES, FIELD_CODES } from '#contract/errors';
import { inProject } from '../../scripts/lib/paths.ts';
import {
  keyWithoutPlural,
  requiredKeys,
  shippedLocales,
  textsOf,
  translationPairs,
  variablesOf,
} from '../support/files/translation-files.ts';

test.each(shippedLocales())('every error code has a sentence in %s', (locale) => {
  const sentences = textsOf(`web/locales/${locale}/errors.json`);
  const wanted = [...ERROR_CODES, ...FIELD_CODES.map((code) => `fields.${code}`)];
  expect(wanted.filter((key) => !sentences.get(key)?.trim())).toEqual([]);
});

describe.each(translationPairs())('$translation', ({ english, locale, translation }) => {
  test('exists', () => {
    expect(existsSync(inProject(translation))).toBe(true);
  });

  test('has every key of the English file, every plural form of its language, and nothing else', () => {
    expect([...textsOf(translation).keys()].sort()).toEqual(requiredKeys(textsOf(english), locale));
  });

  test('has the placeholders of the English sentences', () => {
    const others = textsOf(translation);
    const differing = [...textsOf(english)].filter(([key, sentence]) => {
      const other = others.get(key);
      return other !== undefined && variablesOf(other).join() !== variablesOf(sentence).join();
    });
    expect(differing.map(([key]) => key)).toEqual([]);
  });

  test('has no English sentence; names and single words may be the same', () => {
    const others = textsOf(translation);
    const isSentence = (text: string) => (text.replaceAll(/\{\{.*?\}\}/g, ' ').match(/\p{L}{2,}/gu) ?? []).length > 2;
    expect([...textsOf(english)].filter(([key, text]) => isSentence(text) && others.get(key) === text).map(([key]) => key)).toEqual([]);
  });
});

describe('in Italian', () => {
  /** An article before a placeholder that begins with a day of the month. */
  const ARTICLE_BEFORE_DATE = /\b(il|al|dal|del|nel|sul) \{\{(date|due|ends_on|from|received|since|to|until|when)\}\}/i;
  const files = translationPairs().flatMap(({ locale, translation }) => (locale === 'it' ? [translation] : []));

  test.each(files)('%s has no article before a date, because the 8th and the 11th take another', (file) => {
    expect([...textsOf(file)].filter(([, text]) => ARTICLE_BEFORE_DATE.test(text)).map(([key]) => key)).toEqual([]);
  });
});

describe('in Polish', () => {
  const files = translationPairs().flatMap(({ locale, translation }) => (locale === 'pl' ? [translation] : []));

  test.each(files)('%s keeps words of one letter on the line of the next word', (file) => {
    const breaking = /(?<![\p{L}\p{N}])[aiouwz] /iu;
    expect([...textsOf(file)].filter(([, text]) => breaking.test(text)).map(([key]) => key)).toEqual([]);
  });
});

describe('every sentence is used', () => {
  const code = globSync(['web/**/*.{ts,tsx}', '{contract,worker}/**/*.ts'], { cwd: inProject('.') })
    .map((path) => readFileSync(inProject(path), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, ''))
    .join('\n');
  const literals = new Set([...code.matchAll(/'([^'\n]*)'/g)].map(([, text]) => text));
  const words = new Set(code.match(/[\w-]+/g));
  /** Template strings that build keys; they must contain at least two letters of the key. */
  const templates = [...code.matchAll(/`([^`\n]*\$\{[^`\n]*)`/g)]
    .map(([, text = '']) => text.replaceAll(/\$\{[^}]*\}/g, '*'))
    .filter((text) => /^[\w.*-]+$/.test(text) && /[a-z].*[a-z]/.test(text))
    .map((text) => new RegExp(`^${text.replaceAll('.', '\\.').replaceAll('*', '[\\w.-]+')}$`));
  /** Keys that are built from variables only. */
  const COMPUTED: Readonly<Record<string, RegExp>> = {
    'worker/i18n/en.json': /^(absence|summary)\.(subject|button|intro|quiet)_\w+$/,
    'web/locales/en/errors.json': /_wait$/,
    'web/locales/en/install.json': /^(share|dock|menu)_\d$/,
  };

  /** Whether a key is used: as a literal, by a template string, or by access to each of its parts as a property. */
  const isAsked = (file: string, key: string): boolean => {
    const forms = [key, keyWithoutPlural(key), `${file.split('/').at(-1)?.replace('.json', '')}:${keyWithoutPlural(key)}`];
    const parts = keyWithoutPlural(key).split('.');
    return (
      forms.some((form) => literals.has(form) || templates.some((template) => template.test(form))) ||
      (parts.length > 1 && parts.every((part) => words.has(part))) ||
      COMPUTED[file]?.test(key) === true
    );
  };

  test.each([...new Set(translationPairs().map(({ english }) => english))])('in %s', (file) => {
    expect(isAsked(file, 'no_such.sentence_here')).toBe(false);
    expect([...textsOf(file).keys()].filter((key) => !isAsked(file, key))).toEqual([]);
  });
});
