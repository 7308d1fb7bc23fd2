/** The text with a capital first letter, by the rules of `locale`. */
export const capitalize = (word: string, locale: string): string => word.charAt(0).toLocaleUpperCase(locale) + word.slice(1);
