import * as v from 'valibot';

export const LOCALES = ['en', 'nl', 'de', 'it', 'fr', 'es', 'pl'] as const;
/** The locales whose texts are complete. A new language needs a folder under web/locales and its code here. */
export const SHIPPED_LOCALES = ['en', 'nl', 'de', 'it', 'fr', 'es', 'pl'] as const satisfies readonly (typeof LOCALES)[number][];
/** The code of each language in Open Graph tags (docs/product.md, "Supported languages"). */
export const OPEN_GRAPH_LOCALES: Readonly<Record<(typeof LOCALES)[number], string>> = {
  en: 'en_US',
  nl: 'nl_NL',
  de: 'de_DE',
  it: 'it_IT',
  fr: 'fr_FR',
  es: 'es_ES',
  pl: 'pl_PL',
};
export const COUNTRIES = ['AU', 'NZ', 'NL', 'BE', 'US', 'CA', 'GB', 'IE', 'DE', 'AT', 'CH', 'IT', 'FR', 'ES', 'PL'] as const;
export const GENDERS = ['female', 'male', 'nonbinary'] as const;
/** Upper end of the age picker, in years (docs/product.md, "List sizes"). The lower end is the setting min_age. */
export const MAX_AGE = 100;

export const Locale = v.picklist(LOCALES, 'unknown');
export type Locale = v.InferOutput<typeof Locale>;
export type ShippedLocale = (typeof SHIPPED_LOCALES)[number];
export const CountryCode = v.picklist(COUNTRIES, 'unknown');
export type CountryCode = v.InferOutput<typeof CountryCode>;
export const Gender = v.picklist(GENDERS, 'unknown');
export type Gender = v.InferOutput<typeof Gender>;

/** 128 random bits, base64url. */
export const Id = v.pipe(v.string('wrong_type'), v.regex(/^[\w-]{22}$/, 'unknown'));
export type Id = v.InferOutput<typeof Id>;

/** The stable id of a catalogue entry: of a region, an interest, a profile field or one of its values. */
export const Slug = v.pipe(v.string('wrong_type'), v.regex(/^[\w-]{1,64}$/, 'unknown'));

/** A token from a link. Its content is opaque to clients. */
export const Token = v.pipe(v.string('wrong_type'), v.nonEmpty('required'), v.maxLength(1000, 'too_long'));

/** ISO 8601, UTC. */
export const Timestamp = v.pipe(
  v.string('wrong_type'),
  v.isoTimestamp('wrong_type'),
  v.check((time) => !Number.isNaN(Date.parse(time)), 'wrong_type'),
);

/** A real calendar day YYYY-MM-DD: no zero part, no 31 February (docs/product.md, "Date of birth and gender"). */
export const CalendarDay = v.pipe(
  v.string('wrong_type'),
  v.regex(/^\d{4}-\d{2}-\d{2}$/, 'wrong_type'),
  v.check((day) => {
    const date = new Date(`${day}T00:00:00Z`);
    return !day.startsWith('0000') && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
  }, 'not_allowed'),
);

const codePoints = (text: string) => [...text].length;

/** Whether a text consists of white space and invisible characters alone. */
export const isBlank = (text: string): boolean => /^[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\u2800]*$/u.test(text);

/** Whether 65 or more combining marks stand in a row. Normalizing such a text takes time that grows with the square of its length. */
export const hasStackedMarks = (text: string): boolean => /\p{M}{65}/u.test(text);

/**
 * A schema for typed text of min to max code points, which it normalizes to NFC and trims. It refuses lone surrogates, more than 64
 * combining marks in a row and, unless min is 0, a text that shows nothing.
 */
/* @__NO_SIDE_EFFECTS__ */
export function boundedText(min: number, max: number) {
  return v.pipe(
    v.string('wrong_type'),
    v.check((raw) => raw.length <= max * 64 + 1024, 'too_long'),
    v.check((raw) => raw.isWellFormed(), 'wrong_type'),
    v.check((raw) => !hasStackedMarks(raw), 'not_allowed'),
    v.transform((raw) => raw.normalize('NFC').trim()),
    v.check((clean) => codePoints(clean) >= min && (min === 0 || !isBlank(clean)), min === 1 ? 'required' : 'too_short'),
    v.check((clean) => codePoints(clean) <= max, 'too_long'),
  );
}

/** An e-mail address, trimmed and in lower case, as the server stores it. */
export const EmailAddress = v.pipe(
  v.string('wrong_type'),
  v.trim(),
  v.nonEmpty('required'),
  v.maxLength(254, 'too_long'),
  v.rfcEmail('not_allowed'),
  v.check((email) => /\.[a-z]{2,}$/i.test(email), 'not_allowed'),
  v.toLowerCase(),
);

/**
 * A schema for a whole number from a query string, `absent` if it is missing. A value outside the range becomes the nearest allowed one
 * (docs/product.md, "List sizes").
 */
/* @__NO_SIDE_EFFECTS__ */
export function clampedNumber(min: number, max: number, absent: number) {
  return v.optional(
    v.pipe(
      v.union([v.string(), v.number()], 'wrong_type'),
      v.transform(Number),
      v.check((n) => !Number.isNaN(n), 'wrong_type'),
      v.transform((n) => Math.min(max, Math.max(min, Math.trunc(n)))),
    ),
    absent,
  );
}

/** A boolean in a query string or body: 1 or true, 0, false or empty. */
export const Flag = v.pipe(
  v.union([v.string(), v.boolean(), v.number()], 'wrong_type'),
  v.transform(String),
  v.picklist(['1', '0', 'true', 'false', ''], 'wrong_type'),
  v.transform((flag) => flag === '1' || flag === 'true'),
);

/** The output of a call that answers without a body. */
export const Empty = v.undefined();
