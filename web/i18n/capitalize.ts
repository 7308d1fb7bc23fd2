/** A word as it stands by itself, where a language writes it small within a sentence. */
export const capital = (word: string, locale: string): string => word.charAt(0).toLocaleUpperCase(locale) + word.slice(1);
