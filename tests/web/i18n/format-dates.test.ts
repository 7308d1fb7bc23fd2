import { expect, test, vi } from 'vitest';
import type { Locale } from '#contract/primitives';
import { formatDate, formatExact } from '../../../web/i18n/format.ts';

const fixture = vi.hoisted((): { locale: Locale } => ({ locale: 'en' }));
vi.mock('../../../web/i18n/i18n.ts', () => ({ currentLocale: () => fixture.locale, i18n: {} }));

test('a date can follow the word before it in every language, and the first of a month is an ordinal in French', () => {
  const dateIn = (locale: Locale, day: string) => {
    fixture.locale = locale;
    return formatDate(`${day}T12:00`);
  };
  expect(dateIn('pl', '2026-11-03')).toBe('3 listopada 2026');
  expect(dateIn('es', '2026-11-03')).toBe('3 de noviembre de 2026');
  expect(dateIn('it', '2026-11-01')).toBe('1 novembre 2026');
  expect(dateIn('fr', '2026-11-01')).toBe('1er novembre 2026');
  expect(dateIn('fr', '2026-11-11')).toBe('11 novembre 2026');
  expect(formatExact('2026-11-01T01:01')).toBe('dimanche 1er novembre 2026 à 01:01');
});
