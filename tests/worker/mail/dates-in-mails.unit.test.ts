import { expect, test } from 'vitest';
import { formatDate, formatMoment, formatZonedMoment } from '../../../worker/i18n/format-dates.ts';

const ZONE = 'Europe/Amsterdam';
const FIRST = Date.UTC(2026, 11, 1, 9, 30);
const ELEVENTH = Date.UTC(2026, 11, 11, 9, 30);

test('a date is in the words of the language of its mail', () => {
  expect(['de', 'es', 'it', 'nl', 'pl'].map((locale) => formatDate(locale, ZONE, FIRST))).toEqual([
    '1. Dezember 2026',
    '1 de diciembre de 2026',
    '1 dicembre 2026',
    '1 december 2026',
    '1 grudnia 2026',
  ]);
});

test('in French the first of a month is an ordinal, and no other day', () => {
  expect([FIRST, ELEVENTH].map((at) => formatDate('fr', ZONE, at))).toEqual(['1er décembre 2026', '11 décembre 2026']);
  expect(formatMoment('fr', ZONE, FIRST)).toBe('1er décembre 2026 à 10:30');
  expect(formatMoment('fr', 'UTC', Date.UTC(2026, 11, 2, 1, 1))).toBe('2 décembre 2026 à 01:01');
});

test('in Polish a word stands between date and time', () => {
  expect(formatMoment('pl', ZONE, FIRST)).toBe('1 grudnia 2026 o\u00a010:30');
  expect(formatZonedMoment('pl', 'UTC', FIRST)).toBe('1 grudnia 2026 o\u00a009:30 UTC');
});

test('the day is that of the time zone', () => {
  const lateEvening = Date.UTC(2026, 11, 1, 23, 30);
  expect([formatDate('en', 'UTC', lateEvening), formatDate('en', ZONE, lateEvening)]).toEqual(['December 1, 2026', 'December 2, 2026']);
});
