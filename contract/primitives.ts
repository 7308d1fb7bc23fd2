import * as v from 'valibot';

export const LOCALES = ['en', 'nl', 'de', 'it', 'fr', 'es', 'pl'] as const;
/** The locales whose texts are complete; a language ships by adding its folder under web/locales and its code here. */
export const SHIPPED_LOCALES = ['en', 'nl', 'de', 'it', 'fr', 'es', 'pl'] as const satisfies readonly (typeof LOCALES)[number][];
/** The code with an underscore that each language has at gif services and in Open Graph (docs/product.md, "Supported languages"). */
export const GIF_LOCALES: Readonly<Record<(typeof LOCALES)[number], string>> = {
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

/** A stable catalogue slug: regions, interests, fields and their values. */
export const Slug = v.pipe(v.string('wrong_type'), v.regex(/^[\w-]{1,64}$/, 'unknown'));

/** A signed or random token out of a link; what is in it is the server's affair. */
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

/** Whether a text shows nothing: blanks of every width, joiners, fillers and the like. */
export const isBlank = (text: string): boolean => /^[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\u2800]*$/u.test(text);

/** Far more marks than any script writes on one letter. A long heap of them must not be normalised: that takes the square of its length. */
export const hasHeapedMarks = (text: string): boolean => /\p{M}{65}/u.test(text);

/** Text as a member types it: NFC, trimmed, counted in Unicode code points; a lone surrogate and a heap of marks are refused. */
/* @__NO_SIDE_EFFECTS__ */
export function text(min: number, max: number) {
  return v.pipe(
    v.string('wrong_type'),
    v.check((raw) => raw.length <= max * 64 + 1024, 'too_long'),
    v.check((raw) => raw.isWellFormed(), 'wrong_type'),
    v.check((raw) => !hasHeapedMarks(raw), 'not_allowed'),
    v.transform((raw) => raw.normalize('NFC').trim()),
    v.check((clean) => codePoints(clean) >= min && (min === 0 || !isBlank(clean)), min === 1 ? 'required' : 'too_short'),
    v.check((clean) => codePoints(clean) <= max, 'too_long'),
  );
}

/** An address as the server keeps it: trimmed and lower-cased. */
export const EmailAddress = v.pipe(
  v.string('wrong_type'),
  v.trim(),
  v.nonEmpty('required'),
  v.maxLength(254, 'too_long'),
  v.rfcEmail('not_allowed'),
  v.check((email) => /\.[a-z]{2,}$/i.test(email), 'not_allowed'),
  v.toLowerCase(),
);

/** A whole number from a query string. A value outside the range becomes the nearest allowed one (docs/product.md, "List sizes"). */
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

/** A yes or no in a query string: 1 or 0. */
export const Flag = v.pipe(
  v.union([v.string(), v.boolean(), v.number()], 'wrong_type'),
  v.transform(String),
  v.picklist(['1', '0', 'true', 'false', ''], 'wrong_type'),
  v.transform((flag) => flag === '1' || flag === 'true'),
);

export const Empty = v.undefined();
