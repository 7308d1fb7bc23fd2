import type { Locale } from '#contract/primitives';

/** The tag of each language, which decides its words, and the form of dates and numbers where the browser names no region. */
export const LANGUAGE_TAGS: Record<Locale, string> = {
  en: 'en-US',
  nl: 'nl-NL',
  de: 'de-DE',
  it: 'it-IT',
  fr: 'fr-FR',
  es: 'es-ES',
  pl: 'pl-PL',
};

/** Language and region of a browser's language, without scripts and extensions; null if it is malformed or names no region. */
function languageAndRegion(tag: string): { language: string; region: string } | null {
  try {
    const { language, region } = new Intl.Locale(tag);
    return region ? { language, region } : null;
  } catch {
    return null;
  }
}

/** The tag of dates, times and numbers: `locale` with the region of the first of the browser's `languages` that is this language. */
export function regionalTag(locale: Locale, languages: readonly string[]): string {
  for (const tag of languages) {
    const parts = languageAndRegion(tag);
    if (parts?.language === locale) return `${locale}-${parts.region}`;
  }
  return LANGUAGE_TAGS[locale];
}
