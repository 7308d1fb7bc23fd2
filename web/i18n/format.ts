import { withDateWords } from '#contract/date-words';
import type { Locale } from '#contract/primitives';
import { boot } from '../boot/boot.ts';
import { nextTask } from '../platform/next-task.ts';
import { capitalize } from './capitalize.ts';
import { daysAgo, type Moment } from './days.ts';
import { currentLocale, i18n } from './i18n.ts';
import { LANGUAGE_TAGS, regionalTag } from './regional-tag.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

let latestTag: { locale: Locale; languages: readonly string[]; tag: string } | null = null;

/** `regionalTag` of the page. It is kept until the language of the page or of the browser changes, because every row of a list asks for it. */
export function formatTag(): string {
  const locale = currentLocale();
  const { languages } = navigator;
  if (latestTag?.locale !== locale || latestTag.languages !== languages) {
    latestTag = { locale, languages, tag: regionalTag(locale, languages) };
  }
  return latestTag.tag;
}

const formatters = new Map<string, unknown>();

/** Returns the cached formatter for `tag` and `name`, or makes it. Each name is used for one type only, which the cast relies on. */
function cachedFormatter<T>(name: string, make: (tag: string) => T, tag = formatTag()): T {
  const key = `${tag} ${name}`;
  if (!formatters.has(key)) formatters.set(key, make(tag));
  return formatters.get(key) as T;
}

/** The same for words, such as the names of countries: they depend on the language alone, as the sentences around them do. */
const cachedWords = <T>(name: string, make: (tag: string) => T): T => cachedFormatter(name, make, LANGUAGE_TAGS[currentLocale()]);

const dateStyle = (name: string, options: Intl.DateTimeFormatOptions) => (moment: Moment) => {
  const formatted = cachedFormatter(name, (tag) => new Intl.DateTimeFormat(tag, options)).format(new Date(moment));
  return withDateWords(formatted, currentLocale());
};

/** Saturday */
export const formatWeekday = dateStyle('weekday', { weekday: 'long' });
const dayOfYear = dateStyle('day', { day: 'numeric', month: 'long' });
const dayAndYear = dateStyle('day and year', { day: 'numeric', month: 'long', year: 'numeric' });

/**
 * Makes the formatter of times, which lists of a member need. The first one of a page takes an old phone several frames, in which a screen
 * could not yield to presses; to be called while the page waits for its code.
 */
export async function prepareDateFormats(): Promise<void> {
  // Most of the time goes into tables that formatters share. Each of these loads a part of them, in a task of its own.
  new Intl.Collator(formatTag()).compare('', '');
  await nextTask();
  formatNumber(1000);
  await nextTask();
  formatTime(Date.now());
}

/** May 12, 2026, or 12 May 2026 where that is usual */
export const formatDate = dayAndYear;

/** 06:16, or 6:16 AM where that is usual */
export const formatTime = dateStyle('time', { timeStyle: 'short' });
const weekdayTime = dateStyle('weekday and time', { weekday: 'long', hour: 'numeric', minute: '2-digit' });
/** November 21, 2026 at 2:05 PM, for a sentence: a weekday would need its case in Polish */
export const formatMoment = dateStyle('moment', { dateStyle: 'long', timeStyle: 'short' });
/** Saturday, November 21, 2026 at 2:05 PM, for a title on hover */
export const formatExact = dateStyle('exact', { dateStyle: 'full', timeStyle: 'short' });

/** 12,345 in the form of the region. Integers below 1000 skip the formatter, which costs an old phone the time of a frame. */
export const formatNumber = (n: number): string =>
  Number.isInteger(n) && n >= 0 && n < 1000 ? String(n) : cachedFormatter('number', (tag) => new Intl.NumberFormat(tag)).format(n);

/** €0.15 for 15 EUR: the amount is in the smallest unit of its currency. */
export function formatMoney(minor: number, currency: string): string {
  const money = cachedFormatter(`money ${currency}`, (tag) => new Intl.NumberFormat(tag, { style: 'currency', currency }));
  return money.format(minor / 10 ** (money.resolvedOptions().maximumFractionDigits ?? 2));
}

/** +6, -1: what was added or taken away */
export const formatSigned = (n: number): string =>
  cachedFormatter('signed', (tag) => new Intl.NumberFormat(tag, { signDisplay: 'exceptZero' })).format(n);

const relative = (amount: number, unit: Intl.RelativeTimeFormatUnit) =>
  cachedFormatter('relative', (tag) => new Intl.RelativeTimeFormat(tag, { numeric: 'auto' })).format(amount, unit);

const capital = (text: string) => capitalize(text, currentLocale());

/** now, 5 minutes ago, 3 hours ago, yesterday, 4 days ago, 12 May */
export function formatRelative(moment: Moment, now = Date.now()): string {
  const seconds = Math.max(0, (now - new Date(moment).getTime()) / 1000);
  if (seconds < MINUTE) return relative(0, 'second');
  if (seconds < HOUR) return relative(-Math.floor(seconds / MINUTE), 'minute');
  const days = daysAgo(moment, now);
  if (days <= 0) return relative(-Math.floor(seconds / HOUR), 'hour');
  return days < 7 ? relative(-days, 'day') : dateOf(moment, now);
}

/** Today, Yesterday, Monday, 12 May, 12 May 2025: the divider between two days */
export function formatDay(moment: Moment, now = Date.now()): string {
  const days = daysAgo(moment, now);
  if (days <= 1) return capital(relative(-Math.max(0, days), 'day'));
  return days < 7 ? capital(formatWeekday(moment)) : dateOf(moment, now);
}

const dateOf = (moment: Moment, now: number) =>
  new Date(moment).getFullYear() === new Date(now).getFullYear() ? dayOfYear(moment) : dayAndYear(moment);

/** 14:05 today, then Yesterday, Monday, 12 May: when an entry of a list was */
export const formatEntryTime = (moment: Moment, now = Date.now()): string =>
  daysAgo(moment, now) <= 0 ? formatTime(moment) : formatDay(moment, now);

/** 14:05 today, Monday 14:05 on any other day: for times within a week */
export const formatNearTime = (moment: Moment, now = Date.now()): string => (daysAgo(moment, now) === 0 ? formatTime : weekdayTime)(moment);

/** How long to wait, rounded up: 40 seconds, 5 minutes, 2 hours */
export function formatWait(seconds: number): string {
  if (seconds <= MINUTE) return i18n.t('time.seconds', { count: Math.max(1, Math.ceil(seconds)) });
  if (seconds <= HOUR) return i18n.t('time.minutes', { count: Math.ceil(seconds / MINUTE) });
  return i18n.t('time.hours', { count: Math.ceil(seconds / HOUR) });
}

/** Central European Time, for an IANA name; the name itself if it is unknown */
export const zoneName = (zone: string): string =>
  cachedWords(`zone ${zone}`, (tag) => new Intl.DateTimeFormat(tag, { timeZone: zone, timeZoneName: 'longGeneric' }))
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value ?? zone;

/** The names of the countries of the site that came with the page, in the language that it had then. */
const namesInPage = new Map(boot.settings.countries.map(({ code, name }) => [code as string, name]));

/** Netherlands, for an ISO country code; the code itself if it has no name. `Intl.DisplayNames` takes an old phone several frames to make. */
export const countryName = (code: string): string =>
  (currentLocale() === boot.locale && namesInPage.get(code)) ||
  cachedWords('country', (tag) => new Intl.DisplayNames(tag, { type: 'region' })).of(code) ||
  code;

/** Dutch, for a language code; the code itself if it has no name */
export const languageName = (code: string): string =>
  cachedWords('language', (tag) => new Intl.DisplayNames(tag, { type: 'language' })).of(code) ?? code;

/** bread, butter and jam; as a disjunction: bread, butter or jam */
export const formatList = (words: readonly string[], type: 'conjunction' | 'disjunction' = 'conjunction'): string =>
  cachedWords(`list ${type}`, (tag) => new Intl.ListFormat(tag, { type })).format(words);
