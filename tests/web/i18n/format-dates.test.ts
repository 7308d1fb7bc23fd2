import { beforeEach, describe, expect, it, test, vi } from 'vitest';
import type { Locale } from '#contract/primitives';
import {
  countryName,
  formatDate,
  formatDay,
  formatExact,
  formatList,
  formatMoment,
  formatMoney,
  formatNumber,
  formatRelative,
  formatSigned,
  formatTime,
} from '../../../web/i18n/format.ts';

const fixture = vi.hoisted((): { locale: Locale } => ({ locale: 'en' }));
vi.mock('../../../web/boot/boot.ts', () => ({
  boot: { locale: 'en', settings: { countries: [{ code: 'NL', name: 'the Netherlands' }] } },
}));
vi.mock('../../../web/i18n/i18n.ts', () => ({ currentLocale: () => fixture.locale, i18n: {} }));

/** A page in a language, in a browser with these languages. */
function showPage(locale: Locale, ...languages: string[]): void {
  fixture.locale = locale;
  vi.stubGlobal('navigator', { languages });
}
beforeEach(() => showPage('en'));

const MORNING = '2026-11-23T06:16';
const NOW = Date.parse('2026-11-24T12:00');
const HOUR = 60 * 60_000;

test('a date can follow the word before it in every language, and the first of a month is an ordinal in French', () => {
  const dateIn = (locale: Locale, day: string) => {
    showPage(locale);
    return formatDate(`${day}T12:00`);
  };
  expect(dateIn('pl', '2026-11-03')).toBe('3 listopada 2026');
  expect(dateIn('es', '2026-11-03')).toBe('3 de noviembre de 2026');
  expect(dateIn('it', '2026-11-01')).toBe('1 novembre 2026');
  expect(dateIn('fr', '2026-11-01')).toBe('1er novembre 2026');
  expect(dateIn('fr', '2026-11-11')).toBe('11 novembre 2026');
  expect(formatExact('2026-11-01T01:01')).toBe('dimanche 1er novembre 2026 à 01:01');
});

test('a moment has no weekday, and in Polish a word between date and time', () => {
  showPage('pl');
  expect([formatMoment(MORNING), formatExact(MORNING)]).toEqual([
    '23 listopada 2026 o\u00a006:16',
    'poniedziałek, 23 listopada 2026 o\u00a006:16',
  ]);
  showPage('de');
  expect(formatMoment(MORNING)).toBe('23. November 2026 um 06:16');
});

describe('the form of the region', () => {
  it('is that of the browser for dates and times', () => {
    showPage('en', 'en-GB', 'en');
    expect([formatDate(MORNING), formatTime(MORNING)]).toEqual(['23 November 2026', '06:16']);
    expect(formatDay('2026-05-12T12:00', NOW)).toBe('12 May');
    showPage('en', 'en-US');
    expect([formatDate(MORNING), formatTime(MORNING).replace(/\s/, ' ')]).toEqual(['November 23, 2026', '6:16 AM']);
    showPage('de', 'de-AT');
    expect(formatDate('2026-01-05T12:00')).toBe('5. Jänner 2026');
  });

  it('is that of the browser for numbers and money', () => {
    showPage('de', 'de-CH');
    expect([formatNumber(12_345), formatSigned(12_345)]).toEqual(["12'345", "+12'345"]);
    showPage('en', 'en-GB');
    expect(formatMoney(1250, 'USD')).toBe('US$12.50');
  });

  it('changes with the language of the page and with the browser', () => {
    showPage('en', 'en-GB', 'nl-BE');
    expect(formatTime(MORNING)).toBe('06:16');
    fixture.locale = 'nl';
    expect(formatDate(MORNING)).toBe('23 november 2026');
    showPage('en', 'en-US');
    expect(formatTime(MORNING)).toContain('AM');
  });

  it('leaves the words of the language: countries and lists read as the sentences around them', () => {
    showPage('en', 'en-GB');
    expect(formatList(['bread', 'butter', 'jam'])).toBe('bread, butter, and jam');
    showPage('es', 'es-MX');
    expect(countryName('NL')).toBe('Países Bajos');
  });

  it('takes the names of countries that came with the page while its language is the same', () => {
    showPage('en', 'en-GB');
    expect([countryName('NL'), countryName('BE')]).toEqual(['the Netherlands', 'Belgium']);
  });

  it('takes the hour of a Canadian time for no first of a month', () => {
    showPage('fr', 'fr-CA');
    expect(formatTime('2026-11-11T11:05').replace(/\s/g, ' ')).toBe('11 h 05');
    expect(formatDate('2026-11-01T01:05')).toBe('1er novembre 2026');
  });
});

describe('a relative time', () => {
  it.each([
    ['en', ['now', '1 minute ago', '5 minutes ago', '1 hour ago', 'yesterday', '3 days ago']],
    ['de', ['jetzt', 'vor 1 Minute', 'vor 5 Minuten', 'vor 1 Stunde', 'gestern', 'vor 3 Tagen']],
    ['pl', ['teraz', '1 minutę temu', '5 minut temu', '1 godzinę temu', 'wczoraj', '3 dni temu']],
  ] as const)('is written out in %s', (locale, words) => {
    showPage(locale);
    const ages = [0, HOUR / 60, HOUR / 12, HOUR, 24 * HOUR, 72 * HOUR];
    expect(ages.map((age) => formatRelative(NOW - age, NOW))).toEqual(words);
  });

  it('is a date in the form of the region after a week', () => {
    showPage('en', 'en-GB');
    expect(formatRelative('2026-11-03T12:00', NOW)).toBe('3 November');
    expect(formatRelative('2025-11-03T12:00', NOW)).toBe('3 November 2025');
  });
});
