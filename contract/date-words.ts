const WORDS: Readonly<Record<string, (formatted: string) => string>> = {
  fr: (formatted) => formatted.replace(/\b1 /, '1er '),
  pl: (formatted) => formatted.replace(/(\d{4}) (?=\d)/, '$1 o\u00a0'),
};

/**
 * Adds to a date that Intl has formatted in `locale` what it leaves out: in French that the first of a month is an ordinal (1er novembre),
 * in Polish the word between date and time (1 listopada 2026 o 10:30), which no line ends with.
 */
export const withDateWords = (formatted: string, locale: string): string => WORDS[locale]?.(formatted) ?? formatted;
